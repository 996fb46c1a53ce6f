"""A verdict is never too good, and what is unchanged is verified."""

import re
from dataclasses import replace

import pytest
from benchmarks.altered_citations import KINDS
from benchmarks.citations import run
from hypothesis import assume, given, strategies as st

from ragtui_core.citations.citation import SavedCitation, Verdict, quotation_digest
from ragtui_core.citations.comparing.verification import check, cite
from ragtui_core.citations.passages import passages_of
from ragtui_core.citations.recheck import recheck
from ragtui_core.citations.saving.saved_citations import write_citation
from ragtui_core.citations.shown.displayed_file import displayed
from ragtui_core.citations.shown.quotable_file import quotable
from ragtui_core.types import Document, Span
from support.extensions import needs_files
from support.notes import NOTE_TEXTS, parse
from support.repetitive_texts import TEXTS, texts_with


def saved_from(quote: str, text: str) -> SavedCitation:
    """A citation of the first place of a quotation."""
    start = text.index(quote)
    document = parse(text)
    cited = cite(1, quote, Span(start, start + len(quote)), (), document)
    assert cited.verdict is Verdict.EXACT
    return SavedCitation.of(cited)


def verdict_at(quote: str, span: Span, document: Document) -> Verdict:
    return check(quote, span, document).verdict


def is_whole(text: str, span: Span) -> bool:
    """Whether a span of a note cuts no word or number of what is displayed."""
    file = quotable(parse(text))
    places = file.places_in(span)
    return bool(places) and not file.is_cut(places)


def checked(saved: SavedCitation, document: Document) -> Verdict:
    """What the written form of a citation is worth."""
    [found] = recheck(write_citation(saved), lambda _: document, lambda _: ())
    return found.verdict


TAKEN_BACK = [
    ("~~", "~~"),
    ("~", "~"),
    ("**~~", "~~**"),
    ("<del>", "</del>"),
    ("<s>", "</s>"),
    ("<strike>", "</strike>"),
    ("<!-- ", " -->"),
    ("<!--\n\n", "\n\n-->"),
    ("%%", "%%"),
    ("%%\n\n", "\n\n%%"),
    ("<div hidden>", "</div>"),
    ('<p style="display: none">', "</p>"),
    ("{--", "--}"),
    ("[//]: # (", ")"),
    ("~~Before. ", " After.~~"),
]


@pytest.mark.parametrize("keeps_surroundings", [True, False])
@pytest.mark.parametrize(("opening", "closing"), TAKEN_BACK)
def test_what_is_taken_back_or_hidden_is_not_verified(
    opening: str, closing: str, keeps_surroundings: bool
) -> None:
    quote = "The valve is safe to open."
    text = f"# Valve\n\n{quote}\n"
    saved = saved_from(quote, text)
    if not keeps_surroundings:
        saved = replace(saved, surroundings="", context=())
    edited = parse(text.replace(quote, f"{opening}{quote}{closing}"))
    assert not checked(saved, edited).verified
    start = edited.text.index(quote)
    fresh = cite(1, quote, Span(start, start + len(quote)), (), edited)
    assert not fresh.verdict.verified


SEQUENCES = [
    ("\x1b]0;", "\x07"),
    ("\x1b]8;", ";x\x07"),
    ("\x9d0;", "\x1b\\"),
    ("\x1bP", "\x9c"),
    ("\x1b]0;Before. ", " After.\x07"),
    ("```\n\x1b]0;", "\x07\n```"),
]


@pytest.mark.parametrize("keeps_surroundings", [True, False])
@pytest.mark.parametrize(("opening", "closing"), SEQUENCES)
def test_the_content_of_an_escape_sequence_is_not_verified(
    opening: str, closing: str, keeps_surroundings: bool
) -> None:
    quote = "The valve is safe to open."
    saved = saved_from(quote, f"# Valve\n\n{quote}\n")
    if not keeps_surroundings:
        saved = replace(saved, surroundings="", context=())
    edited = parse(f"# Valve\n\n{opening}{quote}{closing}\n")
    assert not checked(saved, edited).verified
    start = edited.text.index(quote)
    for first in (0, 4):  # all of it, or a part
        span = Span(start + first, start + len(quote))
        fresh = cite(1, span.of(edited.text), span, (), edited)
        assert not fresh.verdict.verified
    if opening.startswith("```"):
        return  # What follows its end in the same line is not displayed.
    shown = f"Now {opening}title{closing} {quote}"
    start = shown.index(quote)
    span = Span(start, start + len(quote))
    assert cite(1, quote, span, (), parse(shown)).verdict is Verdict.EXACT


def test_marks_in_code_take_nothing_back() -> None:
    fence = "```\n%%\n```\n\n"
    text = f"`~~a` The valve is safe to open. `b~~`\n\n{fence}It is.\n\n{fence}"
    document = parse(text)
    for quote in ("The valve is safe to open.", "It is."):
        start = text.index(quote)
        span = Span(start, start + len(quote))
        assert verdict_at(quote, span, document) is Verdict.EXACT


@pytest.mark.parametrize(
    "text",
    [
        "It took (~2 days) while the valve was open and ~3 days after.",
        "Write \\<s> while the valve was open.",
        "It was 4~5 days while the valve was open for 3~4 hours.",
    ],
)
def test_what_is_shown_as_it_is_written_takes_nothing_back(text: str) -> None:
    quote = "while the valve was open"
    start = text.index(quote)
    span = Span(start, start + len(quote))
    assert verdict_at(quote, span, parse(text)) is Verdict.EXACT


def test_a_comment_without_an_end_hides_the_rest() -> None:
    text = "Begin.\n\n%%\nOpen the large valve.\n\nClose the small valve.\n"
    for quote in ("Open the large valve.", "Close the small valve."):
        start = text.index(quote)
        span = Span(start, start + len(quote))
        assert verdict_at(quote, span, parse(text)) is Verdict.ALTERED


@pytest.mark.parametrize("quote", ["a", "5", "\u200b", "!", "*a*"])
def test_too_little_says_nothing(quote: str) -> None:
    text = f"x {quote} y"
    document = parse(text)
    span = Span(2, 2 + len(quote))
    assert not verdict_at(quote, span, document).verified
    forged = SavedCitation(1, "a.md", (), None, quote, quotation_digest(quote))
    assert not checked(forged, document).verified


def test_a_heading_does_not_replace_a_deleted_word() -> None:
    quote = "Flash cards in the terminal."
    saved = saved_from(quote, f"# flash\n\n> {quote}\n> More.\n")
    edited = parse("# flash\n\n>  cards in the terminal.\n> More.\n")
    assert not checked(saved, edited).verified
    wrapped = parse("# flash\n\n> Flash cards\n> in the terminal.\n> More.\n")
    assert checked(saved, wrapped).verified


_SHOWN = st.sampled_from(
    ["The pump", "is safe", "15", "安全", "**no**", " ", " ", "\t", "\n", "."]
)
_SEPARATE = st.sampled_from(["\x0b", "\x0c", "\x85", "\u2028", "\t", " "])
_SEQUENCE = st.tuples(
    st.sampled_from(["\x1b]8;", "\x1b]0;", "\x9d", "\x1bP"]),
    st.lists(_SHOWN | _SEPARATE | st.just(";x"), max_size=4).map("".join),
    st.sampled_from(["\x07", "\x1b\\", "\x9c", ""]),
).map("".join)
_CONTROL = st.sampled_from(
    [
        *("\x1b[31m", "\x1b[3", "\x9b", "\x1b", "\x07", "\u202e", "\u2066", "\u200d"),
        *("\U0001f3f4", "\U000e0067", "\ufe0f", "\u200b", "\x00"),
    ]
)
_CONCEALING = st.lists(
    _SHOWN | _SHOWN | _SEQUENCE | _SEPARATE | _CONTROL, min_size=1, max_size=12
).map("".join)


@given(_CONCEALING, st.data())
def test_unchanged_parts_are_always_verified(text: str, data: st.DataObject) -> None:
    document = parse(f"# Notes\n\n{text}\n\nThe end of it.\n")
    words = list(re.finditer(r"\S+", document.text))
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    span = Span(words[first].start(), words[last].end())
    cited = cite(1, span.of(document.text), span, (), document)
    if cited.verdict.verified:
        assert checked(SavedCitation.of(cited), document).verified


@pytest.mark.parametrize("mark", ["#", "*", "-", "> #", "> > *", "漢字。#"])
def test_a_mark_of_a_line_after_another_is_text(mark: str) -> None:
    document = parse(f"Before.\n\n{mark} {mark[-1]} \ufeffit is safe\n")
    passage = passages_of(document)[-1]
    cited = cite(1, passage.span.of(document.text), passage.span, (), document)
    assert cited.verdict is Verdict.EXACT
    assert checked(SavedCitation.of(cited), document).verified


@given(NOTE_TEXTS.filter(bool))
def test_an_unchanged_quotation_is_verified_in_any_note(text: str) -> None:
    document = parse(text)
    for passage in passages_of(document):
        cited = cite(1, passage.span.of(document.text), passage.span, (), document)
        if cited.verdict.verified:
            assert checked(SavedCitation.of(cited), document).verified


def test_a_quotation_that_ends_in_struck_words_is_not_verified() -> None:
    document = parse("the valve of Zanzibar\n- ~~The tap~~\n")
    span = Span(0, document.text.index(" tap"))
    cited = cite(1, span.of(document.text), span, (), document)
    assert not cited.verdict.verified


@pytest.mark.parametrize("marks", ["```", "***", "*", "`"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_marks_cut_off_a_word_are_found_after_saving(marks: str, line_end: str) -> None:
    text = f"The valve 漢字。{marks}{line_end}opens at noon every day{marks} 漢字"
    start, end = text.index(marks), text.rindex(marks) + len(marks)
    span = Span(start, end)
    document = parse(text)
    cited = cite(1, span.of(document.text), span, (), document)
    assert cited.verdict.verified
    assert checked(SavedCitation.of(cited), document).verified


UNIQUE = "the valve of Zanzibar"
"""A phrase that is in a text once, and so is each quotation with it."""


@given(texts_with([UNIQUE]), st.data())
def test_whatever_touches_a_quotation_makes_it_inexact(
    text: str, data: st.DataObject
) -> None:
    words = list(re.finditer(r"[^\W_]+(?:\S*[^\W_])?", text))
    unique = next(n for n, word in enumerate(words) if "Zanzibar" in word[0])
    first = data.draw(st.integers(max(0, unique - 8), unique))
    last = data.draw(st.integers(unique, min(len(words) - 1, unique + 8)))
    span = Span(words[first].start(), words[last].end())
    quote, document = span.of(text), parse(text)
    cited = cite(1, quote, span, (), document)
    assume(cited.verdict is Verdict.EXACT)
    added = data.draw(st.text("abz059.,%$'-(~*", min_size=1, max_size=6))
    at_end = data.draw(st.booleans())
    place = span.end if at_end else span.start
    edited = text[:place] + added + text[place:]
    assume(edited.count(quote) == 1)
    assert checked(SavedCitation.of(cited), parse(edited)) is not Verdict.EXACT


@given(TEXTS, st.data())
def test_no_cut_within_a_word_passes_with_a_digest_of_its_own(
    text: str, data: st.DataObject
) -> None:
    document = parse(text)
    words = list(re.finditer(r"[^\W_]{2,}", text))
    assume(words)
    word = data.draw(st.sampled_from(words))
    cut = data.draw(st.integers(word.start() + 1, word.end() - 1))
    if data.draw(st.booleans()):
        quote = text[max(0, cut - data.draw(st.integers(2, 40))) : cut].strip()
    else:
        quote = text[cut : cut + data.draw(st.integers(2, 40))].strip()
    forged = SavedCitation(1, "a.md", (), None, quote, quotation_digest(quote))
    whole = any(
        is_whole(text, Span(place, place + len(quote)))
        for place in range(len(text))
        if text.startswith(quote, place)
    )
    assume(not whole)
    assert checked(forged, document) is not Verdict.EXACT


def test_effort_is_linear() -> None:
    quote = "a " * 4_000
    text = "a " * 15_000 + "b"
    for hostile in (text, "~~" * 12_000, "<s>" * 7_000, "`" * 9_999, "{--" * 7_000):
        displayed(parse(hostile))
    saved = SavedCitation(1, "a.md", (), None, quote.strip(), quotation_digest(quote))
    assert checked(saved, parse(text)).verified


@needs_files
def test_the_benchmark_finds_nothing() -> None:
    counts = run(altered=len(KINDS), unaltered=60, seed=7, folders=())
    assert (counts.passed, counts.failed) == ({}, {})
    assert counts.altered.total() >= len(KINDS)


@pytest.mark.parametrize("unseen", ["\x07", "\x1b[1m", "\u202e", "\U000e0041"])
@pytest.mark.parametrize("quote", ["{} 760 bar", "760 bar {}", "{} 760 bar {}"])
def test_a_space_beside_what_is_not_seen_is_outside_of_the_bold(
    quote: str, unseen: str
) -> None:
    quote = quote.format(*[unseen] * 2)
    text = f"The pump holds {quote} in winter.\n"
    assert checked(saved_from(quote, text), parse(text)).verified


def test_code_with_its_fences_and_a_blank_line_is_found_after_saving() -> None:
    quote = '```c\n# include "boot.h"\n\nvoid boot(void);\n```'
    text = f"# Boot\n\nThe code:\n\n{quote}\n\nSo it is.\n"
    assert checked(saved_from(quote, text), parse(text)) is Verdict.EXACT
