"""`fern/generators.yml` and `fern.config.json`: packages, client classes, settings of the API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from migrate.adopt.facts import Placed
from migrate.adopt.sources.parts import Part, whole
from migrate.adopt.sources.reasons import reasons

if TYPE_CHECKING:
    from pathlib import Path

    from compiler.source import Document
    from migrate.adopt.api import Api
    from migrate.adopt.facts import Facts

PLACES = ("fern/generators.yml", "fern/api/generators.yml", "fern/fern.config.json")
SOURCE = "fern/generators.yml"
_TARGETS = {"python": "python", "typescript": "typescript", "go": "go"}
_CONFIG_WHY = reasons("fern/generators.yml, config")
_ROOT_WHY = reasons("fern/generators.yml")


def is_one(path: Path, document: Document) -> bool:
    """Whether a file is one of them, by its name and its keys."""
    root = document.root if isinstance(document.root, dict) else {}
    if path.name == "fern.config.json":
        return "organization" in root
    groups = root.get("groups")
    return isinstance(groups, dict) and any(
        isinstance(group, dict) and "generators" in group for group in groups.values()
    )


def read(document: Document, api: Api, facts: Facts) -> None:
    """Read one of the files."""
    root = whole(document, SOURCE, facts)
    if not root.has("groups"):
        config = whole(document, "fern.config.json", facts)
        config.tell_rest((), reasons("fern.config.json"))
        return
    for _, group in root.under("groups").parts():
        audiences = [item.value for item in group.under("audiences").items()]
        if audiences:
            _audiences(audiences, group.under("audiences"), api)
        for generator in group.under("generators").items():
            _generator(generator)
        group.tell_rest(
            ("generators", "audiences"), {"reviewers": _ROOT_WHY["reviewers"], "metadata": _ROOT_WHY["metadata"]}
        )
    _schemes(root.under("auth-schemes"), api)
    for key in ("overrides", "overlays"):
        _specs(root.under("api"), key)
    known = ("groups", "auth-schemes", "api", "auth")
    root.tell_rest(known, _ROOT_WHY)


def _generator(part: Part) -> None:
    name = part.text("name") or ""
    section = next(
        (ours for word, ours in _TARGETS.items() if f"-{word}-" in name or f"-{word}" == name[-len(word) - 1 :]), None
    )
    if section is None or "sdk" not in name:
        part.report_unmatched("codegen does not print this target")
        return
    output, repository = part.under("output"), part.under("github").text("repository")
    package = output.text("package-name")
    if package and section == "typescript":
        output.under("package-name").set("typescript.packageName", package)
    elif package and section == "python" and not part.under("config").has("package_name"):
        output.under("package-name").set("python.packageName", package.replace("-", "_"))
    if repository:
        url = repository if repository.startswith("https://") else f"https://github.com/{repository}"
        at = part.under("github").under("repository")
        at.set("go.modulePath", url.removeprefix("https://")) if section == "go" else at.set(
            f"{section}.repository", url
        )
    config = part.under("config")
    known = _config(section, config)
    config.tell_rest(known, _CONFIG_WHY)
    metadata = part.under("metadata")
    licence = part.under("github").text("license") or metadata.text("license")
    if licence:
        (part.under("github") if part.under("github").has("license") else metadata).under("license").set(
            "generation.licence", licence
        )
    metadata.take("description", f"{section}.description")
    read = ("name", "version", "output", "github", "config", "metadata")
    part.tell_rest(read, reasons("fern/generators.yml, a generator"))


def _config(section: str, config: Part) -> list[str]:
    """Read the options of a generator; return those that have a counterpart."""
    known = []
    for key, ours in (
        ("client_class_name", "generation.sdkClassName"),
        ("namespaceExport", "generation.sdkClassName"),
        ("clientName", "generation.sdkClassName"),
        ("package_name", "python.packageName"),
        ("importPath", "go.modulePath"),
    ):
        value = config.text(key)
        if value and (not ours.startswith(tuple(_TARGETS)) or ours.startswith(section)):
            config.under(key).set(ours, value)
            known.append(key)
    module = config.under("module").text("path") if section == "go" else None
    if module:
        config.under("module").under("path").set("go.modulePath", module)
        known.append("module")
    client = config.under("client").text("class_name") if section == "python" else None
    if client:
        config.under("client").under("class_name").set("generation.sdkClassName", client)
        known.append("client")
    return known


def _audiences(audiences: Sequence[object], part: Part, api: Api) -> None:
    """Leave out operations that are for other audiences."""
    for called in api.operations.values():
        listed = called.raw.get("x-fern-audiences")
        if isinstance(listed, list) and not set(map(str, listed)) & set(map(str, audiences)):
            part.facts.add(Placed(called.at, "ignore", True, part.loc, source=SOURCE))


def _schemes(part: Part, api: Api) -> None:
    """Name the options of credentials: the file's schemes are found among the document's by what they are."""
    components = api.root.get("components")
    listed = components.get("securitySchemes") if isinstance(components, dict) else None
    schemes = listed if isinstance(listed, dict) else {}
    for _, given in part.parts():
        kind, header = given.text("scheme"), given.text("header")
        found = [
            name
            for name, raw in schemes.items()
            if isinstance(raw, dict)
            and (raw.get("name") == header if header else kind is not None and raw.get("scheme") == kind)
        ]
        credential = given.under("token") if kind == "bearer" else given
        if not found:
            given.report_unmatched("the document has no security scheme of this kind")
            continue
        name, variable = credential.text("name"), credential.text("env")
        at = f"/components/securitySchemes/{found[0]}"
        if variable:
            part.facts.add(Placed(at, "env", variable, credential.under("env").loc, source=SOURCE))
        if name and header:
            part.facts.add(Placed(at, "name-override", name, credential.under("name").loc, source=SOURCE))


def _specs(part: Part, key: str) -> None:
    if isinstance(part.value, dict) and part.has(key):
        part.under(key).report_unmatched("overrides are overlays here: `generation.overlays` of gen.yaml")
    specs = part.under("specs")
    for spec in specs.items() if isinstance(specs.value, list) else ():
        if spec.has(key):
            spec.under(key).report_unmatched("overrides are overlays here: `generation.overlays` of gen.yaml")
        if spec.has("settings") and key == "overrides":
            spec.under("settings").report_unmatched("names follow from the document: docs/names.md")
