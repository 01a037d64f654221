"""The names that `x-codegen-env` uses for the values of credentials (D3.9)."""

from __future__ import annotations

TOKEN, USER, CLIENT = ("token",), ("username", "password"), ("clientId", "clientSecret")
VALUES = (*TOKEN, *USER, *CLIENT)
