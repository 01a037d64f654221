"""The OpenAPI version of each file, and features that this version does not have (D1.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compiler.front.reading.documents import File, Library
    from compiler.front.session.reports import Reports
    from compiler.ir.node import Id


class Versions:
    """Says in which version files are written, and tells of what other versions have."""

    def __init__(self, library: Library, reports: Reports) -> None:
        self._library = library
        self._reports = reports
        self._known: dict[File, str] = {}

    def version(self, file: File) -> str:
        """Return the OpenAPI version that holds in a file: its own, else the root document's."""
        version = self._known.get(file)
        if version is None:
            document = self._library.root if file is None else self._library.open(file, self._reports.loc(""))
            root = document.root if document else None
            own = root.get("openapi") if isinstance(root, dict) else None
            if own is None and isinstance(root, dict) and "swagger" in root:
                own = "3.0"  # the schemas of 2.0 are nearly those of 3.0
            version = str(own) if own is not None else self.version(None)
            self._known[file] = version
        return version

    def is_30(self, file: File) -> bool:
        """Whether a file is written in OpenAPI 3.0."""
        return self.version(file).startswith("3.0")

    def is_swagger(self, file: File) -> bool:
        """Whether a file is written in Swagger 2.0: it says so, or says nothing and the root document does."""
        document = self._library.open(file, self._reports.loc("")) if file is not None else None
        root = document.root if document is not None else None
        if isinstance(root, dict) and ("swagger" in root or "openapi" in root):
            return "openapi" not in root
        return self._library.is_swagger

    def tell_newer(
        self, key: str, at: Id, file: File, cure: str | None = None, *, newer: str = "3.1", at_key: bool = False
    ) -> None:
        """Tell of what a later version has than a file says; it is read, as there is one vocabulary (D1.1)."""
        version = self.version(file)[:3]
        if version < newer:
            older = "Swagger 2.0" if self.is_swagger(file) else f"OpenAPI {version}"
            cure = cure or f"write `openapi: {newer}.0`, or remove it"
            self._reports.tally("CG0348", at, key=key, newer=newer, older=older, help=cure, at_key=at_key)

    def tally_sibling(self, key: str, at: Id, file: File) -> None:
        """Tell of what stands beside a `$ref` of 3.0 or 2.0, where it does not count (D1.4)."""
        if self.is_swagger(file):
            self._reports.tally("CG0318", at, key=key, version="Swagger 2.0", help="wrap the reference in `allOf`")
        else:
            self._reports.tally("CG0318", at, key=key, version="OpenAPI 3.0")
