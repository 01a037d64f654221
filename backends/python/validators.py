"""Prints ``_validators.py``: checks of requests, for servers and gateways (spec 2.6)."""

from __future__ import annotations

from backends.python.code import Call, assign, declare, module, raw
from backends.python.scope import Scope

HOME = "_validators"


def validator_file(header: str) -> str:
    """Print the file; the declarations of requests are data beside it (:mod:`backends.python.schemas`)."""
    scope = Scope(HOME)
    validator = Call(scope.runtime("validate", "Validator"), [raw('__name__.rpartition(".")[0]')])
    final = scope.use("typing", "Final")
    body = [
        assign(raw("_validator"), validator, apart=True),
        declare(raw("validate_request"), final, raw("_validator.violations")),
        declare(raw("check_request"), final, raw("_validator.check")),
    ]
    return module(body, header=header, doc="Checks of requests, for servers and gateways.", imports=scope)
