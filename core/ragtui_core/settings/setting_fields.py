"""Fields of the schema: what is known of each setting besides its type."""

from dataclasses import field
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


def setting(
    default: Any,
    description: str,
    *,
    in_vault: bool = False,
    low: float | None = None,
    high: float | None = None,
    suggested: type[StrEnum] | None = None,
    secret: bool = False,
    effect: Effect = Effect.NOW,
) -> Any:
    """A dataclass field of the schema.

    Args:
        default: The value when nothing sets it.
        description: One sentence for the documentation.
        in_vault: Whether a vault's own file may set it.
        low: The smallest allowed number.
        high: The largest allowed number.
        suggested: The values that are offered for a text, which may have others.
        secret: Whether it is never shown, nor written by ragtui.
        effect: When a change takes effect in an app that is open.
    """
    metadata = {
        "description": description,
        "in_vault": in_vault,
        "low": low,
        "high": high,
        "suggested": suggested,
        "secret": secret,
        "effect": effect,
    }
    return field(default=default, metadata=metadata)


vault_setting = partial(setting, in_vault=True)
"""A field that a vault's own file may set."""

index_setting = partial(vault_setting, effect=Effect.INDEX)
"""A field that a vault's own file may set; a change affects the index."""
