"""Texts of few words in many dresses, in which much repeats."""

from hypothesis import strategies as st

WORDS = (
    *(
        "The pump is not blue",
        "never",
        "no",
        "can't",
        "non-toxic",
        "\u00d6l",
        "5",
        "50",
    ),
    *("5.30", "1,250.50", "2026-03-01", "-3", "5%", "10:30", "3x", "it's", "e.g."),
)
_DRESSES = ("{}", "{}", "{}", "*{}*", "**{}**", "`{}`", "_{}_", "~~{}~~", "[{}](u)")
_GAPS = (
    " ",
    " ",
    "  ",
    "\n",
    "\t",
    "\u00a0",
    "\n- ",
    "\n> ",
    "\n\n## ",
    "\n| ",
    " | ",
    ", ",
)

DRESSED = st.tuples(
    st.sampled_from(_DRESSES), st.sampled_from(WORDS), st.sampled_from(_GAPS)
).map(lambda parts: parts[0].format(parts[1]) + parts[2])
"""A word or a few, marked up, and what parts them from the next."""

TEXTS = st.lists(DRESSED, min_size=1, max_size=20).map("".join)
"""Texts like Markdown."""
