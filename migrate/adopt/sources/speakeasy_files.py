"""`.speakeasy/gen.yaml`, `gen.lock` and `workflow.yaml`: packages, versions, how methods take their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from migrate.adopt.sources.parts import Part, whole
from migrate.adopt.sources.reasons import reasons

if TYPE_CHECKING:
    from pathlib import Path

    from compiler.source import Document
    from migrate.adopt.api import Api
    from migrate.adopt.facts import Facts

PLACES = (".speakeasy/gen.yaml", ".speakeasy/gen.lock", ".speakeasy/workflow.yaml")
_TARGETS = {"python": "python", "typescript": "typescript", "go": "go"}
_OTHERS = ("java", "csharp", "php", "ruby", "terraform", "unity", "swift", "kotlin", "postman", "docs", "cli",
           "mcp-typescript")  # fmt: skip
_SAME = ("version", "author", "description", "maxMethodParams")
_WHY = reasons(".speakeasy/gen.yaml, a language")
_GENERATION_WHY = reasons(".speakeasy/gen.yaml, generation")


def is_one(path: Path, document: Document) -> bool:
    """Whether a file is one of them, by its keys."""
    root = document.root if isinstance(document.root, dict) else {}
    if {"lockVersion", "management"} <= set(root) or {"workflowVersion", "targets"} <= set(root):
        return True
    return "configVersion" in root and path.parent.name == ".speakeasy"


def read(document: Document, api: Api, facts: Facts) -> None:
    """Read one of the files."""
    root = whole(document, "", facts)
    if root.has("lockVersion"):
        _lock(whole(document, ".speakeasy/gen.lock", facts))
    elif root.has("workflowVersion"):
        _workflow(whole(document, ".speakeasy/workflow.yaml", facts))
    else:
        _config(whole(document, ".speakeasy/gen.yaml", facts))


def _config(root: Part) -> None:
    generation = root.under("generation")
    generation.take_client("sdkClassName")
    generation.tell_rest(("sdkClassName",), _GENERATION_WHY)
    for language, part in root.parts():
        section = _TARGETS.get(language)
        if section is not None:
            _target(section, part)
        elif language in _OTHERS:
            part.report_unmatched("codegen does not print this target")
    root.tell_rest(("configVersion", "generation", *_TARGETS, *_OTHERS), reasons(".speakeasy/gen.yaml"))


def _target(section: str, part: Part) -> None:
    known = ["envVarPrefix", "packageName", *(key for key in _SAME if section != "go" or key != "author")]
    for key in _SAME:
        if part.has(key) and part.under(key).value != "":
            part.under(key).set(f"{section}.{key}", part.under(key).value)
    name = part.text("packageName")
    if name and section == "go":
        part.under("packageName").set("go.modulePath", name)
    elif name:
        joined = name.replace("-", "_").replace(".", "_") if section == "python" else name
        part.under("packageName").set(f"{section}.packageName", joined)
    prefix = part.text("envVarPrefix")
    if prefix:
        part.under("envVarPrefix").set("generation.envPrefix", prefix.rstrip("_"))
    casing = part.text("modelPropertyCasing") if section == "typescript" else None
    if casing == "camel":
        part.under("modelPropertyCasing").set("typescript.propertyCase", "camel")
        known.append("modelPropertyCasing")
    licence = part.under("license")
    if licence.value:
        licence.set("generation.licence", licence.value)
    why = {key: text for key, text in _WHY.items() if key not in known}
    if section == "go":
        why["author"] = "a Go module has no place for it but `LICENSE`"
    part.tell_rest([*known, "license", *(key for key in _SAME)], why)


def _lock(root: Part) -> None:
    """Only the place of the repository counts: the rest is what was generated when."""
    url = root.under("management").text("repoURL")
    languages = [name for name in _TARGETS if root.under("features").has(name)]
    for language in languages if url else ():
        if language != "go" and url is not None:
            at = root.under("management").under("repoURL")
            at.set(f"{language}.repository", url.removesuffix(".git"))


def _workflow(root: Part) -> None:
    """Sources, their overlays, and targets: documents are joined by other tools, overlays are applied as ours are."""
    for _, source in root.under("sources").parts():
        for overlay in source.under("overlays").items():
            location = overlay.text("location")
            overlay.report_unmatched(
                f"add it to `generation.overlays` of gen.yaml: {location}" if location else "it has no location"
            )
        inputs = list(source.under("inputs").items())
        if len(inputs) > 1:
            source.under("inputs").report_unmatched("codegen compiles one document: join them before")
    for _, target in root.under("targets").parts():
        if target.text("target") not in _TARGETS:
            target.report_unmatched("codegen does not print this target")
    root.tell_rest(("workflowVersion", "speakeasyVersion", "sources", "targets"), {})
