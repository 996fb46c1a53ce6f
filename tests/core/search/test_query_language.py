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

LONG = " ".join(["word"] * 60)


@pytest.mark.parametrize(
    ("line", "text", "more"),
    [
        (
            'a "zero point" -draft -"old text" tag:b -folder:attic company:"A B"',
            "a zero point",
            {
                "quoted": ["zero point"],
                "left_out": ["draft", "old text"],
                "clauses": ["tag:b", "-folder:attic", 'company:"A B"'],
            },
        ),
        (
            "statsu:active probe",
            "statsu active probe",
            {
                "notes": [
                    "There is no field statsu: (did you mean status:?); "
                    "searched as words."
                ]
            },
        ),
        (
            'the "zero point',
            "the zero point",
            {"notes": ["A quotation mark is not closed: it was ignored."]},
        ),
        ('the "old one" then', "the old one then", {"quoted": ["old one"]}),
        (
            '"old one" "new" tag:x -bad',
            "old one new",
            {"phrases": ["old one", "new"], "clauses": ["tag:x"], "left_out": ["bad"]},
        ),
        (
            'c++ "probe" +"old one" a+b',
            "c++ probe old one a+b",
            {"phrases": ["old one"], "quoted": ["probe"]},
        ),
        ("wait for Wait-Process -Name before you go", None, {}),
        (
            "how to calibrate the probe in May -draft tag:x -old",
            "how to calibrate the probe in May",
            {"left_out": ["draft", "old"], "clauses": ["tag:x"]},
        ),
        (
            f"tag:a {LONG} kind:of {LONG} -old tag:b",
            f"{LONG} kind:of {LONG}",
            {"clauses": ["tag:a", "tag:b"], "left_out": ["old"]},
        ),
        (
            "open year:round",
            "open year round",
            {"notes": ["'round' is not a year: year:round is searched as words."]},
        ),
        (
            "pump tag:",
            None,
            {"notes": ["tag: has no value: it is searched as a word."]},
        ),
    ],
)
def test_each_part_of_a_line_is_read(
    line: str, text: str | None, more: dict[str, list[str]]
) -> None:
    parsed = parse_line(line)
    assert parsed.text() == (line if text is None else text)
    for part in ("clauses", "left_out", "quoted", "phrases", "notes"):
        assert [*map(str, getattr(parsed, part))] == more.get(part, []), part


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
