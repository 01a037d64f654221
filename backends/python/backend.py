"""The Python backend: a package with a client for threads and one for asyncio."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from backends.publishing import LanguageBackend
from backends.python.breaks import BREAKS
from backends.python.calls import render_call
from backends.python.clients import client_file
from backends.python.code import module
from backends.python.errors import error_file
from backends.python.exchanges import TESTS
from backends.python.groups import group_file
from backends.python.names import derived_of_params
from backends.python.package import front_door, project_file, runtime_files
from backends.python.profile import PROFILE, profile_for
from backends.python.readme import PythonSpeaker
from backends.python.requests import request_files, request_names
from backends.python.schemas import ANSWERS, CONTRACTS, REQUESTS, answer_schemas, contract_schemas, request_schemas
from backends.python.signatures import render_signature
from backends.python.type_files import type_files
from backends.python.validators import validator_file
from backends.python.webhooks import webhook_file
from backends.writer.notice import notice

if TYPE_CHECKING:
    from backends import Fault
    from compiler.plan.plan import Plan


class PythonBackend(LanguageBackend):
    """Prints ``pyproject.toml``, ``README.md`` and the package."""

    target = "python"
    title = "Python"
    profile = PROFILE
    weight = 42
    breaks = BREAKS
    render_call = staticmethod(render_call)
    render_signature = staticmethod(render_signature)
    speaker = PythonSpeaker
    tests = TESTS
    profile_for = staticmethod(profile_for)
    derived_names = staticmethod(derived_of_params)

    def next_step(self, plan: Plan, folder: str) -> str:
        """Write the line to type next."""
        return f"pip install {folder}"

    def judge(self, plan: Plan, files: Mapping[str, str]) -> Iterable[Fault]:
        """Hold printed files against their plan."""
        from backends.python.judge import judge

        return judge(plan, files)

    def package_files(self, plan: Plan) -> Mapping[str, str]:
        """Print the package; every Python file is parsed before it is returned."""
        package = plan.surface.package
        files = {f"{package}/{path}": text for path, text in _modules(plan)}
        files |= {f"{package}/{path}": text for path, text in _runtime_files(plan, files.values())}
        return {**files, "pyproject.toml": project_file(plan)}


def _modules(plan: Plan) -> Iterator[tuple[str, str]]:
    header = notice(plan.surface.licence, gap=True)

    groups = plan.surface.namespaces
    yield "__init__.py", front_door(plan, header)
    yield "py.typed", ""
    yield "_client.py", client_file(plan, header)
    if plan.errors:
        yield "_errors.py", error_file(plan, header)
    if groups:
        yield "_groups/__init__.py", module([], header=header)
    for group in groups:
        yield f"_groups/{group.module}.py", group_file(plan, group, header)
    yield from request_files(plan, header)
    yield from type_files(plan, header, request_names(plan.surface))
    yield "_validators.py", validator_file(header)
    yield f"_schemas/{REQUESTS}.json", request_schemas(plan)
    yield f"_schemas/{ANSWERS}.json", answer_schemas(plan)
    contracts = contract_schemas(plan)
    if contracts is not None:
        yield f"_schemas/{CONTRACTS}.json", contracts
    if plan.receiver is not None:
        yield "_webhooks.py", webhook_file(plan, plan.receiver, header)


def _runtime_files(plan: Plan, printed: Iterable[str]) -> Iterator[tuple[str, str]]:
    comment = notice(plan.surface.licence, "#", gap=True)
    for path, text in runtime_files(printed, pydantic=plan.surface.options["models"] == "pydantic"):
        yield path, f"{comment}\n\n{text}"


BACKEND = PythonBackend()
