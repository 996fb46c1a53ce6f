"""Markdown of words that occur once, so that each can be followed to the screen."""

import re
import tomllib
from dataclasses import dataclass
from itertools import count, cycle

from hypothesis import strategies as st

from support.commands import DATA

_WORD = re.compile(r"w\d+x")

_DATA = tomllib.loads((DATA / "marked_texts.toml").read_text("utf-8"))
_LONG = [before + piece * 50 + after for before, piece, after in _DATA["long"]]


@dataclass(frozen=True, slots=True)
class MarkedText:
    """Markdown, and its words in order."""

    text: str

    @property
    def words(self) -> list[str]:
        """The words as they are written."""
        return words_in(self.text)


def words_in(text: str) -> list[str]:
    """The words of this kind in a text, in order."""
    return _WORD.findall(text)


def _filled(blocks: list[str], inline: list[str]) -> MarkedText:
    """Each `I` becomes a piece of inline Markdown, and each `W` a word of its own."""
    pieces, numbers = cycle(inline), count(1)
    text = "\n\n".join(blocks)
    text = re.sub(r"\bI\b", lambda _: next(pieces).replace("\n", " "), text)
    return MarkedText(re.sub(r"\bW\b|(?<=_)W", lambda _: f"w{next(numbers)}x", text))


MARKED_TEXTS = st.builds(
    _filled,
    st.lists(st.sampled_from([*_DATA["blocks"], *_LONG]), min_size=1, max_size=6),
    st.lists(st.sampled_from(_DATA["inline"]), min_size=1, max_size=20),
)
"""Texts of all blocks and marks, most of them longer than one slice of the view."""
