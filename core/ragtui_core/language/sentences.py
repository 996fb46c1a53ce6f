"""Splits text into sentences, for chunks and for quotations.

By rules: a full stop ends a sentence unless the next word is in lower case, or the
preceding one is an abbreviation, an initial, an ordinal or a list number. Ideographic
stops always end a sentence. Blank lines, list items and table rows are boundaries
too. All patterns take linear time.
"""

import re
from collections.abc import Iterator

from ragtui_core.language.tables import words
from ragtui_core.language.times.time_words import month_numbers
from ragtui_core.types import Span

_STOPS = ".!?…。！？｡؟ "  # noqa: RUF001  # these marks are intended
"""Marks that end a sentence, and the space before them in French."""

_END = re.compile(
    r"""
    (?<! [.!?…] ) (?P<stop> [.!?…]++ )    # stops, then closing characters:
    [)\]}"'”’»›*_~`]*+                    # brackets, quotes, emphasis,
    (?>(?: \[\^?[\w-]{1,20}\] )*)         # footnote marks
    (?= \s )
  | [。！？｡][。！？｡…]*+[」』”’）】》〉〕]*+
  | (?P<border> (?: \r\n?+|\n ) [ \t>]*+ (?:
        (?= [\r\n] )                      # a blank line
      | (?= (?: [-*+•] | \d{1,9}[.)] ) [ \t] )  # a list item
      | (?= \| )                          # a table row
    ))
    """,  # noqa: RUF001  # these marks are intended
    re.VERBOSE,
)
_NEXT = re.compile(r"""\s+["'“‘«‹(\[*_~`]*+(?P<word>\w++|.)""", re.DOTALL)  # noqa: RUF001
_OPENING = "([{\"'“‘«*_~`"  # noqa: RUF001
_NUMBERING = re.compile(r"[\s>#*_-]*+(?:\d{1,9}|[A-Za-z]|[ivxIVX]{1,5})")
_MAX_WORD = 24
"""Characters examined before a full stop."""

_ABBREVIATIONS = words("abbreviations")
"""Words, in lower case, whose full stop does not end a sentence."""
_BEFORE_NUMBERS = words("abbreviations_before_numbers")
"""Words whose full stop does not end a sentence if a number follows."""
_BEFORE_ORDINALS = words("before_ordinals")
"""Words before an ordinal number, as in German: `zum 50. Geburtstag`."""


def without_stops(text: str) -> str:
    """A question without its closing marks, which say nothing but change a vector."""
    return text.rstrip(_STOPS) or text


def sentence_spans(text: str, span: Span) -> Iterator[Span]:
    """The sentences within `span`, in order, without surrounding white space.

    Every character of `span` that is not white space is in exactly one sentence.
    """
    start = span.start
    for match in _END.finditer(text, span.start, span.end):
        if match["stop"] and not _ends(text, start, match):
            continue
        end = match.start() if match["border"] else match.end()
        sentence = trimmed(text, Span(start, end))
        if len(sentence):
            yield sentence
        start = end
    rest = trimmed(text, Span(start, span.end))
    if len(rest):
        yield rest


def trimmed(text: str, span: Span) -> Span:
    """`span` without white space at its ends; empty if there is nothing else."""
    part = span.of(text)
    start = span.start + len(part) - len(part.lstrip())
    return Span(start, max(start, span.start + len(part.rstrip())))


def _ends(text: str, start: int, match: re.Match[str]) -> bool:
    """Whether the stop that was found ends the sentence that began at `start`."""
    following = _NEXT.match(text, match.end())
    following_word = following["word"] if following else ""
    first = following_word[:1]
    if first.islower():
        return False
    if match["stop"] != ".":
        return True
    stop = match.start()
    if stop - start <= _MAX_WORD and _NUMBERING.fullmatch(text, start, stop):
        return False
    before, word = ("", "", *_words_before(text, start, stop))[-2:]
    if word.isdecimal():
        if before in _BEFORE_ORDINALS and len(word) <= len("365"):
            return False
        # A date: `31. Januar`.
        if len(word) <= len("31") and following_word.lower() in month_numbers():
            return False
    if word in _ABBREVIATIONS:
        return False
    if first.isdigit() and word in _BEFORE_NUMBERS:
        return False
    return not _is_initial(text, stop, word)


def _words_before(text: str, start: int, stop: int) -> list[str]:
    """The words before `stop`, in lower case and without opening quotes."""
    words = text[max(start, stop - _MAX_WORD) : stop].split()
    return [word.lstrip(_OPENING).lower() for word in words]


def _is_initial(text: str, stop: int, word: str) -> bool:
    """Whether `word`, which ends at `stop`, is one like `J` or `U.S`."""
    parts = word.split(".")
    return all(len(part) == 1 for part in parts) and text[stop - 1].isupper()
