"""The query language: what is syntax, and what is not."""

from hypothesis import given, strategies as st

from ragtui_core.search.query_language import (
    Clause,
    clauses_of,
    parse_clause,
    parse_line,
    with_clause,
)
from ragtui_core.store.selection import FilterField

LONG = " ".join(["word"] * 60)


def test_the_filters_of_a_pasted_text_are_those_that_are_edited() -> None:
    line = f"{LONG} kind:of {LONG}"
    assert clauses_of(line) == ()
    tag = Clause(FilterField.TAG, "a")
    assert clauses_of(with_clause(line, tag)) == (tag,)


def test_an_option_that_is_no_filter_is_reported() -> None:
    assert "not a valid filter" in parse_clause("oxygen").notes[0]


@given(st.text())
def test_no_line_is_an_error(line: str) -> None:
    parsed = parse_line(line)
    assert all(clause.value.strip() for clause in parsed.clauses)


WORD = st.text(st.characters(categories=["L", "N"]), min_size=1)
JOINER = st.sampled_from(
    ("::", "->", "--", "-", "/", "://", ".", "<", "#", "=", ",", "·")
)


@given(st.lists(st.tuples(JOINER, WORD)), WORD)
def test_joined_words_are_no_syntax(pairs: list[tuple[str, str]], word: str) -> None:
    joined = word + "".join(joiner + part for joiner, part in pairs)
    for line in (joined, f"{word} {joined} {word}", f"--{joined}", f"#{joined}"):
        parsed = parse_line(line)
        assert parsed.text() == line
        assert not parsed.clauses + parsed.left_out + parsed.phrases
