"""The last filter before the terminal: no text can contain control sequences.

Widgets sanitize what they show where they lay it out (`wording`), since that decides
about lines and widths. This filter holds whatever a widget forgets.
"""

import re
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_COMMANDS = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # escape sequences need one of these
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # direction marks and overrides
    "\u2028\u2029\ud800-\udfff]"  # line breaks, and what UTF-8 cannot hold
)


class ScreenFilter(LineFilter):
    """Replaces control and direction characters; `?` for those that take a cell."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments, as wide as they were."""
        return [
            segment
            if segment.control or segment.text.isprintable()
            else Segment(_COMMANDS.sub(_stand_in, segment.text), segment.style)
            for segment in segments
        ]


def _stand_in(found: re.Match[str]) -> str:
    return "?" * _width(found[0])


@lru_cache(maxsize=256)
def _width(char: str) -> int:
    return max(0, cell_len(char))
