"""Texts of a few words with different markup, in which much repeats."""

from collections.abc import Sequence

from hypothesis import strategies as st

WORDS = (
    *("The pump is not blue", "never", "no", "can't", "non-toxic", "\u00d6l", "5"),
    "50",
    *("5.30", "1,250.50", "2026-03-01", "-3", "5%", "10:30", "3x", "it's", "e.g."),
)
_MARKS = ("{}", "{}", "{}", "*{}*", "**{}**", "`{}`", "_{}_", "~~{}~~", "[{}](u)")
_GAPS = (
    *(" ", " ", "  ", "\n", "\t", "\u00a0", "\n- ", "\n> ", "\n\n## ", "\n| ", " | "),
    ", ",
)


def marked_up(
    words: Sequence[str], marks: Sequence[str] = _MARKS
) -> st.SearchStrategy[str]:
    """One of `words`, perhaps with markup, and what separates it from the next."""
    parts = st.tuples(
        st.sampled_from(marks), st.sampled_from(words), st.sampled_from(_GAPS)
    )
    return parts.map(lambda parts: parts[0].format(parts[1]) + parts[2])


MARKED_UP = marked_up(WORDS)
"""A word or a few, with markup, and what separates them from the next."""

TEXTS = st.lists(MARKED_UP, min_size=1, max_size=20).map("".join)
"""Texts like Markdown."""


def texts_with(words: Sequence[str]) -> st.SearchStrategy[str]:
    """Texts like Markdown in which at least one of `words` is."""
    some = st.lists(MARKED_UP, max_size=10).map("".join)
    return st.tuples(some, marked_up(words), some).map("".join)


SENTENCE = WORDS[0]
"""The only phrase of several words."""
