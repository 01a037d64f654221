"""The TypeScript backend: sources, and their JavaScript (ESM and CommonJS) and declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from backends.publishing import LanguageBackend
from backends.typescript.breaks import BREAKS
from backends.typescript.calls import render_call
from backends.typescript.clients import client_file, index_file
from backends.typescript.errors import error_file
from backends.typescript.exchanges import test_files
from backends.typescript.files import File
from backends.typescript.groups import group_file
from backends.typescript.linked import linked_files
from backends.typescript.models import model_file, model_index
from backends.typescript.package import package_json, runtime_files, small_files
from backends.typescript.profile import PROFILE, profile_for
from backends.typescript.readme import TypeScriptSpeaker
from backends.typescript.scope import linked
from backends.typescript.sdk import Sdk, home_of, sdk_of
from backends.typescript.security import security_file
from backends.typescript.signatures import render_signature
from backends.typescript.validators import answer_file, validator_file
from backends.typescript.webhooks import webhook_file
from compiler.plan.parts import part

if TYPE_CHECKING:
    from compiler.ir.node import Id
    from compiler.plan.plan import Group, Plan


class TypeScriptBackend(LanguageBackend):
    """Prints ``package.json``, ``README.md``, the sources in ``src`` and what runs in ``dist``.

    ``dist`` is printed beside the sources rather than left to a build step, so that ``npm install ./sdk/typescript``
    works at once, without a compiler and without a network.
    """

    target = "typescript"
    title = "TypeScript"
    profile = PROFILE
    weight = 16
    breaks = BREAKS
    render_call = staticmethod(render_call)
    render_signature = staticmethod(render_signature)
    speaker = TypeScriptSpeaker
    tests = staticmethod(test_files)
    profile_for = staticmethod(profile_for)

    def settle(self, plan: Plan) -> None:
        """Work out again what of the facts that many files share may have changed."""
        sdk = sdk_of(plan)
        if sdk.parts is not None:
            sdk.parts.settle_facts(sdk, sdk.types, sdk.codecs)

    def next_step(self, plan: Plan, folder: str) -> str:
        """Write the line to type next."""
        return f"npm install {folder}"

    def code(self, plan: Plan) -> Mapping[str, str]:
        """Print the modules and the runtime."""
        files = dict(runtime_files())
        linking: list[File] = []
        for stem, (texts, file) in _modules(plan):
            files.update(texts)
            linking += [file] if linked(stem) else []
        files.update(linked_files(linking, plan.surface.licence))
        files.update(small_files())
        return {**files, "package.json": package_json(plan, webhooks=bool(plan.wire.events))}


Texts = tuple[Mapping[str, str], File]
"""The files of a module by path, and the module without its TypeScript."""


def _modules(plan: Plan) -> Iterator[tuple[str, Texts]]:
    """Print the modules, those that are linked in the order in which they are."""

    def printed(stem: str, make: Callable[[Sdk], File | None], *given: object) -> Iterator[tuple[str, Texts]]:
        found = part(plan, stem, given, lambda: _texts(plan, stem, make(sdk_of(plan))))
        if found is not None:
            yield stem, found

    modules = plan.surface.modules()
    for module, members in modules.items():
        yield from printed(f"models/{module}", partial(_model_file, module, members), members)
    yield from printed("models/index", lambda _: model_index(modules), tuple(modules))
    for group in plan.surface.namespaces:
        yield from printed(home_of(group), partial(_group_file, group), group)
    yield from printed("client", client_file)
    yield from printed("validators", validator_file)
    yield from printed("answers", answer_file)
    yield from printed("security", lambda sdk: security_file(plan, sdk.schemes))
    yield from printed("webhooks", webhook_file)
    yield from printed("codecs", lambda sdk: sdk.codecs.file())
    yield from printed("errors", lambda sdk: error_file(plan, sdk.types))
    yield from printed("index", index_file)


def _model_file(module: str, members: Sequence[Id], sdk: Sdk) -> File:
    return model_file(sdk.types, module, members)


def _group_file(group: Group, sdk: Sdk) -> File:
    return group_file(sdk, group)


def _texts(plan: Plan, stem: str, file: File | None) -> Texts | None:
    if file is None:
        return None
    texts = dict(file.texts(plan.surface.licence, stem))
    file.ts, file.dts = [], []
    return texts, file


BACKEND = TypeScriptBackend()
