"""The Go backend: prints a module of one package, its runtime among its files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from backends.go.breaks import BREAKS
from backends.go.calls import member_names, option_name, render_call, render_signature
from backends.go.clients import ClientPrinter, group_fields, package_name
from backends.go.derived import derived_names
from backends.go.docs import joined, plain
from backends.go.exchanges import test_files
from backends.go.methods import MethodPrinter
from backends.go.models import ModelPrinter
from backends.go.names import Names, names_of
from backends.go.package import local_use, module_file, runtime_files
from backends.go.profile import PROFILE
from backends.go.readme import GoSpeaker, examples
from backends.go.source import File
from backends.go.text import comment
from backends.go.types import Types, types_of
from backends.go.validators import schema_file, validator_text
from backends.go.webhooks import WebhookPrinter
from backends.publishing import LanguageBackend
from backends.writer.gofmt import block
from compiler.plan.parts import kept_parts, part

if TYPE_CHECKING:
    from compiler.ir.node import Id
    from compiler.plan.plan import Group, Plan, Receiver


class GoBackend(LanguageBackend):
    """Prints ``go.mod``, ``README.md`` and the files of the package."""

    target = "go"
    title = "Go"
    profile = PROFILE
    weight = 13
    breaks = BREAKS
    render_call = staticmethod(render_call)
    render_signature = staticmethod(render_signature)
    speaker = GoSpeaker
    tests = staticmethod(test_files)
    member_names = staticmethod(member_names)
    derived_names = staticmethod(derived_names)
    option_name = staticmethod(option_name)
    next_step = staticmethod(local_use)

    def settle(self, plan: Plan) -> None:
        """Work out again what of the facts that many files share may have changed."""
        parts = kept_parts(plan)
        if parts is not None:
            parts.settle_facts(types_of(plan), names_of(plan))

    def handler_name(self, handler: str) -> str:
        """Return the name of the receiver's method."""
        return f"On{handler}"

    def code(self, plan: Plan) -> Mapping[str, str]:
        """Print the package, as gofmt leaves it."""
        return {**dict(_Printer(plan).files()), "go.mod": module_file(plan)}


class _Printer:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    @property
    def package(self) -> str:
        return package_name(self.plan)

    @property
    def types(self) -> Types:
        return types_of(self.plan)

    @property
    def names(self) -> Names:
        return names_of(self.plan)

    def file(self, doc: Sequence[str] = ()) -> File:
        return File(self.package, self.plan.surface.licence, doc)

    def files(self) -> Iterator[tuple[str, str]]:
        yield self._part("client.go", self._client)
        for group in self.plan.surface.namespaces:
            yield self._part(f"{group.module}_api.go", partial(self._group, group), group)
        for module, ids in self.plan.surface.modules().items():
            yield self._part(f"{module}_models.go", partial(self._models, ids), ids)
        if self.plan.receiver is not None:
            yield self._part("webhooks.go", partial(self._events, self.plan.receiver), self.plan.receiver)
        yield "validators.go", validator_text(self.file())
        yield self._part("schemas.json", lambda: schema_file(self.plan, self.types))
        yield "example_test.go", examples(self.plan)
        yield from runtime_files(self.package, bool(self.plan.wire.events), self.plan.surface.licence)

    def _part(self, path: str, make: Callable[[], str], *given: object) -> tuple[str, str]:
        return path, part(self.plan, path, given, make)

    def _client(self) -> str:
        client = self.file(self._package_doc())
        ClientPrinter(self.plan, self.types, self.names, client).declare()
        return client.text()

    def _events(self, receiver: Receiver) -> str:
        events = self.file()
        WebhookPrinter(self.types, events).declare(receiver)
        return events.text()

    def _group(self, group: Group) -> str:
        file = self.file()
        said, name = joined(plain(group.description)), group.type_ident
        doc = comment(f"{name}: {said}" if said else f"{name} has the methods of {group.title or group.ident}.")
        file.declare(*doc, block(f"type {group.type_ident} struct {{", group_fields(group)))
        printer = MethodPrinter(self.plan, self.types, self.names, file)
        for method in group.methods:
            printer.declare(group, method)
        return file.text()

    def _models(self, ids: Sequence[Id]) -> str:
        file = self.file()
        printer = ModelPrinter(self.types, self.names, file)
        for at in ids:
            printer.declare(at)
        return file.text()

    def _package_doc(self) -> Sequence[str]:
        wire, given = self.plan.wire, self.plan.surface.options.get("description")
        described = given if isinstance(given, str) else wire.summary
        return comment(
            joined(f"Package {self.package} is a client of {wire.title}.", plain(described), plain(wire.description))
        )


BACKEND = GoBackend()
