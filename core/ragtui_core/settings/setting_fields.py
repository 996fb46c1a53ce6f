"""Fields of the schema: what is known of each setting besides its type."""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any


class Effect(StrEnum):
    """When a changed setting takes effect in an app that is open."""

    NOW = "immediately"
    INDEX = "immediately; the vault is read again where necessary"
    EMBED = "immediately; the old vectors are used until the new ones are complete"
    START = "after a restart"
    EDITOR = "when the language server starts"


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
    effect: Effect = Effect.NOW
    """When a change takes effect in an app that is open."""
    suggested: type[StrEnum] | None = None
    """The values that are offered for a text, which may have others."""


def setting(default: Any, description: str, **facts: Any) -> Any:
    """A dataclass field of the schema; `facts` are those of `SettingFacts`."""
    return field(default=default, metadata={"description": description} | facts)


vault_setting = partial(setting, in_vault=True)
"""A field that a vault's own file may set."""

index_setting = partial(vault_setting, effect=Effect.INDEX)
"""A field that a vault's own file may set; a change affects the index."""
