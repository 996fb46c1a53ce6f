"""Footnotes: the definition of a reference, its references and its text."""

from collections.abc import Sequence
from functools import lru_cache

from ragtui_core.documents import Footnote, footnotes_of
from ragtui_lsp.features.links import MAX_CHARS


@lru_cache(maxsize=32)
def footnotes_in(text: str) -> Sequence[Footnote]:
    """The footnotes of a text; cached, since each request needs them."""
    return tuple(footnotes_of(text)) if len(text) <= MAX_CHARS else ()


def footnote_at(text: str, offset: int) -> Footnote | None:
    """The mark of a footnote that a character is within."""
    found = (x for x in footnotes_in(text) if x.span.start <= offset <= x.span.end)
    return next(found, None)


def other_end(note: Footnote, text: str) -> Footnote | None:
    """The definition of a reference; the first reference of a definition."""
    return next(
        (
            mark
            for mark in footnotes_in(text)
            if mark.name == note.name and mark.is_definition is not note.is_definition
        ),
        None,
    )


def marks_of(note: Footnote, text: str, *, defined: bool) -> list[Footnote]:
    """The references to a footnote; with `defined` also its definition."""
    return [
        mark
        for mark in footnotes_in(text)
        if mark.name == note.name and (defined or not mark.is_definition)
    ]


def footnote_text(note: Footnote, text: str) -> str:
    """The text of a footnote, as it is written; "" if it is not defined."""
    defined = note if note.is_definition else other_end(note, text)
    return defined.body.of(text).strip() if defined and defined.body else ""
