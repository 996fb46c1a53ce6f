"""Excerpts: on one line, within their length, with matches where they say."""

from hypothesis import given, strategies as st

from ragtui_core.search.excerpt import LENGTH, cut_excerpt, make_excerpt
from ragtui_core.types import Span


def spans_of(text: str, word: str) -> list[Span]:
    found, start = [], text.find(word)
    while start >= 0:
        found.append(Span(start, start + len(word)))
        start = text.find(word, start + 1)
    return found


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


def test_half_of_the_marks_around_words_is_left_out() -> None:
    text = f"**{'a ' * 200}** seal **b** `c` {'d ' * 20} **{'e ' * 200}**"
    excerpt = make_excerpt(text, spans_of(text, "seal"), 100)
    assert " seal **b** `c` d" in excerpt.text
    assert excerpt.text.count("**") == 2


def test_comments_are_left_out_unless_the_words_are_in_them() -> None:
    text = f"<!-- {'a ' * 100} --> of a seal %%b%% it is.\n\n%%\nc\n\nd\n%%\n\nEnd."
    excerpt = make_excerpt(text, spans_of(text, "seal"), 60)
    assert excerpt.text == "... of a seal it is. · End."


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
