"""The TypeScript backend: sources, and their JavaScript (ESM and CommonJS) and declarations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from backends import Backend
from backends.publishing import OWNED
from backends.readme import CHANGELOG, changelog
from backends.typescript.calls import render_call
from backends.typescript.clients import client_file, index_file
from backends.typescript.errors import error_file
from backends.typescript.exchanges import test_files
from backends.typescript.files import File
from backends.typescript.groups import Sdk, group_file, home_of, new_sdk
from backends.typescript.linked import linked_files
from backends.typescript.models import model_files
from backends.typescript.package import package_json, runtime_files, small_files
from backends.typescript.profile import PROFILE, profile_for
from backends.typescript.publishing import around
from backends.typescript.readme import readme, speaker
from backends.typescript.scope import linked
from backends.typescript.security import security_file
from backends.typescript.signatures import render_signature
from backends.typescript.validators import validator_file
from backends.typescript.webhooks import webhook_file

if TYPE_CHECKING:
    from backends import Language
    from compiler.base.naming import Profile
    from compiler.ir.node import Json
    from compiler.ir.plan import Plan


class TypeScriptBackend(Backend):
    """Prints ``package.json``, ``README.md``, the sources in ``src`` and what runs in ``dist``.

    ``dist`` is printed beside the sources rather than left to a build step, so that ``npm install ./sdk/typescript``
    works at once, without a compiler and without a network.
    """

    target = "typescript"
    title = "TypeScript"
    profile = PROFILE
    weight = 16
    owned = OWNED
    render_call = staticmethod(render_call)
    render_signature = staticmethod(render_signature)
    speaker = staticmethod(speaker)

    def profile_for(self, options: Mapping[str, Json]) -> Profile:
        """Return the naming rules for the setting ``propertyCase`` (D15)."""
        return profile_for(options)

    def next_step(self, plan: Plan, folder: str) -> str:
        """Write the line to type next."""
        return f"npm install {folder}"

    def emit(self, plan: Plan, languages: Sequence[Language]) -> Mapping[str, str]:
        """Print all files of the SDK."""
        sdk = new_sdk(plan)
        files = dict(runtime_files())
        modules = list(_modules(sdk))
        for stem, file in modules:
            files.update(file.texts(plan.surface.licence, stem))
        files.update(linked_files((file for stem, file in modules if linked(stem)), plan.surface.licence))
        files.update(small_files())
        webhooks = bool(plan.wire.events)
        files["package.json"] = package_json(plan, webhooks=webhooks)
        files["README.md"] = readme(plan)
        files[CHANGELOG] = changelog(plan)
        files.update(around(plan))
        if plan.surface.tests:
            files.update(test_files(sdk))
        return dict(sorted(files.items()))


def _modules(sdk: Sdk) -> Iterator[tuple[str, File]]:
    yield from model_files(sdk.types)
    for group in sdk.plan.surface.namespaces:
        yield home_of(group), group_file(sdk, group)
    yield "client", client_file(sdk)
    yield "validators", validator_file(sdk)
    rest = (
        ("security", security_file(sdk.plan, sdk.schemes)),
        ("webhooks", webhook_file(sdk)),
        ("codecs", sdk.codecs.file()),
        ("errors", error_file(sdk.plan, sdk.types)),
    )
    for stem, file in rest:
        if file is not None:
            yield stem, file
    yield "index", index_file(sdk)


BACKEND = TypeScriptBackend()
