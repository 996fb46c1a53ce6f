"""Notices on files that disagree: as a model says, and as their own words show."""

import re
from collections.abc import Iterable, Iterator, Sequence

from ragtui_core.answer.checks.contradictions import (
    QuotedClaim,
    claims_in,
    contradictions,
)
from ragtui_core.answer.prompt_context import Excerpted
from ragtui_core.answer_events import Notice, NoticeKind
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.current_files import Read
from ragtui_core.citations.normalization import plain
from ragtui_core.citations.passages import passages_of
from ragtui_core.errors import RagtuiError
from ragtui_core.text.line_index import LineIndex
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import Document

OPENING = "The notes disagree:"
"""With these words, in whatever language, models begin a paragraph that says so."""

MAX_NOTICES = 3
"""Pairs of files that are told of."""

QUOTED = 100
"""Characters of each sentence that a notice shows."""

_DECLARED = re.compile(
    rf"^[ \t]*(?:(?:#{{1,6}}|[-*+]|\d+[.)])[ \t]+)?[*_]{{0,3}}{OPENING[:-1]}\b",
    re.MULTILINE | re.IGNORECASE,
)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_NUMBER = re.compile(r"\d[\d.,:]*")
_WORD = re.compile(r"\S+")
_MARK = re.compile(r"\[(\d{1,3})\]")


def contradiction_notices(
    answer: str, cited: Sequence[Citation], texts: Iterable[Excerpted], read: Read
) -> Iterator[Notice]:
    """What an answer, and the files it was made of, say against each other.

    Args:
        answer: Markdown, with marks like `[1]`.
        cited: Its citations; only verified ones count.
        texts: Documents that were read for it.
        read: Reads documents that are cited, and not among them.
    """
    verified = [citation for citation in cited if citation.verdict.verified]
    told: set[frozenset[str]] = set()
    for paths in _declared(answer, verified):
        told.add(frozenset(paths))
        yield _declaration(paths)
    for one, other in _conflicting(verified, list(texts), read):
        pair = frozenset((one.document.path, other.document.path))
        if not any(pair <= known for known in told) and len(told) < MAX_NOTICES:
            told.add(pair)
            yield _notice(one, other)


def _declared(answer: str, cited: Sequence[Citation]) -> Iterator[list[str]]:
    """The files that are cited in each paragraph that says they disagree."""
    for match in _DECLARED.finditer(answer):
        said = _paragraph(answer[match.start() :])
        numbers = set(map(int, _MARK.findall(said)))
        yield list(dict.fromkeys(c.path for c in cited if c.number in numbers))


def _paragraph(text: str) -> str:
    """The first paragraph, and what follows as long as a colon announces it."""
    said = ""
    for part in _BLANK_LINE.split(text):
        said += f"{part}\n"
        if not part.rstrip(" \t\n*_").endswith(":"):
            break
    return said


def _declaration(paths: Sequence[str]) -> Notice:
    named = " and ".join(sanitize(path, one_line=True) for path in paths)
    if len(paths) < 2:
        words = "The answer says that notes disagree, but quotes no two of them."
    else:
        words = f"The answer says that files disagree: compare {named}."
    return Notice(words, kind=NoticeKind.DISAGREEMENT, paths=tuple(paths))


def _conflicting(
    cited: Iterable[Citation], texts: Sequence[Excerpted], read: Read
) -> Iterator[tuple[QuotedClaim, QuotedClaim]]:
    """Cited passages, each with another file's that contradicts it."""
    documents = {text.document.path: text.document for text in texts}
    these = [said for c in cited for said in _said(c, documents.get(c.path), read)]
    others = [
        said for text in texts for said in claims_in(text.document, text.passages)
    ]
    yield from contradictions(these, [*these, *others])


def _said(
    citation: Citation, document: Document | None, read: Read
) -> Iterator[QuotedClaim]:
    try:
        document = document or read(citation.path)
    except RagtuiError:
        return
    for said in claims_in(document, passages_of(document)):
        span = said.passage.span
        if citation.span.start < span.end and span.start < citation.span.end:
            yield said


def _notice(one: QuotedClaim, other: QuotedClaim) -> Notice:
    newest_first = sorted((one, other), key=_updated, reverse=True)
    told = ", ".join(map(_told, newest_first, _quotes(*newest_first)))
    paths = tuple(said.document.path for said in newest_first)
    return Notice(f"Files disagree: {told}.", kind=NoticeKind.DISAGREEMENT, paths=paths)


def _updated(said: QuotedClaim) -> str:
    return said.document.fields.updated[:10]


def _told(said: QuotedClaim, quote: str) -> str:
    line = LineIndex(said.document.text).line(said.passage.span.start)
    updated = f" (updated {_updated(said)})" if _updated(said) else ""
    path = sanitize(said.document.path, one_line=True)
    return f"{path}:{line}{updated} says \u201c{quote}\u201d"


def _quotes(one: QuotedClaim, other: QuotedClaim) -> Iterator[str]:
    """Both sentences, cut to where they differ."""
    a, b = (
        sanitize(plain(said.quote), one_line=True).rstrip(".") for said in (one, other)
    )
    yield _cut(a, _differs_at(a, b))
    yield _cut(b, _differs_at(b, a))


def _differs_at(text: str, other: str) -> int:
    """Where the first number of a text stands that the other lacks, or else a word."""
    for pattern in (_NUMBER, _WORD):
        held = set(pattern.findall(other))
        for match in pattern.finditer(text):
            if match[0] not in held:
                return match.start()
    return 0


def _cut(text: str, place: int) -> str:
    """What stands around a place of a text."""
    if len(text) <= QUOTED:
        return text
    first = text.rfind(" ", 0, max(place - QUOTED // 2, 0)) + 1
    cut = text[first : first + QUOTED]
    beginning = "\u2026 " if first else ""
    if text.endswith(cut):
        return beginning + cut
    return f"{beginning}{cut.rpartition(' ')[0]} \u2026"
