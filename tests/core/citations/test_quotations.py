"""Any text of a file verifies; no change of a word, a digit or a negation does."""

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from string import digits

import pytest
from hypothesis import assume, given, strategies as st

from ragtui_core.citations.citation import Verdict
from ragtui_core.citations.comparing.verification import MIN_WORDS, check, judge, locate
from ragtui_core.citations.shown.blocks import ShownKind, plain_block
from ragtui_core.citations.shown.quotable_file import quotable
from ragtui_core.types import Document, Span
from support.notes import parse
from support.repetitive_texts import SENTENCE, WORDS, texts_with

MIN_LETTERS = 3
_WORD_CHARACTER = re.compile(r"[^\W_]")


_DIGITS = [word for word in WORDS if re.search(r"\d", word)]
_NEGATION = re.compile(r"\b(not|no|never)\b|n't\b|\bnon-")
_NEGATIONS = [word for word in WORDS if _NEGATION.search(word)]


@st.composite
def quotations(
    draw: st.DrawFn, words: Sequence[str] = WORDS, part: str = r"[^\W_]"
) -> tuple[Document, Span]:
    """A document with one of `words`, and a span of it with a match of `part`.

    The span may begin and end anywhere, also within a word, and has `MIN_LETTERS`.
    """
    # A sentence beside it, so that there are enough letters.
    text = draw(st.permutations([draw(texts_with(words)), f"{SENTENCE}\n"]))
    document = parse("".join(text))
    letters = [found.start() for found in _WORD_CHARACTER.finditer(document.text)]
    inner = draw(st.sampled_from(list(re.finditer(part, document.text))))
    # The first and the last letter of the span, by number.
    first = bisect_left(letters, inner.start())
    last = max(first, bisect_left(letters, inner.end()) - 1)
    first = draw(st.integers(max(0, first - 20), first))
    first = min(first, len(letters) - MIN_LETTERS)
    last = max(last, first + MIN_LETTERS - 1)
    last = draw(st.integers(last, min(len(letters) - 1, last + 20)))
    ends = [-1, *letters, len(document.text)]
    start = draw(st.integers(ends[first] + 1, letters[first]))
    end = draw(st.integers(letters[last] + 1, ends[last + 2]))
    return document, Span(min(start, inner.start()), max(end, inner.end()))


@given(quotations())
def test_any_whole_part_of_a_file_verifies(quotation: tuple[Document, Span]) -> None:
    document, span = quotation
    file = quotable(document)
    places = file.places_in(span)
    is_whole = file.is_whole(span)
    assert check(span.of(document.text), span, document).verdict.verified == is_whole
    if is_whole:
        texts = [file.text_of([place]) for place in places]
        blocks = tuple(plain_block(ShownKind.PARAGRAPH, text, 0) for text in texts)
        if all(block.text for block in blocks):
            judged = judge(blocks, document)
            assert judged.verdict.verified or judged.verdict.value == "too_short"


def _other_word(word: str) -> list[str]:
    words = re.compile(r"[^\W_]+")  # underscores may be emphasis
    same = words.findall(word.lower())
    return [other for other in WORDS if words.findall(other.lower()) != same]


def _other_digit(digit: str) -> list[str]:
    return [other for other in ("", *digits) if other != digit]


def _denied(letter: str) -> list[str]:
    return [f"{letter} {word} " for word in ("not", "no", "never")]


ALTERED: dict[str, tuple[Sequence[str], str, Callable[[str], list[str]]]] = {
    "another digit": (_DIGITS, r"\d", _other_digit),
    "no negation": (_NEGATIONS, _NEGATION.pattern, lambda _: [""]),
    "a negation": (WORDS, r"\w", _denied),
    "another word": (WORDS, r"\w+", _other_word),
}
"""The words of a text, what is altered in a quotation of it, and to what."""


@pytest.mark.parametrize("kind", ALTERED)
@given(st.data())
def test_nothing_altered_verifies(kind: str, data: st.DataObject) -> None:
    words, part, altered = ALTERED[kind]
    document, span = data.draw(quotations(words, part))
    quote = span.of(document.text)
    match = data.draw(st.sampled_from(list(re.finditer(part, quote))))
    other = data.draw(st.sampled_from(altered(match[0])))
    changed = f"{quote[: match.start()]}{other}{quote[match.end() :]}"
    # Left out at an end, or not displayed: nothing is changed.
    left, whole = (" ".join(re.findall(r"[^\W_]+", it)) for it in (changed, quote))
    assume(left not in whole)
    assume(kind != "no negation" or "~~" not in quote)
    assert not check(changed, span, document).verdict.verified


@given(quotations())
def test_what_is_located_is_quoted_whole(quotation: tuple[Document, Span]) -> None:
    document, span = quotation
    text = document.text
    quote = span.of(text)
    found = locate(quote, document).span
    if found is None:
        return
    assert len(quote.split()) >= MIN_WORDS or len(_WORD_CHARACTER.findall(quote)) >= 12
    for border in (found.start, found.end):
        around = text[max(0, border - 1) : border + 1]
        assert not re.fullmatch(r"[^\W_]{2}", around)
    assert not re.match(r"\d[.,]?\d", text[found.end - 1 :])


REPORT = parse('# Report\n\nThe *quick* fox is "lazy" today.\n\n> The fox is well.\n')
LINE = Span(10, 10 + len('The *quick* fox is "lazy" today.'))


@pytest.mark.parametrize(
    ("quote", "verdict"),
    [
        (LINE.of(REPORT.text), Verdict.EXACT),
        ("The quick fox is \u201clazy\u201d today.", Verdict.NORMALISED),
        ('The  **quick** fox\nis "lazy" today.', Verdict.NORMALISED),
        ('the *quick* fox is "lazy" today.', Verdict.ALTERED),
        ("The fox is well.", Verdict.ELSEWHERE),
        (" \n", Verdict.MISSING),
        ("a", Verdict.TOO_SHORT),
    ],
)
def test_a_quotation_has_the_verdict_of_its_place(quote: str, verdict: Verdict) -> None:
    assert check(quote, LINE, REPORT).verdict is verdict
