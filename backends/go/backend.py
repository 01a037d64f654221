"""The Go backend: prints a module of one package, its runtime among its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from backends.go.breaks import BREAKS
from backends.go.calls import member_names, option_name, render_call, render_signature
from backends.go.clients import ClientPrinter, group_fields, package_name
from backends.go.derived import derived_names
from backends.go.docs import joined, plain
from backends.go.exchanges import TESTS
from backends.go.methods import MethodPrinter
from backends.go.models import ModelPrinter
from backends.go.names import names_of
from backends.go.package import local_use, module_file, runtime_files
from backends.go.profile import PROFILE
from backends.go.readme import GoSpeaker, examples
from backends.go.source import File
from backends.go.text import comment
from backends.go.types import types_of
from backends.go.validators import schema_file, validator_text
from backends.go.webhooks import WebhookPrinter
from backends.publishing import LanguageBackend
from backends.writer.gofmt import block

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
    tests = TESTS
    member_names = staticmethod(member_names)
    derived_names = staticmethod(derived_names)
    option_name = staticmethod(option_name)
    next_step = staticmethod(local_use)

    def handler_name(self, handler: str) -> str:
        """Return the name of the receiver's method."""
        return f"On{handler}"

    def package_files(self, plan: Plan) -> Mapping[str, str]:
        """Print the package, as gofmt leaves it."""
        return {**dict(_source_files(plan)), "go.mod": module_file(plan)}


def _source_files(plan: Plan) -> Iterator[tuple[str, str]]:
    yield "client.go", client_file(plan)
    for group in plan.surface.namespaces:
        yield f"{group.module}_api.go", group_file(plan, group)
    for module, ids in plan.surface.modules().items():
        yield f"{module}_models.go", model_file(plan, module, ids)
    if plan.receiver is not None:
        yield "webhooks.go", webhook_file(plan, plan.receiver)
    yield "validators.go", validator_text(_file(plan))
    yield "schemas.json", schema_file(plan)
    yield "example_test.go", examples(plan)
    yield from runtime_files(package_name(plan), bool(plan.wire.events), plan.surface.licence)


def _file(plan: Plan, doc: Sequence[str] = ()) -> File:
    return File(package_name(plan), plan.surface.licence, doc)


def client_file(plan: Plan) -> str:
    """Print the client."""
    wire, given = plan.wire, plan.surface.options.get("description")
    described = given if isinstance(given, str) else wire.summary
    said = f"Package {package_name(plan)} is a client of {wire.title}."
    client = _file(plan, comment(joined(said, plain(described), plain(wire.description))))
    ClientPrinter(plan, types_of(plan), names_of(plan), client).declare()
    return client.text()


def webhook_file(plan: Plan, receiver: Receiver) -> str:
    """Print what receives webhooks."""
    events = _file(plan)
    WebhookPrinter(types_of(plan), events).declare(receiver)
    return events.text()


def group_file(plan: Plan, group: Group) -> str:
    """Print the methods of a group."""
    file = _file(plan)
    said, name = joined(plain(group.description)), group.type_ident
    doc = comment(f"{name}: {said}" if said else f"{name} has the methods of {group.title or group.ident}.")
    file.declare(*doc, block(f"type {group.type_ident} struct {{", group_fields(group)))
    printer = MethodPrinter(plan, types_of(plan), names_of(plan), file)
    for method in group.methods:
        printer.declare(group, method)
    return file.text()


def model_file(plan: Plan, module: str, ids: Sequence[Id]) -> str:
    """Print the types of a file."""
    file = _file(plan)
    printer = ModelPrinter(types_of(plan), names_of(plan), file)
    for at in ids:
        printer.declare(at)
    return file.text()


BACKEND = GoBackend()
