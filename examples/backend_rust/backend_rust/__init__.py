"""A language in a page: the types of an API in Rust, and a trait with the signatures of each group of methods.

It has no runtime: it shows what a backend has to write where the plan leaves nothing to decide.
`docs/adding-a-language.md` tells what a language adds to this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import codegen_sdk  # noqa: F401  (leads to `backends` and `compiler`, which the wheel keeps below this package)
from backend_rust.profile import PROFILE
from backend_rust.types import Types, comment
from backends import Backend, Language
from backends.writer.notice import notice
from compiler.ir.wire import WireOperation
from compiler.plan.plan import Argument, Derived, Group, Method, Plan
from compiler.plan.type_facts import Outcome, is_several, may_be_nothing, outcome_of, result_words

_HEAD = (
    "#![allow(dead_code, nonstandard_style, unused_imports, uncommon_codepoints, text_direction_codepoint_in_comment)]"
)


class RustBackend(Backend):
    """Prints a crate that needs the standard library alone."""

    target = "rust"
    title = "Rust"
    contract = 2
    profile = PROFILE

    def derived_names(self, plan: Plan) -> Iterable[Derived]:
        """Name the enums of methods that have results of several types: the plan makes the names unique."""
        for method in plan.surface.methods():
            if is_several(plan.wire.operations[method.operation]):
                name = PROFILE.identifier("type", " ".join((*plan.surface.path(method), "result")))
                yield Derived(_key(method), method.operation, (name,))

    def emit(self, plan: Plan, languages: Sequence[Language]) -> Mapping[str, str]:
        """Print types by their files, and the methods of all groups in one."""
        types, modules = Types(plan), plan.surface.modules()
        head = notice(plan.surface.licence, "//")
        listed = "".join(f"mod {module};\npub use {module}::*;\n" for module in modules)
        lib = f"{_HEAD}\n\npub mod client;\npub mod models;\npub mod runtime;\n"
        texts = {"lib": lib, "models/mod": f"pub use super::runtime::*;\n\n{listed}", "runtime": _prelude()}
        for module, found in modules.items():
            texts[f"models/{module}"] = "\n".join(["use super::*;\n", *map(types.declaration, found)])
        texts["client"] = "\n".join(
            ["use super::models;\nuse super::runtime::*;\n", *_client(plan, Types(plan, "models::"))]
        )
        files = {f"src/{path}.rs": f"{head}\n\n{text}" for path, text in texts.items()}
        about = f'[package]\nname = "{plan.surface.package}"\nversion = "{plan.surface.version}"\nedition = "2021"\n'
        return {"Cargo.toml": f"{about}\n[lib]\ndoctest = false\n", **files}

    def render_signature(self, plan: Plan, method: Method) -> str:
        """Write a signature, for the reference pages."""
        return _signature(plan, Types(plan), method, method.ident)

    def render_call(self, plan: Plan, method: Method) -> str:
        """Write a call by the names of its arguments."""
        taken = [item.ident for item in method.alone]
        taken += [] if method.request is None else [method.request.argument]
        return f"client.{'().'.join(plan.surface.path(method))}({', '.join(taken)})"


def _prelude() -> str:
    return Path(__file__).with_name("prelude.rs").read_text("utf-8")


def _key(method: Method) -> str:
    return " ".join(("result", ".".join(method.group), method.operation))


# --------------------------------------------------------------------------- methods


def _client(plan: Plan, types: Types) -> Iterator[str]:
    """Print what methods take, what they return, and a trait for each group."""
    for name, method in plan.surface.requests().items():
        fields = "".join(f"    pub {item.ident}: {_argument(item, types)},\n" for item in method.packed)
        yield f"#[derive(Clone, Debug)]\npub struct {name} {{\n{fields}}}\n"
    for method in plan.surface.methods():
        operation = plan.wire.operations[method.operation]
        if is_several(operation):
            pairs = zip(result_words(operation.values, types.names), operation.values, strict=True)
            cases = "".join(f"    {PROFILE.identifier('type', word)}({types.text(item)}),\n" for word, item in pairs)
            yield f"#[derive(Clone, Debug)]\npub enum {plan.surface.derived[_key(method)]} {{\n{cases}}}\n"
    for group in plan.surface.groups.values():
        yield _trait(plan, types, group)


def _trait(plan: Plan, types: Types, group: Group) -> str:
    lines = [f"    fn {item.ident}(&self) -> &dyn {plan.surface.class_of(item)};\n" for item in group.groups]
    for method in group.methods:
        operation = plan.wire.operations[method.operation]
        lines += [f"    /// {line}\n" for line in comment(operation.summary or operation.path)]
        lines += [f"    {_signature(plan, types, method, name)};\n" for name in (method.ident, *method.aliases)]
    return f"pub trait {plan.surface.class_of(group)} {{\n{''.join(lines)}}}\n"


def _signature(plan: Plan, types: Types, method: Method, name: str) -> str:
    taken = ["&self", *(f"{item.ident}: {_argument(item, types)}" for item in method.alone)]
    if method.request is not None:
        given = method.request.ident
        taken.append(f"{method.request.argument}: {given if method.request.required else f'Option<{given}>'}")
    result = _returned(plan, types, method, plan.wire.operations[method.operation])
    return f"fn {name}({', '.join(taken)}) -> Result<{result}, ApiError>"


def _argument(item: Argument, types: Types) -> str:
    return types.slot(item.type, item.required, nullable=item.nullable)


def _returned(plan: Plan, types: Types, method: Method, operation: WireOperation) -> str:
    value = types.text(operation.values[0]) if operation.values else "Json"
    value = plan.surface.derived[_key(method)] if is_several(operation) else value
    value = f"Option<{value}>" if may_be_nothing(operation) else value
    match outcome_of(operation):
        case Outcome.NOTHING:
            return "()"
        case Outcome.VALUE:
            return value
        case Outcome.DOWNLOAD:
            return "Download"
        case Outcome.STREAM:
            return f"Stream<{value}>"
        case Outcome.PLAIN_PAGE:
            return f"PlainPage<{value}>"
        case Outcome.PAGE:
            item = operation.pages.item if operation.pages is not None else None
            return f"Page<{value}, {'Json' if item is None else types.text(item)}>"


BACKEND = RustBackend()
