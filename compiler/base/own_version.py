"""The version of this compiler, as it is installed."""

from __future__ import annotations


def own_version() -> str:
    """Return it; "" if the compiler is not installed, as in a checkout that runs as it is.

    Packages' metadata takes longer to read than all the arguments of a command, so it is read only when asked for.
    """
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("codegen-sdk")
    except PackageNotFoundError:
        return ""
