"""A document's aliases, as its front matter has them: a text, or a list."""

import json
from collections.abc import Mapping
from typing import Any

ALIAS_KEYS = ("aliases", "alias", "Aliases")
"""The names of the field, the first one that is there counts."""


def alias_value(metadata: Mapping[str, Any]) -> Any:
    """The aliases in the front matter; None if there are none."""
    found = (metadata.get(key) for key in ALIAS_KEYS)
    return next((value for value in found if value is not None), None)


def alias_texts(value: Any) -> tuple[str, ...]:
    """A text, or the texts of a JSON list."""
    if not isinstance(value, str) or not value.startswith("["):
        return (value,) if value and isinstance(value, str) else ()
    try:
        listed = json.loads(value)
    except ValueError:
        return (value,)
    return tuple(item for item in listed if isinstance(item, str) and item)


def json_text(value: Any) -> str:
    """A value of JSON as SQLite's `json_extract` has it in a column of texts."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return str(value)
