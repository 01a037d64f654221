"""Prints the parameters of methods: positional arguments, the object of named ones, options (D4.9, D4.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from backends.typescript.docs import argument_text
from backends.typescript.models import or_undefined, property_line
from backends.typescript.scope import Scope
from backends.typescript.text import comment, key, string
from backends.typescript.types import Types
from backends.writer import Doc, Indent, bracketed
from backends.writer import Group as Laid
from backends.writer.prettier import INDENT, alternatives, fits, labelled
from compiler.ir.node import mutable
from compiler.ir.types import Model
from compiler.plan.plan import Argument, Method, RequestObject


@mutable
class ArgumentPrinter:
    """Prints the arguments of the methods of one file; ``homes`` has the file of each object's type."""

    types: Types
    homes: Mapping[str, str]
    scope: Scope

    # ------------------------------------------------------------------ the type of the object

    def declaration(self, method: Method, where: str) -> str:
        """Print the type of a method's object of arguments, unless another file has it."""
        request = method.request
        if request is None or self.homes[request.ident] != self.scope.home:
            return ""
        base = self._base(method)
        needed = method.fields.needed if method.fields is not None else []
        packed = [item for item in method.packed if not (base and item.field)]
        lines = [self._member(item, item.required or item in needed) for item in packed]
        if base is None and self._is_open(method):
            lines.append(f"{INDENT}[key: string]: unknown;\n")
        body = f"{{\n{''.join(lines)}}}\n" if lines else "{}\n"
        return comment(f"Arguments of `{where}`.") + interface_head(request.ident, [base] if base else [], body)

    def _base(self, method: Method) -> str | None:
        """Return the body's own type, if its properties are the same as the arguments that form it."""
        fields = method.fields
        if fields is None or fields.fixed:
            return None
        name = self.types.names[fields.model]
        model, members = self.types.whole[fields.model], self.types.within(fields.model)
        if isinstance(model, Model) and len(model.fields) > len(fields.arguments):
            return None
        if any(item.ident != members[item.wire] for item in fields.arguments):
            return None
        return self.scope.type(f"models/{name.module}", name.ident)

    def _is_open(self, method: Method) -> bool:
        """Tell whether the document allows undeclared properties in the body."""
        model = self.types.whole[method.fields.model] if method.fields is not None else None
        return isinstance(model, Model) and model.additional is not None

    def _member(self, item: Argument, needed: bool) -> str:
        members = self.types.members(item.type, self.scope, sent=True)
        if item.nullable:
            members.append("null")
        said = comment(argument_text(item), 1)
        return said + property_line(item.ident, needed, members if needed else or_undefined(members))

    # ------------------------------------------------------------------ signatures

    def signatures(self, method: Method, more: str = "") -> list[list[Doc]]:
        """Print the parameters of a method; if it requires a body, also those of a call with the body in its options.

        ``more`` follows the type of the object.
        """
        alone = [self._parameter(item) for item in method.alone]
        request = method.request
        if request is None:
            return [[*alone, self._options(method)]]
        kind: Doc = self._kind(request) + more
        if _must_have_fields(method):
            bare: Doc = [f"{request.argument}: ", self._bare(method, request)]
            return [
                [*alone, f"{request.argument}: {kind}", self._options(None)],
                [*alone, bare, ["options: ", self._generic("WholeBody", [self._body(method)])]],
            ]
        if method.fields is not None and method.fields.needs:
            kind = alternatives([kind, Indent(self._bare(method, request))])
        said = "" if request.required else "?"
        return [[*alone, labelled(f"{request.argument}{said}: ", kind), self._options(method)]]

    def implemented(self, method: Method) -> list[Doc]:
        """Print the parameters of the implementation behind several signatures."""
        request = method.request
        assert request is not None
        alone = map(self._parameter, method.alone)
        if method.switch is not None:
            options: Doc = f"options?: {self.scope.runtime_type('RequestOptions')}<unknown>"
            kind: Doc = f"object & {{ readonly {key(method.switch.argument.ident)}?: unknown }}"
            return [*alone, [f"{request.argument}{'' if request.required else '?'}: ", kind], options]
        options = labelled("options?: ", self._generic("RequestOptions", [self._body(method)]))
        kind = alternatives([self._kind(request), Indent(self._bare(method, request))])
        return [*alone, labelled(f"{request.argument}: ", kind), options]

    def _kind(self, request: RequestObject) -> str:
        return self.scope.type(self.homes[request.ident], request.ident)

    def _bare(self, method: Method, request: RequestObject) -> Doc:
        """Print the type of the object without the properties of the body."""
        others: list[Doc] = [string(item.ident) for item in method.packed if not item.field]
        kept = [alternatives(others)] if others else []
        return self._generic("NoFields", [self._kind(request), *kept])

    def _options(self, method: Method | None) -> Doc:
        """Print the options; where the body is not given by properties, they take the whole body."""
        whole = method.whole_body if method is not None else None
        if method is None or whole is None or (method.fields is None and whole.required):
            return f"options?: {self.scope.runtime_type('RequestOptions')}"
        return labelled("options?: ", self._generic("RequestOptions", [self._body(method)]))

    def _body(self, method: Method) -> Doc:
        whole = method.whole_body
        assert whole is not None
        return self.types.doc(whole.type, self.scope, sent=True, nullable=whole.nullable)

    def _generic(self, name: str, arguments: list[Doc]) -> Doc:
        return applied(self.scope.runtime_type(name), arguments)

    def _parameter(self, item: Argument) -> Doc:
        kind = self.types.doc(item.type, self.scope, sent=True, nullable=item.nullable)
        return labelled(f"{item.ident}{'' if item.required else '?'}: ", kind)


def _must_have_fields(method: Method) -> bool:
    """Tell whether a call must give properties of the body, unless its options have the whole body."""
    return method.fields is not None and any(item.required for item in method.fields.arguments)


def plain(method: Method) -> list[str]:
    """Print the parameters of a method in JavaScript."""
    packed = [method.request.argument] if method.request is not None else []
    return [*(item.ident for item in method.alone), *packed, "options"]


def given(method: Method) -> list[str] | str:
    """Print all arguments by their keys in the runtime: entries of an object, or an existing object."""
    request = method.request
    if request is not None and not method.alone:
        return request.argument
    keys = {
        (item.parameter.place, item.parameter.wire): item.ident or item.parameter.wire for item in method.parameters
    }
    own = [f"...{request.argument}"] if request is not None else []
    for item in method.alone:
        name = keys.get((item.place, item.wire), item.ident)
        own.append(item.ident if name == item.ident else f"{key(name)}: {item.ident}")
    return own


def interface_head(ident: str, bases: Sequence[str], body: str) -> str:
    """Print an exported interface; ``body`` is in its braces."""
    head = f"export interface {ident}"
    if not bases:
        return f"{head} {body}"
    line = f"{head} extends {', '.join(bases)} "
    if fits(line + body.partition("\n")[0]):
        return line + body
    listed = f",\n{INDENT * 2}".join(bases)
    return f"{head}\n{INDENT}extends {listed} {body}"


def applied(name: str, arguments: list[Doc]) -> Doc:
    """Print a generic type with its arguments."""
    if len(arguments) == 1 and isinstance(arguments[0], str):
        return f"{name}<{arguments[0]}>"
    return bracketed(f"{name}<", [_unindented(item) for item in arguments], ">", trailing="")


def _unindented(doc: Doc) -> Doc:
    """Remove a union's own line break: a type argument already has one."""
    if isinstance(doc, Laid) and isinstance(doc.body, Indent) and isinstance(doc.body.body, list):
        return Laid(doc.body.body[1:])
    return doc
