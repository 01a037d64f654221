"""gen.yaml: one key table, a frozen `Config` with places, a JSON Schema for editors (D15)."""

from __future__ import annotations

from compiler.config.find import CONFIG_NAME, find_config, find_documents, misnamed_config
from compiler.config.keys import AUTHOR, DESCRIPTION, MAX_METHOD_PARAMS, VERSION, Key, TargetKeys
from compiler.config.model import Config, Section, Setting
from compiler.config.parse import parse_config

__all__ = [
    "AUTHOR",
    "CONFIG_NAME",
    "DESCRIPTION",
    "MAX_METHOD_PARAMS",
    "VERSION",
    "Config",
    "Key",
    "Section",
    "Setting",
    "TargetKeys",
    "find_config",
    "find_documents",
    "misnamed_config",
    "parse_config",
]
