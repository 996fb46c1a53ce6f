"""Fields of the schema: what is known of each setting besides its type."""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingFacts:
    """What is known of a setting besides its type and default."""

    description: str
    """One sentence for the documentation."""
    in_vault: bool = False
    """Whether a vault's own file may set it."""
    low: float | None = None
    """The smallest allowed number."""
    high: float | None = None
    """The largest allowed number."""
    secret: bool = False
    """Whether it is never shown, nor written by ragtui."""
    suggested: type[StrEnum] | None = None
    """The values that are offered for a text, which may have others."""


def setting(default: Any, description: str, **facts: Any) -> Any:
    """A dataclass field of the schema; `facts` are those of `SettingFacts`."""
    return field(default=default, metadata={"description": description} | facts)


vault_setting = partial(setting, in_vault=True)
"""A field that a vault's own file may set."""
