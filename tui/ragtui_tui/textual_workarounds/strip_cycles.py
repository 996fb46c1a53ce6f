"""A mend of Textual's strips, the lines of cells that the screen is made of."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from textual.strip import Strip

_divide = Strip.divide


def _divide_without_cycle(strip: Strip, cuts: Iterable[int]) -> Sequence[Strip]:
    """As Textual's, but a strip that stays whole is not kept in its own cache.

    There it refers to itself, so each line that was ever drawn would be garbage that
    waits to be searched for: a thousand objects with each key.
    """
    cuts = [*cuts]
    return [strip] if cuts == [strip.cell_length] else _divide(strip, cuts)


def patch_strips() -> None:
    """Let lines that are not shown any more vanish at once."""
    cast("Any", Strip).divide = _divide_without_cycle
