"""The TypeScript backend: sources, and their JavaScript (ESM and CommonJS) and declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from backends.publishing import LanguageBackend
from backends.typescript.breaks import BREAKS
from backends.typescript.calls import render_call
from backends.typescript.clients import client_file, index_file
from backends.typescript.errors import error_file
from backends.typescript.exchanges import TESTS
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
    tests = TESTS
    profile_for = staticmethod(profile_for)

    def next_step(self, plan: Plan, folder: str) -> str:
        """Write the line to type next."""
        return f"npm install {folder}"

    def package_files(self, plan: Plan) -> Mapping[str, str]:
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
    surface = plan.surface
    modules = surface.modules()
    for module, members in modules.items():
        yield from _printed(f"models/{module}", model_texts(plan, module, members))
    yield from _printed("models/index", _texts(plan, "models/index", model_index(modules)))
    for group in surface.namespaces:
        yield from _printed(home_of(group), group_texts(plan, group))
    for stem in _WHOLE:
        yield from _printed(stem, texts_of(plan, stem))


_WHOLE: Mapping[str, Callable[[Sdk], File | None]] = {
    "client": client_file,
    "validators": validator_file,
    "answers": answer_file,
    "security": lambda sdk: security_file(sdk.plan, sdk.schemes),
    "webhooks": webhook_file,
    "codecs": lambda sdk: sdk.codecs.file(),
    "errors": lambda sdk: error_file(sdk.plan, sdk.types),
    "index": index_file,
}
"""The modules of which there is one; None where an SDK needs none."""


def _printed(stem: str, texts: Texts | None) -> Iterator[tuple[str, Texts]]:
    if texts is not None:
        yield stem, texts


def model_texts(plan: Plan, module: str, members: Sequence[Id]) -> Texts | None:
    """Print a module of types."""
    return _texts(plan, f"models/{module}", model_file(sdk_of(plan).types, module, members))


def group_texts(plan: Plan, group: Group) -> Texts | None:
    """Print the module of a group."""
    return _texts(plan, home_of(group), group_file(sdk_of(plan), group))


def texts_of(plan: Plan, stem: str) -> Texts | None:
    """Print one of the modules of which there is one."""
    return _texts(plan, stem, _WHOLE[stem](sdk_of(plan)))


def _texts(plan: Plan, stem: str, file: File | None) -> Texts | None:
    if file is None:
        return None
    texts = dict(file.texts(plan.surface.licence, stem))
    file.ts, file.dts = [], []
    return texts, file


BACKEND = TypeScriptBackend()
