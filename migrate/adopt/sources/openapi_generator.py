"""OpenAPI Generator's configuration: a file of `-c`, or `openapitools.json` with several generators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from compiler.front.keys.extensions import Where
from compiler.source import escape_token
from migrate.adopt.facts import Call, Placed, TypeName
from migrate.adopt.sources.parts import Part, whole
from migrate.adopt.sources.reasons import reasons

if TYPE_CHECKING:
    from pathlib import Path

    from compiler.source import Document
    from migrate.adopt.api import Api, Called
    from migrate.adopt.facts import Facts

SOURCE = "openapi-generator"
PLACES = ("openapitools.json", "openapi-generator.yaml", "openapi-generator.json", "openapi-generator-config.yaml",
          "openapi-generator-config.json", "openapi-generator-config.yml")  # fmt: skip
_MAPPINGS = ("operationIdNameMappings", "modelNameMappings", "schemaMappings", "inlineSchemaNameMappings",
             "nameMappings", "parameterNameMappings", "enumNameMappings")  # fmt: skip
_SIGNS = """
generatorName inputSpec packageName npmName gitRepoId gitUserId additionalProperties globalProperties
invokerPackage modelPackage apiPackage projectName packageVersion npmVersion
"""
"""Keys by which such a file is known."""
_WHY = reasons("openapi-generator")
_TAKEN = """
packageName packageVersion npmName npmVersion gitRepoId gitUserId licenseName licenseInfo infoName
packageDescription modelPropertyNaming additionalProperties
"""
"""Keys of packages that are read."""


def is_one(path: Path, document: Document) -> bool:
    """Whether a file is one, by its keys."""
    root = document.root if isinstance(document.root, dict) else {}
    return "generator-cli" in root or (
        len({*_SIGNS.split(), *_MAPPINGS} & set(root)) > 0 and not {"openapi", "swagger", "configVersion"} & set(root)
    )


def read(document: Document, api: Api, facts: Facts) -> None:
    """Read the file."""
    root = whole(document, SOURCE, facts)
    several = root.under("generator-cli").under("generators")
    if root.has("generator-cli"):
        for _, part in several.parts() if several.value is not None else ():
            _generator(part, api)
        return
    _generator(root, api)


def _generator(part: Part, api: Api) -> None:
    name = part.text("generatorName") or part.text("generator-name") or ""
    extra = part.under("additionalProperties")
    inner = extra if isinstance(extra.value, dict) else part
    section = _section(name, part, inner)
    if section is None:
        part.report_unmatched(
            "codegen does not print this target" if name else "it does not say for which language: `generatorName`"
        )
    for holder in (part, inner) if inner is not part else (part,):
        if section is not None:
            _package(section, holder)
        _mappings(holder, api)
        known = {*_TAKEN.split(), *_MAPPINGS} - {"schemaMappings", "enumNameMappings"}
        holder.tell_rest([*known, *(key for key, why in _WHY.items() if not why)], {k: w for k, w in _WHY.items() if w})


def _section(name: str, part: Part, inner: Part) -> str | None:
    """Return the target of a generator, by its name, else by what its package is called."""
    for start in ("python", "typescript", "go"):
        if name == start or name.startswith(f"{start}-"):
            return start
    if name:
        return None
    npm = part.has("npmName") or inner.has("npmName")
    return "typescript" if npm else "python" if part.has("packageName") or inner.has("packageName") else None


def _package(section: str, part: Part) -> None:
    if section == "typescript":
        part.take("npmName", "typescript.packageName")
        part.take("npmVersion", "typescript.version")
        if part.text("modelPropertyNaming") == "camelCase":
            part.under("modelPropertyNaming").set("typescript.propertyCase", "camel")
    elif section == "python":
        part.take("packageName", "python.packageName")
        part.take("packageVersion", "python.version")
    else:
        part.take("packageVersion", "go.version")
    part.take("infoName", f"{section}.author")
    part.take("packageDescription", f"{section}.description")
    part.take("licenseName" if part.has("licenseName") else "licenseInfo", "generation.licence")
    user, repository = part.text("gitUserId"), part.text("gitRepoId")
    if user and repository and section == "go":
        part.under("gitRepoId").set("go.modulePath", f"github.com/{user}/{repository}")
    elif user and repository:
        part.under("gitRepoId").set(f"{section}.repository", f"https://github.com/{user}/{repository}")


# --------------------------------------------------------------------------- names


def _mappings(part: Part, api: Api) -> None:
    of_id = {str(called.raw.get("operationId")): called for called in api.operations.values()}
    for theirs, ours in _pairs(part.under("operationIdNameMappings")):
        called = of_id.get(theirs)
        if called is None:
            ours.report_unmatched(f"the document has no operationId `{theirs}`")
        else:
            part.facts.add(Call(called.endpoint, None, str(ours.value), ours.loc, source=SOURCE))
    for key in ("modelNameMappings", "inlineSchemaNameMappings"):
        for theirs, ours in _pairs(part.under(key)):
            at = _schema(theirs, api)
            if at is None:
                ours.report_unmatched(
                    "the document has no such schema: name it by `x-codegen-name-override` where it stands"
                )
            else:
                part.facts.add(TypeName(at, str(ours.value), ours.loc, source=SOURCE))
    for key, where in (("nameMappings", Where.PROPERTY), ("parameterNameMappings", Where.PARAMETER)):
        for theirs, ours in _pairs(part.under(key)):
            places = list(_places_of_name(theirs, where, api))
            for at in places:
                part.facts.add(Placed(at, "name-override", str(ours.value), ours.loc, source=SOURCE))
            if not places:
                ours.report_unmatched(
                    f"the document has no {'property' if where is Where.PROPERTY else 'parameter'} `{theirs}`"
                )


def _pairs(part: Part) -> Iterator[tuple[str, Part]]:
    for theirs, ours in part.parts() if part.value is not None else ():
        if isinstance(ours.value, str) and ours.value:
            yield theirs, ours
        else:
            ours.report_unmatched("it must be a name")


def _schema(name: str, api: Api) -> str | None:
    for at in (f"/components/schemas/{escape_token(name)}", f"/definitions/{escape_token(name)}"):
        if api.value(at) is not None:
            return at
    return None


def _places_of_name(name: str, where: Where, api: Api) -> Iterator[str]:
    """Yield the places of parameters, or of properties of components (`Schema.property`), with a name."""
    components = api.root.get("components")
    schemas = components.get("schemas") if isinstance(components, dict) else api.root.get("definitions")
    if where is Where.PROPERTY:
        owner, sign, inner = name.partition(".")
        base = "/components/schemas" if isinstance(components, dict) else "/definitions"
        for schema, raw in schemas.items() if isinstance(schemas, dict) else ():
            properties = raw.get("properties") if isinstance(raw, dict) else None
            wanted = inner if sign and owner == schema else name
            if isinstance(properties, dict) and wanted in properties:
                yield f"{base}/{escape_token(schema)}/properties/{escape_token(wanted)}"
        return
    shared = components.get("parameters") if isinstance(components, dict) else None
    for key, raw in shared.items() if isinstance(shared, dict) else ():
        if isinstance(raw, dict) and raw.get("name") == name:
            yield f"/components/parameters/{escape_token(key)}"
    for called in api.operations.values():
        yield from _of_operation(name, called)


def _of_operation(name: str, called: Called) -> Iterator[str]:
    listed = called.raw.get("parameters")
    for index, raw in enumerate(listed) if isinstance(listed, list) else ():
        if isinstance(raw, dict) and raw.get("name") == name:
            yield f"{called.at}/parameters/{index}"
