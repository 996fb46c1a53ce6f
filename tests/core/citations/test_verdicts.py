"""A verdict is never too good, and what is unchanged is verified."""

import re

from benchmarks.altered_citations import KINDS
from benchmarks.citations import run
from hypothesis import assume, given, strategies as st

from ragtui_core.citations.citation import SavedCitation, Verdict, quotation_digest
from ragtui_core.citations.comparing.verification import cite
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


def is_whole(text: str, span: Span) -> bool:
    """Whether a span of a note cuts no word or number of what is displayed."""
    file = quotable(parse(text))
    places = file.places_in(span)
    return bool(places) and not file.is_cut(places)


def checked(saved: SavedCitation, document: Document) -> Verdict:
    """What the written form of a citation is worth."""
    [found] = recheck(write_citation(saved), lambda _: document, lambda _: ())
    return found.verdict


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


@given(NOTE_TEXTS.filter(bool))
def test_an_unchanged_quotation_is_verified_in_any_note(text: str) -> None:
    document = parse(text)
    for passage in passages_of(document):
        cited = cite(1, passage.span.of(document.text), passage.span, (), document)
        if cited.verdict.verified:
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
