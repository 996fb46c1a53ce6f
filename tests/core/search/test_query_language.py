"""The query language: what is syntax, and what is not."""

import pytest
from hypothesis import given, strategies as st

from ragtui_core.search.query_language import (
    Clause,
    clauses_of,
    parse_clause,
    parse_line,
    with_clause,
)
from ragtui_core.store.selection import FilterField


def test_every_part_is_located() -> None:
    parsed = parse_line(
        'probe "zero point" -draft -"old text" tag:oxygen -folder:attic company:"A B"'
    )
    assert parsed.text() == "probe zero point"
    assert parsed.quoted == ["zero point"]
    assert parsed.left_out == ["draft", "old text"]
    assert parsed.clauses == [
        Clause(FilterField.TAG, "oxygen"),
        Clause(FilterField.FOLDER, "attic", negated=True),
        Clause(FilterField.COMPANY, "A B"),
    ]
    assert not parsed.notes


@pytest.mark.parametrize(
    "words",
    [
        "at -5 degrees",
        "grep -r --include",
        "tar -xf archive",
        "see https://example.org/a:b",
        "std::vector",
        "12:30",
        "C++ a-b",
        "a->b",
        "std::vector<int> v;",
        "--flag value",
        "#include <x>",
        "git log --oneline -n 5",
        "non-null e-mail x - y",
        "2026-03-31T14:30:00",
        "31.03.2026 3/31/26",
        "3.5 bar, 20 °C, -5 °C and 10µm",
        "https://example.org/tag:a?kind:b=from:c&to=d#year:2026",
        "ftp://tag:secret@example.org",
        "(tag:x)",
        "насос pump 泵",
    ],
)
def test_words_that_look_like_syntax_stay_words(words: str) -> None:
    parsed = parse_line(words)
    assert parsed.text() == words
    assert not parsed.left_out + parsed.clauses
    assert not parsed.notes


def test_an_unknown_field_is_searched_as_words_and_reported() -> None:
    parsed = parse_line("statsu:active probe")
    assert parsed.text() == "statsu active probe"
    assert parsed.notes == [
        "There is no field statsu: (did you mean status:?); searched as words."
    ]


def test_an_unpaired_quotation_mark_is_ignored_and_reported() -> None:
    parsed = parse_line('the "zero point')
    assert parsed.text() == "the zero point"
    assert not parsed.phrases
    assert "not closed" in parsed.notes[0]


def test_quotation_marks_restrict_where_there_is_nothing_else_or_after_a_plus() -> None:
    parsed = parse_line('the probe "rather moody" then')
    assert (parsed.phrases, parsed.quoted) == ([], ["rather moody"])
    assert "rather moody" in parsed.text()
    assert parse_line('"rather moody" "old" tag:x -new').phrases == [
        "rather moody",
        "old",
    ]
    parsed = parse_line('c++ "probe" +"rather moody" a+b')
    assert (parsed.phrases, parsed.quoted) == (["rather moody"], ["probe"])
    assert parsed.text() == "c++ probe rather moody a+b"


def test_a_minus_within_a_sentence_begins_an_option() -> None:
    pasted = parse_line("wait for the process with Wait-Process -Name before you go")
    assert not pasted.left_out
    assert "-Name" in pasted.text()
    typed = parse_line("how to calibrate the probe in the harbour -draft tag:x -old")
    assert typed.left_out == ["draft", "old"]


def test_a_pasted_text_has_no_syntax_inside() -> None:
    log = 'the pump status:404 -cache +"GET /" from:scratch "as it was" stops '
    parsed = parse_line(log * 30)
    assert not parsed.clauses + parsed.left_out + parsed.phrases
    assert parsed.text().startswith("the pump status:404 -cache")
    assert parsed.quoted == ["GET /", "as it was"]
    chosen = parse_line(f"tag:a {'word ' * 60} kind:of {'word ' * 60} -old tag:b")
    assert [clause.value for clause in chosen.clauses] == ["a", "b"]
    assert chosen.left_out == ["old"]
    assert "kind:of" in chosen.text()


def test_the_filters_of_a_pasted_text_are_those_that_are_edited() -> None:
    line = f"{'word ' * 60} kind:of {'word ' * 60}"
    assert clauses_of(line) == ()
    assert clauses_of(with_clause(line, Clause(FilterField.TAG, "a"))) == (
        Clause(FilterField.TAG, "a"),
    )


def test_what_is_not_a_year_is_searched_as_words() -> None:
    parsed = parse_line("open year:round")
    assert (parsed.text(), parsed.clauses) == ("open year round", [])
    assert parsed.notes == ["'round' is not a year: year:round is searched as words."]


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
