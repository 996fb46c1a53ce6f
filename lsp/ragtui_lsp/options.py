"""The client's options as settings: the same schema as `config.toml`."""

from collections.abc import Mapping
from typing import Any

SECTION = "ragtui"
"""Clients may send the options within a table of this name."""


def read_options(given: Any) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Dotted settings that can be used, and sentences on those that cannot.

    Args:
        given: What the client sent: nothing, dotted keys, or tables within tables.
    """
    from ragtui_core.settings import usable

    if given is None:
        return {}, ()
    if not isinstance(given, Mapping):
        return {}, ("editor settings: they must be one object",)
    inner = given.get(SECTION)
    return usable(inner if isinstance(inner, Mapping) else given, "editor settings")
