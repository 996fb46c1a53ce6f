"""Saved citations are read back as they were, however their text was handled since."""

import re
import sys
import textwrap
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given, strategies as st

from ragtui_core.citations.citation import SavedCitation, quotation_digest
from ragtui_core.citations.comparing.placement import placement
from ragtui_core.citations.saving.attribution_line import read_attribution
from ragtui_core.citations.saving.saved_citations import read_citations, write_citation
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import Lines, Span
from support.answers import CITATION
from support.commands import ROOT
from support.notes import NOTE_TEXTS, parse

WRITTEN = """\
> Its *impeller* is changed every second winter.
>
> — [1] [products/pump.md](<products/pump.md>) › Pump › Service, line 3 · \
`ragtui:a8c74e32ff79`"""

SAVED = SavedCitation.of(CITATION)

NAMES = [
    *("a b.md", "a  b .md", "[draft] (1).md", "<x>.md", "c:\\old\\note.md", "100%.md"),
    *(
        "a%20b.md",
        "Zoë/漢字.md",
        "a › b · c.md",
        "_draft_.md",
        "__init__.md",
        "a`b`.md",
    ),
    *("AT&amp;T.md", "what?#1.md", "x](<y>), line 3 · `ragtui:0123456789ab`"),
    *("new\nline\r.md", "\x1b[2J.md", "caf\udce9.md", "\u202eevil.md", "-- —.md", " "),
]
"""File names that Markdown, links or terminals would take for something else."""

HEADINGS = [
    *("A › B", "x · y", "*bold* _it_ `code` ~~no~~", "Service, line 3"),
    *("Service, lines 3–5", "ends in \\", "[a](b)", "&rsaquo; &amp;", "<b>", ""),
    *("— dash", "`ragtui:0123456789ab`"),
]

QUOTES = [
    "> itself a quote\n> of two lines",
    "- a\n- b\n  - c\n1. d",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "```python\nif a > b:\n    pass\n```",
    "    indented code\n\tand a tab",
    "para\n\npara\n\n\npara",
    "\n\nblank lines around\n\n",
    "hard break  \nnext\\\nline",
    "— a dash\n— [1] [a](<b>)",
    "`ragtui:0123456789ab`\n`ragtui\\:0123456789ab`",
    WRITTEN,
    f"{WRITTEN}\n{WRITTEN}",
    "> " + WRITTEN.replace("\n", "\n> "),
    "",
    ">",
    "\u2028 \u3000 \xa0",
]

TEXTS = st.one_of(
    st.sampled_from(QUOTES),
    NOTE_TEXTS,
    st.lists(st.sampled_from([*QUOTES, "\n", "> "])).map("".join),
)
PATHS = st.one_of(
    st.sampled_from(NAMES),
    st.text(min_size=1),
    st.lists(st.sampled_from([*NAMES, "/"]), min_size=1).map("".join),
)
HEADING_PATHS = st.lists(st.one_of(st.sampled_from(HEADINGS), st.text()), max_size=4)
NUMBERS = st.none() | st.integers(0, 999)
PLACES = st.none() | st.builds(
    lambda first, more: Lines(first, first + more),
    st.integers(1, 10**6),
    st.integers(0, 99),
)


def saved(
    quote: str = CITATION.quote,
    path: str = CITATION.path,
    headings: list[str] | tuple[str, ...] = (),
    number: int | None = None,
    lines: Lines | None = None,
) -> SavedCitation:
    made = SavedCitation.of(replace(CITATION, quote=quote, path=path))
    return replace(made, heading_path=tuple(headings), number=number, lines=lines)


def read(text: str) -> SavedCitation:
    """The one citation in a text."""
    ((citation, _),) = read_citations(text)
    return citation


def shown(text: str) -> str:
    """A text as a quotation keeps it: with no white space at the ends of lines."""
    lines = re.split(r"\r\n?|\n", sanitize(text))
    return "\n".join(line.rstrip() for line in lines)


def one_line(text: str) -> str:
    return " ".join(sanitize(text, one_line=True).split())


def test_the_form_is_the_documented_one() -> None:
    assert write_citation(CITATION) == WRITTEN
    assert read(WRITTEN) == SAVED
    assert SAVED.intact


def test_the_documents_example_is_a_citation() -> None:
    page = (ROOT / "docs" / "citations.md").read_text("utf-8")
    examples = [citation for citation, _ in read_citations(page)]
    file = f"# Pump\n## Service\n{CITATION.quote}\n"
    start = file.index(CITATION.quote)
    now = placement(parse(file), Span(start, start + len(CITATION.quote)))
    assert examples[0] == replace(SAVED, surroundings=now.digests)
    assert all(citation.intact for citation in examples)
    named = re.findall(r"`quotation_digest\(\"(.*)\"\)` is\s+`(\w+)`", page)
    assert [quotation_digest(text) for text, _ in named] == [told for _, told in named]
    assert named


@given(TEXTS, PATHS, HEADING_PATHS, NUMBERS, PLACES)
@example(WRITTEN, "a.md", ["A, line 1"], None, None)
def test_what_is_written_is_read_again(
    quote: str, path: str, headings: list[str], number: int | None, lines: Lines | None
) -> None:
    citation = saved(quote, path, headings, number, lines)
    back = read(f"Before.\n\n{write_citation(citation)}\n\nAfter.\n")
    assert shown(back.quote) == shown(quote)
    assert back.intact
    assert back.heading_path == tuple(map(one_line, headings))
    expected = (path, number, lines, citation.digest)
    assert (back.path, back.number, back.lines, back.digest) == expected
    assert write_citation(back) == write_citation(citation)


@given(TEXTS, PATHS, HEADING_PATHS)
def test_no_citation_contains_terminal_commands(
    quote: str, path: str, headings: list[str]
) -> None:
    text = write_citation(saved(f"{quote}\x1b[2J\x9b", path, headings))
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", text)
    text.encode()


@given(st.lists(TEXTS, min_size=1, max_size=4), st.sampled_from(["\n", "\n\n", "\r\n"]))
def test_adjacent_citations_are_distinguished(quotes: list[str], end: str) -> None:
    text = end.join(write_citation(saved(quote)) for quote in quotes)
    found = [citation for citation, _ in read_citations(text)]
    assert [shown(each.quote) for each in found] == list(map(shown, quotes))
    assert all(each.intact for each in found)


@given(TEXTS, TEXTS)
def test_a_location_is_that_of_the_citation(quote: str, around: str) -> None:
    written = write_citation(saved(quote, path="a › b.md", lines=Lines(2, 4)))
    text = f"{sanitize(around)}\n\n{written}\n\n{sanitize(around)}"
    found = {
        span.of(text): citation
        for citation, span in read_citations(text)
        if citation.path == "a › b.md"
    }
    assert list(found) == [written]
    for place, citation in found.items():
        assert read(place) == citation


LONG = "The foil is changed every second winter, and the seal with it. " * 8


@pytest.mark.parametrize("width", [20, 40, 72, 200])
def test_a_rewrapped_quotation_keeps_its_digest(width: int) -> None:
    head, _, attribution = write_citation(saved(LONG.strip())).partition("\n>\n")
    words = head.removeprefix("> ")
    marked = textwrap.fill(words, width, initial_indent="> ", subsequent_indent="> ")
    unmarked = textwrap.fill(words, width, initial_indent="> ")
    for wrapped in (marked, unmarked):
        back = read(f"Above.\n\n{wrapped}\n>\n{attribution}\n\nBelow.")
        assert back.intact
        assert back.digest == quotation_digest(LONG)


def test_a_changed_quotation_is_read_and_not_intact() -> None:
    back = read(WRITTEN.replace("second", "third"))
    assert "third" in back.quote
    assert not back.intact


@given(NOTE_TEXTS)
def test_notes_without_citations_contain_none(text: str) -> None:
    assert read_citations(text) == []


SEAL = "`ragtui:0123456789ab`"

HOSTILE = {
    "marks": ">" * 20_000 + SEAL,
    "spaced marks": "> " * 20_000 + SEAL,
    "list marks": "- " * 20_000 + SEAL,
    "brackets": "> x\n> — " + "[" * 20_000 + SEAL,
    "closed brackets": "> x\n> — " + "[]" * 20_000 + SEAL,
    "parentheses": "> x\n> — [x](" + ")" * 20_000 + f" {SEAL}",
    "commas": "> x\n> — [x](a" + ")," * 20_000 + f" {SEAL}",
    "lines": "> x\n> — [x](a) › " + ", line 3" * 5_000 + SEAL,
    "backslashes": "> x\n> — [x](a) › " + "\\" * 20_001 + SEAL,
    "dots": "> x\n> — [x](a) › " + " · " * 20_000 + SEAL,
    "dashes": "> — \n" * 20_000 + f"> {SEAL}",
    "seals": f"> {SEAL}\n" * 5_000,
    "attributions": f"> — [x](a) · {SEAL}\n" * 5_000,
    "unmarked": f"> x\n{'y' * 10}\n" * 5_000 + f"> — [x](a · {SEAL}",
    "seals in a line": f"> — {SEAL} " * 5_000,
}


def steps(act: Callable[[], object]) -> int:
    """How many lines of Python a call takes."""
    count = 0

    def trace(*_: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_effort_grows_no_faster_than_the_text(text: str) -> None:
    assert steps(lambda: read_citations(text)) < 40 * len(text) + 1_000


def test_an_attribution_takes_its_whole_line() -> None:
    line = WRITTEN.rpartition("\n> ")[2]
    assert read_attribution(line)
    assert read_attribution(f"x {line}") is None
    assert read_attribution(f"{line}x") is None


@pytest.mark.parametrize(
    "text", ["a b", " a  b\n", "a\r\n\tb", "a\u2028b", "\n\na\xa0\u3000b"]
)
def test_the_digest_minds_words_alone(text: str) -> None:
    assert quotation_digest(text) == quotation_digest("a b") == "c8687a08aa5d"
    assert quotation_digest(text) != quotation_digest("a B")
