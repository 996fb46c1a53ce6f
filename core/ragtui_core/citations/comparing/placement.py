"""Where in its file a quotation is: what is displayed around it and above it.

`5 bar` says something else under another heading, in another column or in a comment,
and `The pump can` in a sentence that goes on with `not`. So a saved citation has the
placement of its words: what people see of it as words, and all of it as digests. Case,
markup and white space do not count, nor does the level of a heading; numbers of
headings count, since sections are cited by them.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragtui_core.citations.citation import SavedCitation, clipped, saved_location
from ragtui_core.citations.comparing.normalization import WORD_CHARACTER, plain
from ragtui_core.citations.comparing.quotation_rule import around, sentence_at
from ragtui_core.citations.saving.attribution_line import (
    COLUMN,
    ROW,
    UNDER,
    location_key,
)
from ragtui_core.citations.shown.blocks import ShownKind
from ragtui_core.citations.shown.context import context_of
from ragtui_core.citations.shown.displayed_file import is_code
from ragtui_core.citations.shown.folding import fold
from ragtui_core.citations.shown.quotable_file import Place, QuotableFile, quotable
from ragtui_core.text.line_index import LINE_END
from ragtui_core.text.sanitizing import kept_offsets, sanitize
from ragtui_core.types import LOCATION_SEPARATOR, Document, LocationKind, Span

DIGITS = 12
"""Hex digits of each of the two digests: of the sentence, and of the place."""

OLD_DIGITS = 6
"""Hex digits of the first of the digests of version 0.2: that of the sentence."""

_NAMES = {UNDER: "text above", ROW: "row", COLUMN: "column head"}
_FOOTNOTE = re.compile(r"\[\^?\d{1,4}\](?!\()|\[\^[\w-]{1,20}\]")
_REACH = 16
"""Characters beside a sentence that may reorder or conceal it."""
_LAST_RUN, _FIRST_RUN = re.compile(r"\S*\Z"), re.compile(r"\S*")
_MARKS = "*_~`"
_VISIBLE_SPACES = str.maketrans({" ": "\u2423", "\t": "\u2409"})


@dataclass(frozen=True, slots=True)
class Placement:
    """Where some words are.

    Attributes:
        kind: Of the block of the first one.
        sentence: All of their sentence or cell; in code, of their lines.
        unseen: The source of their sentence, if sanitizing removes some of it, which
            may reorder or conceal words.
        headings: The headings above, outermost first.
        context: What else they belong to, outermost first, each after `UNDER`, `ROW` or
            `COLUMN` and a space; a column without a head has its number.
        location: Page, slide or mail, as it is saved.
        headers: Sender, time and subject, if they are in a mail.
    """

    kind: str
    sentence: str
    unseen: str
    headings: tuple[str, ...]
    context: tuple[str, ...]
    location: str
    headers: tuple[str, ...]

    @property
    def digests(self) -> str:
        """`DIGITS` of the sentence; `DIGITS` of kind, headings, context and headers."""
        words = (self.headings, self.context, self.headers)
        place = ("\1".join(_words(part)) for part in words)
        return _digest(DIGITS, self.sentence, self.unseen) + (
            _digest(DIGITS, self.kind, *place)
        )


def placement(document: Document, span: Span) -> Placement:
    """The placement of a span, by what is displayed of it."""
    file = quotable(document)
    places = file.places_in(span)
    start, location = span.start, document.location(span.start)
    section = None if is_code(document) else document.section_at(start)
    headings = section.heading_path if section else ()
    headers = tuple[str, ...]()
    if location and location.kind is LocationKind.MESSAGE:
        fields = document.fields
        sender = str(document.metadata.get("from", ""))
        headers = (sender, fields.created, fields.title)
    block = file.blocks[places[0].block] if places else None
    known = _words(headings)
    displayed = block.headings if block else ()
    own = [heading for heading in displayed if _comparable(heading) not in known]
    return Placement(
        kind=block.kind if block else "",
        sentence=_displayed_sentence(file, places, span),
        unseen=_unseen(file, places),
        headings=headings,
        context=tuple(context_of(file, places, own)),
        location=saved_location(location),
        headers=headers,
    )


def _displayed_sentence(file: QuotableFile, places: Sequence[Place], span: Span) -> str:
    """The sentences of some words without footnotes; of code, their lines."""
    if not places or file.blocks[places[0].block].kind is ShownKind.CODE:
        text = file.document.text
        before, after = _rest_of_lines(text, span)
        return f"{before}{fold(span.of(text))}{after}"
    before, after = around(file, places)
    return fold(_FOOTNOTE.sub("", f"{before}{file.text_of(places)}{after}"))


def _unseen(file: QuotableFile, places: Sequence[Place]) -> str:
    """The source of the sentence of some words, if some of it is not displayable."""
    if not places:
        return ""
    text, sentence = file.document.text, _sentence(file, places)
    start = _LAST_RUN.search(text, max(0, sentence.start - _REACH), sentence.start)
    end = _FIRST_RUN.match(text, sentence.end, sentence.end + _REACH)
    first = start.start() if start else sentence.start
    source = text[first : end.end() if end else sentence.end]
    return source if len(sanitize(source)) != len(source) else ""


def _sentence(file: QuotableFile, places: Sequence[Place]) -> Span:
    """The source of the sentences or cells of some words, without outer markup."""
    first, last = places[0], places[-1]
    one, other = file.blocks[first.block], file.blocks[last.block]
    start = one.span(*sentence_at(one, first.start, first.end)).start
    return Span(start, other.span(*sentence_at(other, last.start, last.end)).end)


def _rest_of_lines(text: str, span: Span) -> tuple[str, str]:
    """The lines before and after the words of a span, in which each space counts."""
    quote = span.of(text)
    span = Span(span.end - len(quote.lstrip()), span.start + len(quote.rstrip()))
    start = max(text.rfind(end, 0, span.start) for end in "\r\n") + 1
    line_end = LINE_END.search(text, span.end)
    rest = text[start : span.start], text[span.end : line_end and line_end.start()]
    before, after = (part.translate(_VISIBLE_SPACES) for part in rest)
    return before, after


def change_since(saved: SavedCitation, document: Document, span: Span) -> str:
    """How the saved surroundings of a citation differ now, in a few words.

    Such as `found under another heading: Curlew`; empty if they do not.
    """
    if saved.name not in {"", saved.path}:
        return f"the name of the file is {saved.path}"
    now, was = placement(document, span), saved.surroundings
    if location_key(saved.location) != location_key(now.location):
        what = "mail's headers" if now.headers else "page"
        change = f"{saved.location or 'none'} → {now.location or 'none'}"
        return f"the {what} changed: {change}"
    old = _words(saved.heading_path)
    if old != _words(now.headings):
        if old in (_words(section.heading_path) for section in document.sections):
            return f"found under another heading: {_joined(now.headings)}"
        changed = _changed(saved.heading_path, now.headings)
        return f"the heading above changed: {changed}"
    if change := _change_of_context(saved, now):
        return change
    if len(was) == 2 * DIGITS:
        is_same = now.digests[:DIGITS] == was[:DIGITS]
    else:
        is_same = not was or was[:OLD_DIGITS] == old_sentence_digest(document, span)
    if not is_same:
        return f"its sentence is now: {now.sentence}"
    if len(was) < 2 * DIGITS or now.digests == was:
        return ""
    if now.headers:
        return f"the mail's headers changed: {', '.join(now.headers)} now"
    return f"the text around it changed, or its kind: {now.kind or 'none'} now"


def _change_of_context(saved: SavedCitation, now: Placement) -> str:
    """How what is written of the context differs; version 0.2 wrote fewer parts."""
    for mark, name in _NAMES.items():
        was = _marked(saved.context, mark)
        is_now = _marked(clipped(now.context), mark)
        is_same = _words(was) == _words(is_now)
        if mark == UNDER and 0 < len(saved.surroundings) < 2 * DIGITS:
            every = [part for text in now.context for part in clipped((text,))]
            is_same = {*_words(was)} <= {*_words(_marked(every, mark))}
        if not is_same:
            return f"the {name} changed: {_changed(was, is_now)}"
    return ""


def _marked(context: Sequence[str], mark: str) -> list[str]:
    return [part.removeprefix(mark).strip() for part in context if part[:1] == mark]


def old_sentence_digest(document: Document, span: Span) -> str:
    """The digest of version 0.2 of the rest of a sentence, made from source text."""
    file, text = quotable(document), document.text
    span = _trimmed_to_words(text, span)
    places = file.places_in(span)
    if not places or file.blocks[places[0].block].kind is ShownKind.CODE:
        return _digest(OLD_DIGITS, *_rest_of_lines(text, span))
    start, end = (sentence := _sentence(file, places)).start, sentence.end
    if not file.blocks[places[0].block].cells:  # Markup around a cell is outside.
        start = len(text[:start].rstrip(_MARKS))
        end += len(text[end:]) - len(text[end:].lstrip(_MARKS + "])"))
    rest = text[start : span.start], text[span.end : end]
    return _digest(OLD_DIGITS, *(plain(_FOOTNOTE.sub("", part)) for part in rest))


def _trimmed_to_words(text: str, span: Span) -> Span:
    """The span from the first printable letter or digit to the last."""
    quote = span.of(text)
    shown, offsets = sanitize(quote), kept_offsets(quote)
    first, last = WORD_CHARACTER.search(shown), WORD_CHARACTER.search(shown[::-1])
    if not first or not last:
        return span
    start, end = first.start(), len(shown) - 1 - last.start()
    if offsets is not None:
        start, end = offsets[start], offsets[end]
    return Span(span.start + start, span.start + end + 1)


def _comparable(heading: str) -> str:
    """A heading, column head or the like without markup and case."""
    return plain(heading).casefold()


def _words(headings: Sequence[str]) -> list[str]:
    return [_comparable(heading) for heading in headings]


def _joined(parts: Sequence[str]) -> str:
    return LOCATION_SEPARATOR.join(parts) or "none"


def _changed(old: Sequence[str], new: Sequence[str]) -> str:
    """`Old → New` of what is not common to the beginnings and ends of both."""
    old, new = list(old), list(new)
    while old and new and old[0] == new[0]:
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    return f"{_joined(old)} → {_joined(new)}"


def _digest(digits: int, *parts: str) -> str:
    text = "\0".join(" ".join(part.split()) for part in parts)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:digits]
