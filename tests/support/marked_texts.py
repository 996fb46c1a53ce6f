"""Markdown of words that occur once, so that each can be followed to the screen."""

import re
from dataclasses import dataclass
from itertools import count, cycle

from hypothesis import strategies as st

_WORD = re.compile(r"w\d+x")

_INLINE = [
    *("W", "W W", "*W*", "**W W**", "`W`", "``W ` W``", r"\*W\*", r"W\_W"),
    *("[W](to.md)", "[[W]]", "[[Note|W]]", "[[Note#Part|W W]]", "~~W~~", "W\nW"),
    *("W  \nW", "(W)"),
]
_BLOCKS = [
    "# I",
    "## I\nI",
    "I I I",
    "I\nI\nI",
    "- I\n- I\n- I",
    "- I\n\n- I",
    "1. I\n2. I",
    "- I\n  - I\n    - I\n  - I\n- I",
    "- I\n\n  I\n\n      W\n\n  I",
    "> I\n> I",
    "> - I\n>   - I\n>\n> I",
    "```\nW\n\n# W\n- W\n```",
    "- I\n  ```\n  W\n  ```\n  I",
    "    W\n\n    W",
    "<div>\nW\n</div>",
    "<!-- W\n\nW -->",
    "| I | I |\n|---|---|\n| W | W |\n| W | W |",
    "***",
    "I\n===",
    "I\n---",
]
_LONG = [
    "```\n" + "W\n" * 50 + "```",
    "- I\n" * 50,
    "- I\n" + "  - I\n" * 50,
    "- I\n\n" + "  I\n\n" * 30,
    "- I\n  " + "I\n  " * 50,
    "> I\n" * 50,
    "| I | I |\n|---|---|\n" + "| W | W |\n" * 50,
    "<!--\n" + "W\n\n" * 30 + "-->",
    "I\n" * 50,
    "- ```\n" + "  W\n" * 50 + "  ```\n\n  I",
]


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
    st.lists(st.sampled_from([*_BLOCKS, *_LONG]), min_size=1, max_size=6),
    st.lists(st.sampled_from(_INLINE), min_size=1, max_size=20),
)
"""Texts of all blocks and marks, most of them longer than one slice of the view."""
