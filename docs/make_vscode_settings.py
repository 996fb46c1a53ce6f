"""Writes the settings of the VS Code extension into its package.json, by the schema.

python docs/make_vscode_settings.py
"""

import json
from enum import StrEnum
from pathlib import Path
from typing import Any

from ragtui_core.settings import SettingKey, known_keys

PACKAGE = Path(__file__).parents[1] / "editors" / "vscode" / "package.json"

OWN = ("ragtui.server.", "ragtui.trace.")
"""Settings of the extension itself, which package.json alone declares."""

OTHERS = ("app.", "serve.", "telegram.")
"""Tables that only other front ends read."""

_TYPES = {bool: "boolean", int: "integer", float: "number", tuple: "array"}


def with_settings(package: dict[str, Any]) -> dict[str, Any]:
    """A package.json with all settings that the language server reads."""
    settings = [
        setting for key, setting in known_keys().items() if not key.startswith(OTHERS)
    ]
    contributed = package["contributes"]
    declared = contributed["configuration"]["properties"]
    own = {key: value for key, value in declared.items() if key.startswith(OWN)}
    properties = own | {f"ragtui.{s.key}": _declared(s) for s in settings}
    configuration = contributed["configuration"] | {"properties": properties}
    untrusted = package["capabilities"]["untrustedWorkspaces"] | {
        "restrictedConfigurations": [
            f"ragtui.{s.key}" for s in settings if not s.in_vault and not _is_machine(s)
        ]
    }
    return package | {
        "capabilities": package["capabilities"] | {"untrustedWorkspaces": untrusted},
        "contributes": contributed | {"configuration": configuration},
    }


def _declared(setting: SettingKey) -> dict[str, Any]:
    described: dict[str, Any] = {"type": _TYPES.get(setting.kind, "string")}
    if setting.kind is tuple:
        described["items"] = {"type": "string"}
    if setting.kind is not bool and setting.choices and setting.suggested is None:
        described["enum"] = [str(choice) for choice in setting.choices]
    bounds = {"minimum": setting.low, "maximum": setting.high}
    described |= {name: bound for name, bound in bounds.items() if bound is not None}
    return described | {
        "default": _json(setting.default),
        "scope": "machine" if _is_machine(setting) else "resource",
        "markdownDescription": setting.description,
    }


def _is_machine(setting: SettingKey) -> bool:
    """Whether a workspace never sets it: an address, a secret, or a folder of data."""
    return setting.secret or setting.key == "data_dir" or ".server." in setting.key


def _json(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, StrEnum) else value


def page() -> str:
    """The package.json with the settings as they are declared now."""
    package = json.loads(PACKAGE.read_text("utf-8"))
    return json.dumps(with_settings(package), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PACKAGE.write_text(page(), "utf-8")
