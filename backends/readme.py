"""What the READMEs of all languages tell: which features a document uses, the method that shows each, and what holds
in every language. The code is each language's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from compiler.ir.node import Id
from compiler.ir.plan import BodyKind, Group, Method, Place, Plan, Retries, WireOperation


@dataclass(frozen=True, slots=True)
class Shown:
    """The methods that a README shows; None where the document has no such feature."""

    first: Method | None
    """What the document marks, else something paged, else what needs least."""
    small: Method | None
    """Reads something and needs little: for options, errors, whole responses."""
    paged: Method | None
    streamed: Method | None
    upload: Method | None
    download: Method | None

    def methods(self) -> list[Method]:
        """Give them all."""
        found = (self.first, self.small, self.paged, self.streamed, self.upload, self.download)
        return [method for method in found if method is not None]


def methods_of(plan: Plan) -> Iterator[Method]:
    """Yield all methods, group by group."""

    def walk(group: Group) -> Iterator[Method]:
        yield from group.methods
        for inner in group.groups:
            yield from walk(inner)

    return walk(plan.surface.root)


def shown(plan: Plan) -> Shown:
    """Choose the methods to show."""
    operations = plan.wire.operations
    simple = sorted(methods_of(plan), key=lambda method: sum(item.required for item in method.arguments))

    def find(fits: Callable[[WireOperation], object]) -> Method | None:
        return next((method for method in simple if fits(operations[method.operation])), None)

    paged = find(lambda item: item.pages is not None and item.stream is None)
    plain = find(lambda item: item.method == "GET" and item.pages is None and item.stream is None and item.results)
    first = find(lambda item: item.usage_example) or paged or next(iter(simple), None)
    return Shown(
        first=first,
        small=_by_id(simple, operations) or plain or first,
        paged=paged,
        streamed=find(lambda item: item.stream in (BodyKind.SSE, BodyKind.JSONL)),
        upload=find(_takes_files),
        download=find(_gives_bytes),
    )


def _by_id(methods: Iterable[Method], operations: Mapping[Id, WireOperation]) -> Method | None:
    """Find a method that reads one thing by its id: it may fail with 404, which is what examples of errors show."""
    for method in methods:
        item = operations[method.operation]
        required = [argument.place for argument in method.arguments if argument.required]
        usual = item.method == "GET" and item.pages is None and item.stream is None and item.results
        if usual and required == [Place.PATH] and method.request is None:
            return method
    return None


def _takes_files(item: WireOperation) -> bool:
    body = item.body
    return body is not None and any(part.encode == "bytes" for part in body.parts)


def _gives_bytes(item: WireOperation) -> bool:
    decodes = [decode for answer in item.answers if not answer.error for decode in answer.decodes]
    return bool(decodes) and all(decode.kind is BodyKind.BYTES for decode in decodes)


def needs_base_url(plan: Plan) -> bool:
    """Tell whether callers must say where the API is: the document does not."""
    return not any("://" in server.url for server in plan.wire.servers)


# --------------------------------------------------------------------------- texts


def escaped(text: str) -> str:
    """Keep a text of the document from being read as markup or HTML."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return line.replace("\\", "\\\\").replace("<", "\\<").replace("`", "\\`")


def code(language: str, *lines: str) -> str:
    """Print a block of code."""
    text = "\n".join(lines)
    return f"```{language}\n{text}\n```"


def table(*rows: tuple[str, ...]) -> str:
    """Print a table; the first row is its head."""
    head, *rest = rows
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, tuple("---" for _ in head), *rest])


def page(title: str, *parts: str | Iterator[str]) -> str:
    """Join the parts of a page; what is empty is left out."""
    found = [f"# {title}"]
    for part in parts:
        found += [part] if isinstance(part, str) else list(part)
    return "\n\n".join(part for part in found if part) + "\n"


def retries_text(plan: Plan) -> str:
    """Say when requests are repeated, as the document has it."""
    policy = plan.wire.retries
    if policy is not None and policy.strategy == "none":
        return "Requests are not repeated, as the API asks."
    policy = policy or Retries()
    statuses = list(policy.status_codes)
    listed = f"{', '.join(statuses[:-1])} and {statuses[-1]}" if len(statuses) > 1 else "".join(statuses)
    what = [f"answers with status {listed}"] if statuses else []
    if policy.connection_errors:
        what.insert(0, "lost connections")
    elapsed = f"{policy.max_elapsed_time / 1000:g}"
    keyed = any(item.idempotency for item in plan.wire.operations.values())
    return (
        f"{' and '.join(what).capitalize()} are tried again, at most twice and for {elapsed} seconds in all. The "
        "pauses grow and vary; `Retry-After` is kept to, and one that is too long ends the call at once, with an error "
        "that says when to come back."
        + (
            " POST and PATCH are repeated because they carry an idempotency key from the first attempt."
            if keyed
            else ""
        )
    )


def timeout_text(plan: Plan) -> str:
    """Say how long an attempt may take."""
    if plan.wire.timeout is None:
        return ""
    return f"An attempt is given up after {plan.wire.timeout / 1000:g} seconds."
