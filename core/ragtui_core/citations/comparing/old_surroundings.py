"""Citations that version 0.1 saved, upgraded to what is compared today.

It saved two digests: of at most `OLD_REACH` characters of the sentence on each side, as
patterns find it, and of what touches the quotation. Headings and mails were compared
as they are written beside the quotation.
"""

import re

from ragtui_core.citations.citation import MAIL_PREFIX, SavedCitation, saved_location
from ragtui_core.citations.comparing.block_context import (
    comparable,
    headings_at,
    trimmed_to_words,
)
from ragtui_core.citations.comparing.normalization import plain
from ragtui_core.citations.comparing.surroundings import (
    LINE_MARK,
    SENTENCE_END,
    WINDOW,
    Surroundings,
    beside,
    digests,
    surroundings,
)
from ragtui_core.text.line_index import LINE_END
from ragtui_core.text.line_marks import BLOCK_MARK, HEADING_MARK
from ragtui_core.types import Document, Span

OLD_REACH = 40
"""Maximum characters on each side."""

_OTHER_BLOCK = re.compile(rf"[ \t>]*(?:\Z|\||```|~~~|{BLOCK_MARK}[ \t])")
_ENDS_PARAGRAPH = re.compile(rf"[ \t>]*(?:{HEADING_MARK}[ \t]|```|~~~)")
"""A heading or the fence of a block of code."""


def upgraded(saved: SavedCitation, place: Span, document: Document) -> Surroundings:
    """The surroundings of a saved citation, comparable with those of a `place`.

    What version 0.1 saved of them becomes what the place has now if both agree by the
    rules of that version, else a digest that no place has. So does what it did not
    save, which agrees with any place.
    """
    was = Surroundings.of_digits(saved.surroundings)
    if was.context:
        return was
    now = surroundings(document, place)
    old = old_surroundings(document.text, place)
    is_there = _is_where_it_was(saved, document, place)
    return Surroundings(
        sentence=now.sentence if was.sentence in ("", old.sentence) else _OTHER,
        touching=now.touching if was.touching in ("", old.touching) else _OTHER,
        context=now.context if is_there else _OTHER,
    )


_OTHER = "-"
"""No hex digit."""


def _is_where_it_was(saved: SavedCitation, document: Document, span: Span) -> bool:
    """Whether a citation of version 0.1 has the headings, and the mail, that it had."""
    headings = headings_at(document, span.start)
    same = [*map(comparable, headings)] == [*map(comparable, saved.heading_path)]
    mail = saved_location(document.location(span.start))
    is_mail = saved.location.startswith(MAIL_PREFIX)
    return (same or not saved.heading_path) and (not is_mail or mail == saved.location)


def old_surroundings(text: str, span: Span) -> Surroundings:
    """The digests of version 0.1 of what is around `span` in `text`."""
    span = trimmed_to_words(text, span)
    sentence = (
        plain(_sentence_before(text, span.start)),
        plain(_sentence_after(text, span.end)),
    )
    return digests(sentence, span.of(text), beside(text, span), "")


def _sentence_before(text: str, start: int) -> str:
    """The text of the sentence before an offset."""
    sentence_text = ""
    lines = LINE_END.split(text[max(0, start - WINDOW) : start])
    for index, line in enumerate(reversed(lines)):
        mark = LINE_MARK.match(line)
        content = line[mark.end() :] if mark else line
        if index and (not content.strip() or _ENDS_PARAGRAPH.match(line)):
            break
        sentence_text = (
            f"{content.rpartition('|')[2]} {sentence_text}" if index else content
        )
        is_marked = bool(mark and mark[0].strip(" \t>"))
        if is_marked or "|" in content or len(sentence_text) > 2 * OLD_REACH:
            sentence_text = sentence_text.rpartition("|")[2]
            break
    ends = [match.end() for match in SENTENCE_END.finditer(f"{sentence_text}x")]
    return sentence_text[max(ends, default=0) :].strip()[-OLD_REACH:]


def _sentence_after(text: str, end: int) -> str:
    """The text of the sentence after an offset."""
    lines = LINE_END.split(text[end : end + WINDOW])
    sentence_text = lines[0]
    if not _ENDS_PARAGRAPH.match(LINE_END.split(text[max(0, end - WINDOW) : end])[-1]):
        for line in lines[1:]:
            if _OTHER_BLOCK.match(line) or len(sentence_text) > 2 * OLD_REACH:
                break
            sentence_text = f"{sentence_text} {line.lstrip(' >')}"
    sentence_text = sentence_text.partition("|")[0]
    sentence = SENTENCE_END.search(sentence_text)
    return (sentence_text[: sentence.end()] if sentence else sentence_text).strip()[
        :OLD_REACH
    ]
