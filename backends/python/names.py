"""Names that this backend adds to those of the plan: dictionary types for arguments, readers of unions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from backends.python.unknown import UnknownMembers
from compiler.base.naming import lower, word_set
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import Id
from compiler.ir.references import declaration_refs, holding, in_circles, parts_of
from compiler.ir.types import Alias, Declaration, Kind, Scalar, Type, Union, core
from compiler.plan.plan import Derived, Plan

_HUMP = lazy_pattern(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


_CONVERTERS = {f"decode_{word}" for word in ("base64", "base64url", "date", "datetime", "decimal", "list", "map")}
"""Functions of the runtime that a file of models imports."""

MODEL_MEMBERS = (
    "self",
    "copy",
    "from_dict",
    "from_json",
    "given",
    "model_dump",
    "model_dump_json",
    "model_extra",
    "model_fields_set",
    "model_validate",
    "to_dict",
    "to_json",
    "validate",
)
"""Names that no field may have: the profile gives such a field another (D10.5)."""


PYDANTIC_MEMBERS = word_set(
    """
    construct copy dict from_dict from_json from_orm given json model_computed_fields model_config model_construct
    model_copy model_dump model_dump_json model_extra model_fields model_fields_set model_json_schema
    model_parametrized_name model_post_init model_rebuild model_validate model_validate_json model_validate_strings
    parse_file parse_obj parse_raw schema schema_json self to_dict to_json update_forward_refs validate
    """
)
"""Names that no field of a pydantic model may have: those of its base class, and ours."""

PYDANTIC_NAMES = word_set(
    """
    Annotated BASE64 BASE64URL Chooses DATE DATE_TIME DECIMAL Field NUMBER Reads TypeAliasType TypedJson
    """
)
"""Names that a file of pydantic models imports beside those of plain ones."""


TYPES = word_set(
    """
    Any Callable Codec Decimal FileInput Final Generic Get Iterable Literal Mapping Member Model NotRequired
    Required Sequence Shapes Tagged TypeAlias TypedDict UNSET UnknownMember UnknownNumber UnknownValue Unset
    """
)
"""Names that a file of models imports: by another name where a type of the document is called so."""

BUILTINS = word_set(
    """
    ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError
    BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError
    ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning
    EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning
    GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError
    IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError
    NotADirectoryError NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning
    PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError ResourceWarning
    RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError
    SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError
    UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError
    """
)
"""Classes that Python has everywhere: in an annotation above a class of such a name, type checkers see Python's."""


def derived_of_params(plan: Plan) -> Iterator[Derived]:
    """Yield the names of the dictionary types that may be given in place of models."""
    return Names(plan).derived()


def _param(target: Id) -> str:
    return f"param {target}"


class Names:
    """Names derived from those of the plan's types."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._types, self._named, self._others = (
            plan.wire.shapes,
            plan.wire.unions_and_aliases,
            plan.wire.all_but_models,
        )
        self._surface, self._derived = plan.surface.type_heads, plan.surface.derived
        self.unknown = UnknownMembers(plan)

    @cached_property
    def own(self) -> frozenset[str]:
        """Names of types that files of types also import from elsewhere, or that are builtins."""
        idents = {*(name.ident for name in self._surface.values()), *self._params.values()}
        return frozenset(idents & {*TYPES, *PYDANTIC_NAMES, *BUILTINS, *self.unknown.named.values()})

    @cached_property
    def anything(self) -> str:
        """The name of ``Any`` in files of types."""
        return "_Any" if "Any" in self.own else "Any"

    def param(self, target: Id) -> str:
        """Return the name of the dictionary type that may be given in place of a model."""
        return self._params[target]

    def has_param(self, target: Id) -> bool:
        """Tell whether a type given as an argument may be, or hold, a dictionary in place of a model."""
        return target in self._params

    def decoder(self, target: Id) -> str:
        """Return the name of the function that reads an enum, a union, or a recursive alias."""
        return self._decoders[target]

    def constants(self, target: Id) -> str:
        """Return the name of the class that has the values of an enum by name."""
        return self._derived[f"values {target}"]

    def recursive(self, target: Id) -> bool:
        """Tell whether an alias or union holds itself without a model in between."""
        return target in self._circles

    def quoted(self, target: Id) -> bool:
        """Tell whether an alias or union is printed as a quoted annotation.

        It is if it holds itself, or a type of another file (which may refer to this one), or another quoted type.
        """
        return target in self._quoted

    @cached_property
    def uncased(self) -> frozenset[str]:
        """Names of types that may also be names of attributes: those in scripts without capitals."""
        return frozenset(name.ident for name in self._surface.values() if name.ident == name.ident.lower())

    @cached_property
    def _quoted(self) -> set[Id]:
        return self._grown(self._circles | set(filter(self._leaves_its_file, self._named)))

    def _leaves_its_file(self, target: Id) -> bool:
        declared, home = self._named[target], self._surface[target].module
        return any(self._surface[other].module != home for other in declaration_refs(declared))

    @cached_property
    def _params(self) -> dict[Id, str]:
        return {target: self._derived[_param(target)] for target in self._wanting}

    def derived(self) -> Iterator[Derived]:
        """Yield the names of the dictionary types."""
        for target in self._wanting:
            ident = self._surface[target].ident
            forms = (f"{ident}Dict",) if ident.endswith(("Param", "Params")) else (f"{ident}Param", f"{ident}Dict")
            yield Derived(_param(target), target, forms)

    @cached_property
    def _wanting(self) -> set[Id]:
        """Models in requests, files, and the unions and aliases through which they are reached."""
        others = dict(self._others.items())
        found = {at for at in self._types if at not in others or holds_files(others[at])}
        found = {at for at in found if self._surface[at].requested}
        return {at for at in self._grown(found) if self._surface[at].requested}

    def _grown(self, found: set[Id]) -> set[Id]:
        """Add the unions and aliases that hold one of the types, and those that hold these, and so on."""
        named = {at: parts_of(item) for at, item in self._named.items()}
        return holding(named, found)

    @cached_property
    def _decoders(self) -> dict[Id, str]:
        taken: dict[str, Id] = {}
        for target in sorted(self._others):
            name = "decode_" + lower(_HUMP.sub("_", self._surface[target].ident))
            while name in taken or name in _CONVERTERS:
                name += "_"
            taken[name] = target
        return {target: name for name, target in taken.items()}

    @cached_property
    def _circles(self) -> set[Id]:
        named = {at: declaration_refs(item) for at, item in self._named.items()}
        return in_circles(named)


def holds_files(declared: Declaration) -> bool:
    """Tell whether values are files, or lists and maps of them, through unions and aliases only."""
    return isinstance(declared, Union | Alias) and any(map(is_file, parts_of(declared)))


def is_file(type_: Type) -> bool:
    """Tell whether a type is bytes, or lists or maps of them, for which a request takes files."""
    inner = core(type_)
    return isinstance(inner, Scalar) and inner.kind is Kind.BYTES
