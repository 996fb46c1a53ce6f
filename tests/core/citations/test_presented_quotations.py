"""What a text presents as quoted, and where something about it belongs."""

import pytest
from hypothesis import given, strategies as st

from ragtui_core.answer.marks.quotation_verdicts import parts_of
from ragtui_core.citations.quoting import presented_quotations
from ragtui_core.citations.quoting.presented_quotations import (
    Presentation,
    presentation_of,
)
from ragtui_core.documents.markdown.parser_events import ParserPanic


def shown(text: str) -> list[str]:
    return [quotation.shown for quotation in presentation_of(text).quotations]


@pytest.mark.parametrize(
    ("text", "quotations"),
    [
        ('He says "The pump is blue." So.', ["The pump is blue."]),
        ("\u201cA b\u201d \u201eC d\u201c \u201eE f\u201d", ["A b", "C d", "E f"]),
        ("\u00abA b\u00bb \u00bbC d\u00ab \u00ab E f \u00bb", ["A b", "C d", "E f"]),
        ("\u2039A b\u203a \u203aC d\u2039 \u201dE f\u201d", ["A b", "C d", "E f"]),
        (
            "\u2018A b\u2019 \u201aC d\u2018 'E f' \u2019G h\u2019",
            ["A b", "C d", "E f", "G h"],
        ),
        (
            "\u8bf4\u201c\u6cf5\u201d\u3001\u300c\u6cf5\u300d\u300e\u6cf5\u300f\u300a\u6cf5\u300b",
            ["\u6cf5"] * 4,
        ),
        ("''A b'' and `C d'", ["A b", "C d"]),
        ("&quot;A b&quot; and &ldquo;C d&rdquo;", ["A b", "C d"]),
        ("<q>A b</q> <Q cite='x'>C d</Q>", ["A b", "C d"]),
        ("`a b` and ``c ` d``", ["a b", "c ` d"]),
        ("> A b\n> c", ["A b\nc"]),
        ('> "A b c"', ["A b c"]),
        ("```sh\na b\n```", ["a b"]),
        ("    a b\n    c", ["a b\nc"]),
        ("\u201cA \u2018b\u2019 c\u201d", ["A \u2018b\u2019 c"]),
        ('"A b\n\nc d" e', ["A b\n\nc d"]),
        ('"A b\n\n"c d" e', ["A b\n\nc d"]),
        ('**"A b"** *\u201cC d\u201d* [\u201cE f\u201d](x)', ["A b", "C d", "E f"]),
        ('| "A b" | c |\n|---|---|\n| d | \u201cE f\u201d |', ["A b", "E f"]),
        ('"He is 5" tall" x', ['He is 5" tall']),
        ("\u2018the operators\u2019 helmets\u2019 x", ["the operators\u2019 helmets"]),
        ('`"a b"`', ['"a b"']),
        ('stray " quote, then "A b" x', ["A b"]),
    ],
)
def test_quotations_are_found(text: str, quotations: list[str]) -> None:
    assert shown(text) == quotations


@pytest.mark.parametrize(
    "text",
    [
        "it's l'eau, rock 'n' roll, the operators' manual, '90s and \u2019tis",
        '5" by 6\', 5\u2032 6\u2033, 3" x 4"',
        '"never closed',
        "closed only\u201d and so on",
        "a > b, a -> b, R&D",
    ],
)
def test_what_is_no_quotation(text: str) -> None:
    assert shown(text) == []


@pytest.mark.parametrize(
    ("text", "before", "lead"),
    [
        ('It says "A b". So', 'It says "A b"', " "),
        ("It says `a b`. So", "It says `a b`", " "),
        ("[\u201cA b\u201d](x) so", "[\u201cA b\u201d](x)", " "),
        ("> A b\n> c\n\nSo", "> A b\n> c", " "),
        ("```\na b\n```\nSo", "```\na b\n```", "\n"),
        ("1. x\n   ```\n   a b\n   ```\n2. y", "1. x\n   ```\n   a b\n   ```", "\n   "),
        ("> ```\n> a b\n> ```\n", "> ```\n> a b\n> ```", "\n> "),
    ],
)
def test_where_a_mark_belongs(text: str, before: str, lead: str) -> None:
    (quotation,) = presentation_of(text).quotations
    assert (text[: quotation.position], quotation.lead) == (before, lead)


@pytest.mark.parametrize(
    ("text", "is_open"),
    [('"A b', True), ("\u201cA b\n\nc", True), ("'A b", False), ('5" b', False)],
)
def test_a_quotation_may_go_on_after_the_text(text: str, *, is_open: bool) -> None:
    assert presentation_of(text).is_open is is_open


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("a b \u2026 c d", ["a b", "c d"]),
        ("a b [...] c d", ["a b", "c d"]),
        ("a b (\u2026), c d", ["a b", "c d"]),
        ("a [sic] b", ["a b"]),
        ("\u2026 a b ...", ["a b"]),
        ("v1.2..3", ["v1.2..3"]),
    ],
)
def test_parts_of_a_quotation(words: str, parts: list[str]) -> None:
    assert parts_of(words) == parts


_PIECES = ['"', "'", "\u201c", "\u201d", "\u00ab", "\u00bb", "\u2019", "`", "> ", "- "]
_PIECES += ["\n", "\n\n", "    ", "```\n", "<q>", "</q>", "a", " b", "5", "&quot;", "["]


@given(st.lists(st.sampled_from(_PIECES), max_size=30).map("".join))
def test_no_text_is_too_odd(text: str) -> None:
    found = presentation_of(text)
    places = [quotation.position for quotation in found.quotations]
    assert places == sorted(places)
    for quotation in found.quotations:
        assert 0 <= quotation.span.start < quotation.position <= len(text)
        assert quotation.block.start <= quotation.span.start


def test_nothing_is_quoted_where_the_parser_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing(text: str) -> None:
        raise ParserPanic(text)

    monkeypatch.setattr(presented_quotations, "block_events", failing)
    assert presentation_of('He said "all of it".') == Presentation()
