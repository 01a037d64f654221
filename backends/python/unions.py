"""Prints unions and aliases: the type for annotations, and the reader that chooses a member (D11.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backends.python import code as py
from backends.python.docs import type_text
from backends.python.names import holds_files
from backends.python.scope import Scope
from backends.python.types import Types
from backends.records import Scoped, Table
from compiler.ir.node import Id, Json
from compiler.ir.references import declaration_refs, type_refs
from compiler.ir.tags import written_tags
from compiler.ir.types import Alias, Case, Const, Look, Model, Ref, Type, Union, constants


def in_order(types: Types, ids: Sequence[Id]) -> list[Id]:
    """Sort unions and aliases of one file so that each comes after those it refers to, where that is possible."""
    found: dict[Id, None] = {}
    own = set(ids)

    def visit(at: Id, path: frozenset[Id]) -> None:
        if at in found or at in path:
            return
        for target in declaration_refs(types.declared[at]):
            if target in own:
                visit(target, path | {at})
        found[at] = None

    for at in ids:
        visit(at, frozenset())
    return list(found)


class UnionPrinter:
    """Prints unions and aliases of one file; ``done`` are those that are printed above."""

    def __init__(self, types: Types, scope: Scope) -> None:
        self.types, self.scope = types, scope
        self.done: set[Id] = set()

    def statements(self, at: Id, declared: Union | Alias) -> Iterator[py.Stmt]:
        """Print the type and, for a union, its reader."""
        name = py.identifier(self.types.surface[at].ident)
        value = self._type(at, declared)
        yield py.declare(name, self.scope.use("typing", "TypeAlias"), value, apart=True)
        text = type_text(declared)
        if text is not None:
            yield py.Doc(text)
        if self.types.has_codec(Ref(at)) and (isinstance(declared, Union) or self.types.names.recursive(at)):
            yield self._reader_statement(at, declared)
        self.done.add(at)

    def _type(self, at: Id, declared: Union | Alias) -> py.Expr:
        """Print the value of the alias; one that holds itself, or types of other files, is quoted, since it cannot be
        evaluated here."""
        value = self._plain_type(at, declared)
        if self.types.is_sent(at) and holds_files(declared):
            self.scope.runtime("files", "FileInput")  # the alias is evaluated
        if self.types.names.quoted(at):
            return py.string(value.text)
        for target in declaration_refs(declared):
            self.scope.local(self.types.module(target), self.types.surface[target].ident)
        return value

    def _plain_type(self, at: Id, declared: Union | Alias) -> py.Expr:
        sent = self.types.is_sent(at)
        if isinstance(declared, Alias):
            return self.types.annotation(declared.type, self.scope, sent=sent)
        parts = [self.types.annotation(case.type, self.scope, sent=sent) for case in declared.cases]
        if any(part.text == self.types.names.anything for part in parts):
            return py.raw(self.types.names.anything)
        if self.types.keeps_unknown(declared):
            parts.append(self.types.unknown(declared, self.scope))
        return py.union(parts or [self.scope.use("typing", "Any")])

    # ------------------------------------------------------------------ readers

    def _reader_statement(self, at: Id, declared: Union | Alias) -> py.Stmt:
        """Print the reader with its type, which checkers cannot tell where files refer to each other."""
        name, reader = py.raw(self.types.names.decoder(at)), self._reader(at, declared)
        kind = reader.func if isinstance(reader, py.Call) else self.scope.runtime("convert", "Codec")
        return py.declare(name, kind, reader, apart=True)

    def _reader(self, at: Id, declared: Union | Alias) -> py.Expr:
        if isinstance(declared, Alias):
            return self._later(declared.type)
        if declared.tag is not None:
            return self._tagged(at, declared, declared.tag)
        return self._shapes(at, declared, declared.cases)

    def _shapes(self, at: Id, declared: Union, cases: Sequence[Case], default: Type | None = None) -> py.Expr:
        given = self.types.surface[at].requested
        members = [self._member(case, self.types.forms.says(declared, case, given=given)) for case in cases]
        if default is not None:
            members.append(py.Call(self.scope.runtime("unions", "Member"), [self._decoder(default)]))
        tags = self._tags(declared) if declared.tag is None else ()
        return py.Call(self.scope.runtime("unions", "Shapes"), [*members, *self._unknown(declared), *tags])

    def _unknown(self, declared: Union) -> Iterator[py.Expr]:
        """Print the class of unknown members that a reader makes, if it has a tag."""
        if self.types.keeps_unknown(declared) and self.types.names.unknown.tag(declared) is not None:
            yield py.Keyword("unknown", self.types.unknown(declared, self.scope))

    def _tagged(self, at: Id, declared: Union, tag: str) -> py.Expr:
        arguments: list[py.Expr] = [py.string(tag)]
        pairs: list[py.Expr] = []
        for value, cases in declared.by_tag().items():
            if len(cases) > 1:
                pairs.append(py.Pair(py.string(value), self._shapes(at, declared, cases)))
            elif self._tells_tag(cases[0], tag):
                arguments.append(self._decoder(cases[0].type))
            else:
                pairs.append(py.Pair(py.string(value), self._decoder(cases[0].type)))
        if pairs:
            arguments.append(py.Collection("{", pairs, "}"))
        elif len(arguments) > 1 and self._says_all(at, declared):
            return py.Call(
                self.scope.runtime("unions", "Tagged"), [py.string(tag), py.raw(self.types.surface[at].ident)]
            )
        untagged, tagless = declared.untagged(), declared.tagless()
        if untagged:
            arguments.append(py.Keyword("default", self._shapes(at, declared, untagged, declared.default)))
        elif declared.default is not None:
            arguments.append(py.Keyword("default", self._decoder(declared.default)))
        if len(tagless) > len(untagged):
            arguments.append(py.Keyword("absent", self._shapes(at, declared, tagless, declared.default)))
        arguments += [*self._unknown(declared), *self._tags(declared)]
        return py.Call(self.scope.runtime("unions", "Tagged"), arguments)

    def _tags(self, declared: Union) -> Iterator[py.Expr]:
        """Print the tags that a union writes, by the classes of the models that do not declare them."""
        found = written_tags(declared, self.types.declared)
        pairs: list[py.Expr] = []
        for at, tags in found.items():
            base = self.scope.local(self.types.module(at), self.types.surface[at].ident)
            pairs.append(py.tuple_of([base, py.literal(dict(tags))]))
        if pairs:
            yield py.Keyword("tags", py.tuple_of(pairs))

    def _says_all(self, at: Id, declared: Union) -> bool:
        """Tell whether the type, which is defined above, says all that the reader needs."""
        written = any(case.written is not None for case in declared.cases)
        return not (self.types.names.quoted(at) or declared.tagless() or declared.default or written)

    def _tells_tag(self, case: Case, tag: str) -> bool:
        """Tell whether a member is a class of the file that has its tag as the default of an argument of the same
        name."""
        declared = self.types.declared[case.type.target] if isinstance(case.type, Ref) else None
        if self.types.pydantic or not isinstance(declared, Model) or not isinstance(case.type, Ref):
            return False
        if self.types.module(case.type.target) != self.scope.home:
            return False
        ident = self.types.members(case.type.target).get(tag)
        field = next((field for field in declared.fields if field.wire == tag), None)
        given = field is not None and field.required and isinstance(field.type, Const) and (field.type.value,)
        return ident == tag and given == case.tags

    def _member(self, case: Case, says: bool) -> py.Expr:
        arguments = [self._decoder(case.type), *[py.string(kind) for kind in case.kinds]]
        if says and not self.types.is_model(case.type):  # a mapping is read as a model first
            arguments.append(py.Keyword("encode", self._encoder(case.type)))
        arguments += self._looks(case)
        return py.Call(self.scope.runtime("unions", "Member"), arguments)

    def _looks(self, look: Case | Look) -> list[py.Keyword]:
        """Print the features of values besides their JSON types."""
        return py.keywords(_LOOK.facts(look, self))

    def item(self, look: Look) -> py.Expr:
        """Print the look of an item of a list."""
        kinds = [py.string(kind) for kind in look.kinds]
        return py.Call(self.scope.runtime("unions", "Member"), [py.raw("None"), *kinds, *self._looks(look)])

    def _decoder(self, type_: Type) -> py.Expr:
        if self._stands_below(type_):
            return self._later(type_)
        return self.types.reads(type_, self.scope) or py.raw("None")

    def _encoder(self, type_: Type) -> py.Expr:
        found = self.types.writes(type_, self.scope) or self.scope.runtime("convert", "keep")
        below = any(map(self._is_below, self._written(type_)))
        return py.raw(f"lambda value: {found.text}(value)") if below else found

    def _written(self, type_: Type) -> Iterator[Id]:
        """Yield the unions whose writers an expression names; the writer of a recursive alias is that of its type."""
        for target in self._direct(type_):
            declared = self.types.declared[target]
            if isinstance(declared, Alias):
                yield from self._written(declared.type)
            else:
                yield target

    def _stands_below(self, type_: Type) -> bool:
        """Tell whether a reader is needed that this file defines further down."""
        return any(map(self._is_below, self._direct(type_)))

    def _is_below(self, target: Id) -> bool:
        return target not in self.done and self.types.module(target) == self.scope.home

    def _later(self, type_: Type) -> py.Expr:
        """Print a function that looks up its readers when it is called."""
        return py.raw(f"lambda data: {self.types.decoded(type_, py.raw('data'), self.scope).text}")

    def _direct(self, type_: Type) -> Iterator[Id]:
        """Yield the unions and recursive aliases whose readers an expression names."""
        for target in type_refs(type_):
            declared = self.types.declared[target]
            if isinstance(declared, Union):
                yield target
            elif isinstance(declared, Alias):
                if self.types.names.recursive(target):
                    yield target
                else:
                    yield from self._direct(declared.type)


def _consts(consts: tuple[tuple[str, Json], ...]) -> py.Expr:
    return py.literal(
        {key: values[0] if len(values) == 1 else tuple(values) for key, values in constants(consts).items()}
    )


_LOOK = Table(
    Look,
    "keys consts rest values form items",
    py.literal,
    consts=_consts,
    form=Scoped(lambda form, union: union.scope.runtime("convert", f"decode_{form.replace('-', '')}")),
    items=Scoped(lambda items, union: py.tuple_of([union.item(item) for item in items])),
)
