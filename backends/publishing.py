"""The files around the code of a package, so that its folder can be published as it is: licence, list of methods,
notes for agents, workflows, and examples. Texts are the README's."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence

from backends import Backend, Language
from backends.exchanges import TestFiles
from backends.licences import LICENSE, licence_text
from backends.readme import CHANGELOG, Speaker, changelog, code, escaped, page, printed
from backends.writer.notice import GENERATED
from compiler.plan import readme as tree
from compiler.plan.plan import Group, Plan

GITIGNORE, API, AGENTS, LLMS = ".gitignore", "api.md", "AGENTS.md", "llms.txt"
CI, PUBLISH = ".github/workflows/ci.yml", ".github/workflows/publish.yml"
OWNED = (CHANGELOG, LICENSE, GITIGNORE, CI, PUBLISH)
"""Files that are written once and belong to the user from then on."""


class LanguageBackend(Backend):
    """Prints a package: its code, its README, its tests, and what it takes to publish its folder."""

    owned = OWNED
    speaker: Callable[[Plan], Speaker]
    tests: TestFiles

    @abstractmethod
    def package_files(self, plan: Plan) -> Mapping[str, str]:
        """Print the code, and what makes a package of it."""

    def emit(self, plan: Plan, languages: Sequence[Language]) -> Mapping[str, str]:
        """Print all files of the SDK."""
        speaker = self.speaker(plan)
        files = {**self.package_files(plan), "README.md": printed(speaker), CHANGELOG: changelog(plan)}
        files.update(folder_files(speaker))
        if plan.surface.tests:
            files.update(self.tests.files(plan))
        return dict(sorted(files.items()))


def folder_files(speaker: Speaker) -> Iterator[tuple[str, str]]:
    """Yield the files around a package, by path."""
    plan = speaker.plan
    examples = dict(_examples(speaker))
    if plan.surface.licence:
        yield LICENSE, licence_text(plan.surface.licence, _holder(plan))
    for path, word in ((GITIGNORE, "gitignore"), (CI, "ci"), (PUBLISH, "publish")):
        yield path, speaker.say(word) + "\n"
    if speaker.readme.first is not None:
        yield API, _api(speaker)
    yield AGENTS, _agents(speaker)
    yield LLMS, _llms(speaker, examples)
    yield from examples.items()


def _holder(plan: Plan) -> str:
    author = plan.surface.options.get("author")
    return " ".join(str(author).split()) if author else f"the authors of {' '.join(plan.wire.title.split())}"


# --------------------------------------------------------------------------- methods


def _api(speaker: Speaker) -> str:
    """Print ``api.md``: one line per method."""
    plan = speaker.plan
    parts = [f"<!-- {GENERATED} -->"]
    for group in plan.surface.groups.values():
        parts += group_of_api(speaker, group)
    return page(f"Methods of {escaped(plan.wire.title)}", *parts)


def group_of_api(speaker: Speaker, group: Group) -> list[str]:
    """Print the lines of a group."""
    plan = speaker.plan
    if not group.methods:
        return []
    lines = []
    for method in group.methods:
        operation = plan.wire.operations[method.operation]
        lines.append(f"- {_span(speaker.brief(plan, method))}: {operation.method} {_span(operation.path)}")
    return [f"## {escaped(group.title or '.'.join(group.path)) or plan.surface.client}", "\n".join(lines)]


def _span(text: str) -> str:
    """Write a span of code, whatever its text contains (CommonMark 6.1)."""
    line = " ".join(text.split())
    if "`" not in text:
        return f"`{line}`"
    longest = max(map(len, re.findall("`+", line)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {line} {fence}"


# --------------------------------------------------------------------------- notes


def _agents(speaker: Speaker) -> str:
    """Print ``AGENTS.md``: how the package is used, and that its code is generated."""
    plan = speaker.plan
    yours = ", ".join(f"`{name}`" for name in (CHANGELOG, *([LICENSE] if plan.surface.licence else []), GITIGNORE))
    rows = "\n".join(f"- {place}" for place in speaker.say("places").split("\n\n"))
    checks = speaker.say("checks")
    blocks = {type(block): block for section in speaker.readme.sections for block in _blocks(section)}

    def shown(kind: type[tree.Code]) -> str:
        lines = program_lines(speaker, blocks[kind]) if kind in blocks else []
        return code("sh" if kind is tree.Install else speaker.fence, *lines) if lines else ""

    parts = [
        f"<!-- {GENERATED} -->",
        "## Generated code",
        speaker.say("generated", notice=GENERATED, yours=yours),
        rows,
    ]
    parts += ["## Checks", code("sh", checks)] if checks else []
    if speaker.readme.first is not None:
        parts += ["## Use", shown(tree.Install), shown(tree.FirstCall), f"All methods are in [{API}]({API})."]
        for title, kind, word in (
            ("Pages", tree.Pages, "pages"),
            ("Streams", tree.Stream, "stream_end"),
            ("Errors", tree.Errors, "errors"),
        ):
            parts += [f"## {title}", shown(kind), speaker.say(word)] if kind in blocks else []
    return page(f"{escaped(plan.wire.title)} for {speaker.title}", *parts)


def _blocks(section: tree.Section) -> Iterator[tree.Code]:
    return (part.code for part in section.parts if isinstance(part, tree.Block))


def _llms(speaker: Speaker, examples: dict[str, str]) -> str:
    """Print ``llms.txt`` (llmstxt.org): what the package is, and what to read."""
    plan = speaker.plan
    said = escaped(plan.wire.summary or f"A client of {plan.wire.title}")
    links = ["- [README](README.md): installation, credentials, errors, and everything else about using it"]
    if speaker.readme.first is not None:
        links.append(f"- [Methods]({API}): every method with its types, one per line")
    links.append(f"- [For agents]({AGENTS}): what is generated, and how to change and check it")
    install = " ".join(speaker.code(tree.Install()))
    parts = [f"> {said}", f"The SDK for {speaker.title}. Install: `{install}`.", "## Docs", "\n".join(links)]
    if examples:
        parts += ["## Examples", "\n".join(f"- [{path}]({path})" for path in examples)]
    return page(escaped(plan.wire.title), *parts)


# --------------------------------------------------------------------------- examples


def program_lines(speaker: Speaker, part: tree.Code) -> list[str]:
    """Return the lines of a part of the README, for use elsewhere; none where the language has nothing to show."""
    text = "\n".join(speaker.code(part)).replace("environment, see below", "environment, see README.md")
    return text.split("\n") if text else []


_EXAMPLES: dict[type[tree.Code], str] = {
    tree.FirstCall: "first call",
    tree.AwaitedCall: "awaited call",
    tree.Pages: "pages",
    tree.Stream: "stream",
    tree.Upload: "upload",
    tree.Download: "download",
    tree.Errors: "errors",
    tree.RetrySettings: "retries",
    tree.WholeResponse: "whole response",
    tree.Handler: "webhooks",
}
"""Parts of the README that are programs of their own, and what these are called."""


def _examples(speaker: Speaker) -> Iterator[tuple[str, str]]:
    for section in speaker.readme.sections:
        for block in _blocks(section):
            name = _EXAMPLES.get(type(block))
            lines = program_lines(speaker, block) if name else []
            if name and lines:
                yield f"examples/{speaker.program_file.format(name.replace(' ', '_'))}", speaker.program(block, lines)
