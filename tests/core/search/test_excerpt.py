"""Excerpts: on one line, within their length, with matches where they say."""

import os
import subprocess
import sys

from hypothesis import given, strategies as st

from ragtui_core.search.excerpt import LENGTH, cut_excerpt, make_excerpt
from ragtui_core.types import Span


def spans_of(text: str, word: str) -> list[Span]:
    found, start = [], text.find(word)
    while start >= 0:
        found.append(Span(start, start + len(word)))
        start = text.find(word, start + 1)
    return found


def test_a_short_text_is_shown_whole_on_one_line() -> None:
    text = "# Heading\n\nA  short\ttext.\n"
    excerpt = make_excerpt(text, spans_of(text, "short"))
    assert excerpt.text == "Heading · A short text."
    assert [m.of(excerpt.text) for m in excerpt.matches] == ["short"]


def test_the_window_has_the_passage_with_most_different_words() -> None:
    text = "salt " + "x " * 300 + "salt and pepper " + "y " * 300 + "salt salt"
    matches = spans_of(text, "salt") + spans_of(text, "pepper")
    excerpt = make_excerpt(text, sorted(matches, key=lambda m: m.start))
    assert "salt and pepper" in excerpt.text
    assert excerpt.text.startswith("... ")
    assert excerpt.text.endswith(" ...")


WORDS = st.lists(
    st.sampled_from(["find", "other", "\n", "  ", "é🙂", "a"]), max_size=400
)


@given(WORDS)
def test_matches_lie_where_the_words_are(words: list[str]) -> None:
    text = " ".join(words)
    excerpt = make_excerpt(text, spans_of(text, "find"))
    assert all(m.of(excerpt.text) == "find" for m in excerpt.matches)
    assert len(excerpt.text) <= LENGTH + len("... ") + len(" ...")
    assert "\n" not in excerpt.text
    assert bool(excerpt.matches) == ("find" in text)


def test_backslashes_that_escape_are_left_out() -> None:
    text = "See \\[the note\\]: a\\_name \\| `b\\_c` C:\\dir \\\\ and ``\\[``."
    excerpt = make_excerpt(text, [Span(text.index("a\\_"), text.index(" \\|"))])
    assert excerpt.text == "See [the note]: a_name | `b\\_c` C:\\dir \\ and ``\\[``."
    assert [m.of(excerpt.text) for m in excerpt.matches] == ["a_name"]


def test_borders_of_headings_list_items_and_paragraphs_remain() -> None:
    text = (
        "Decided by: Danquah\n\n## Why\nIn inc-2025 a seal\nleaked.\n\n"
        "- [x] Order seals\n- [ ] Fit them\n  1. one by one\n\nDone.\n"
    )
    excerpt = make_excerpt(text, spans_of(text, "seals"))
    assert excerpt.text == (
        "Decided by: Danquah · Why · In inc-2025 a seal leaked. · "
        "[x] Order seals · [ ] Fit them · 1. one by one · Done."
    )
    assert [m.of(excerpt.text) for m in excerpt.matches] == ["seals"]


def test_marks_of_headings_and_tables_are_left_out() -> None:
    text = (
        "## Care\nBefore #1.\n\n| part | weeks |\n|:-----|------:|\n"
        "| a \\| seal | 6 |\n\n#tag a | b\n"
    )
    excerpt = make_excerpt(text, spans_of(text, "seal"))
    assert excerpt.text == (
        "Care · Before #1. · part · weeks · a | seal · 6 · #tag a | b"
    )
    assert [m.of(excerpt.text) for m in excerpt.matches] == ["seal"]


def test_half_of_the_marks_around_words_is_left_out() -> None:
    text = f"**{'a ' * 200}** seal **b** `c` {'d ' * 20} **{'e ' * 200}**"
    excerpt = make_excerpt(text, spans_of(text, "seal"), 100)
    assert " seal **b** `c` d" in excerpt.text
    assert excerpt.text.count("**") == 2


def test_comments_are_left_out_unless_the_words_are_in_them() -> None:
    text = f"<!-- {'a ' * 100} --> of a seal %%b%% it is.\n\n%%\nc\n\nd\n%%\n\nEnd."
    excerpt = make_excerpt(text, spans_of(text, "seal"), 60)
    assert excerpt.text == "... of a seal it is. · End."
    commented = "Of oil. <!-- and a seal -->"
    excerpt = make_excerpt(commented, spans_of(commented, "seal"))
    assert excerpt.text == commented
    code = "The seal of `<!-- oil -->` and `%%x%%`."
    assert make_excerpt(code, spans_of(code, "seal")).text == code


def test_marks_of_quotes_and_digests_are_left_out() -> None:
    text = (
        "> The seal is\n> 5 > 4 wide.\n>\n"
        "> \u2014 [1] [a.md](a.md) \u00b7 `ragtui:f028-77`"
    )
    excerpt = make_excerpt(text, spans_of(text, "seal"))
    assert excerpt.text == "The seal is 5 > 4 wide. \u2014 [1] [a.md](a.md)"
    assert excerpt.matches == (Span(4, 8),)
    assert make_excerpt(text, spans_of(text, "f028")).text.endswith("`ragtui:f028-77`")


def test_fences_of_code_are_left_out() -> None:
    text = "```python\nseal = 1\n```\n\n~~~\nx\n~~~\na ``` b"
    excerpt = make_excerpt(text, spans_of(text, "seal"))
    assert excerpt.text == "seal = 1 · x · a ``` b"
    assert [m.of(excerpt.text) for m in excerpt.matches] == ["seal"]


def test_a_border_is_neither_first_nor_last() -> None:
    text = "x " * 200 + "\n\n- found here\n\n" + "y " * 200
    excerpt = make_excerpt(text, spans_of(text, "found"), 40)
    assert "·" not in excerpt.text[:6] + excerpt.text[-6:]
    assert "· found here · y" in excerpt.text
    assert make_excerpt("\n\n- one\n\n", []).text == "one"


def test_a_shorter_excerpt_keeps_the_matches() -> None:
    text = "x " * 150 + "found here " + "y " * 30
    excerpt = make_excerpt(text, spans_of(text, "found"))
    cut = cut_excerpt(excerpt, 60)
    assert "found here" in cut
    assert cut.startswith("... x")
    assert cut.endswith("y ...")
    assert cut_excerpt(excerpt, LENGTH + 8) == excerpt.text


@given(WORDS, st.integers(20, 260))
def test_a_shorter_excerpt_is_within_its_length(words: list[str], length: int) -> None:
    text = " ".join(words)
    excerpt = make_excerpt(text, spans_of(text, "find"))
    cut = cut_excerpt(excerpt, length)
    assert len(cut) <= length
    if excerpt.matches:
        assert "find" in cut


def test_an_excerpt_is_the_same_in_every_process() -> None:
    """Two windows are equally good, whatever the order of sets of words is."""
    code = """
from ragtui_core.search.excerpt import make_excerpt
from ragtui_core.types import (Span)
words = "oak elm fir nut ash oat box fig".split()
text, matches = "", []
counts = 2 * (3, 5, 9, 11)
rows = [words[:4], words[4:]]
rows += [[word] * (count - 1) for word, count in zip(words, counts)]
for row in rows:
    for word in row:
        matches.append(Span(len(text), len(text) + len(word)))
        text += word + " "
    text += "x " * 300
print(make_excerpt(text, matches).text)
"""
    shown = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": str(seed)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in range(1, 9)
    }
    assert len(shown) == 1
