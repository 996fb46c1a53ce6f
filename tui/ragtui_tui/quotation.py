"""A passage of a file with what stands around it, for beside an answer."""

import re
from dataclasses import dataclass, replace
from functools import partial

from textual.content import Content

from ragtui_core.answer.events import Citation, Verdict
from ragtui_core.errors import RagtuiError
from ragtui_core.model import BlockKind, Document, Lines, Span
from ragtui_core.vault import Vault
from ragtui_tui import wording
from ragtui_tui.verdicts import seal_of
from ragtui_tui.widgets.passage_list import Row

BEFORE, AFTER = 400, 4_000
"""Characters of the file that are shown around the passage."""

_QUIET = "$foreground 60%"

_BREAK = re.compile(r"\r?\n(?=[^\s>])")
"""The end of a line within a paragraph, unless it is a quotation's."""


@dataclass(frozen=True, slots=True)
class Quotation:
    """What to show of a row, and where it leads by now."""

    row: Row
    text: Content
    above: int = 0
    """Characters of `text` before the passage."""


def quotation_of(vault: Vault, row: Row) -> Quotation:
    """Read the file as it is now, and compare the quotation with it; blocks."""
    if row.citation is None:
        return Quotation(row, Content("\n").join([_place(row), *_source(vault, row)]))
    citation = _compared(vault, row.citation)
    if row.passage:
        row = replace(row, passage=replace(row.passage, lines=citation.lines))
    seal = seal_of(citation.verdict)
    head = Content.assemble(
        (f"[{citation.number}] ", "bold $text-accent"),
        (f"{seal.sign} {seal.words}", f"bold {seal.style}"),
    )
    parts = [head, _place(row), Content("")]
    if not citation.verdict.verified:
        parts += [_said("The answer quotes:"), _quoted(citation.quote), Content("")]
    before, passage, after = _around(vault, citation)
    above = Content("\n").join([*parts, before])
    return Quotation(row, above + passage + after, len(above))


def _compared(vault: Vault, citation: Citation) -> Citation:
    if citation.verdict is Verdict.NOT_SENT:
        return citation
    # Spares the first paint 20 ms.
    from ragtui_core.answer.comparing import compared

    return compared(citation, vault.documents.read)


def _place(row: Row) -> Content:
    lines = row.passage.lines if row.passage else None
    where = row.passage.heading_path if row.passage else ()
    parts = [(wording.place(row.path, lines), "$text-accent")]
    if where:
        parts.append((f"  {wording.headings(where, '')}", _QUIET))
    return Content.assemble(*parts)


def _around(vault: Vault, citation: Citation) -> tuple[Content, Content, Content]:
    """The file's own text before the quotation, the quotation, and what follows."""
    nothing = Content("")
    if not len(citation.span):
        return nothing, nothing, nothing
    try:
        document = vault.documents.read(citation.path)
    except RagtuiError as error:
        return _said(wording.line(str(error))), nothing, nothing
    span = citation.span
    start = document.text.rfind("\n", 0, max(0, span.start - BEFORE)) + 1
    if document.front_matter and document.front_matter.end <= span.start:
        start = max(start, document.front_matter.end)
    before, passage, after = _flowing(document, start, span)
    style = f"on {seal_of(citation.verdict).style.replace('text-', '')} 25%"
    shown = "" if citation.verdict.verified else "The file has:\n"
    return (
        Content.styled(shown + _safe(before.lstrip()), _QUIET),
        Content.styled(_safe(passage), style),
        Content.styled(_safe(after), _QUIET),
    )


def _source(vault: Vault, row: Row) -> list[Content]:
    """A source's passage, and what follows it."""
    try:
        document = vault.documents.read(row.path)
    except RagtuiError as error:
        return [Content(""), _said(wording.line(str(error)))]
    lines = document.text.splitlines(keepends=True)
    where = row.passage.lines if row.passage else Lines(1, len(lines))
    start = sum(map(len, lines[: where.first - 1]))
    end = start + sum(map(len, lines[where.first - 1 : where.last]))
    _, passage, after = _flowing(document, start, Span(start, end))
    return [Content(""), Content(_safe(passage)), Content.styled(_safe(after), _QUIET)]


def _flowing(document: Document, start: int, span: Span) -> tuple[str, str, str]:
    """A text from `start`, the span, and what follows; each paragraph is one line."""
    window = Span(start, min(span.end + AFTER, len(document.text)))
    shown = window.of(document.text)
    for section in document.sections:
        for block in section.blocks:
            a = max(block.span.start, window.start) - start
            b = min(block.span.end, window.end) - start
            if block.kind is BlockKind.PARAGRAPH and a < b:
                flowing = _BREAK.sub(lambda found: " " * len(found[0]), shown[a:b])
                shown = shown[:a] + flowing + shown[b:]
    first, last = span.start - start, span.end - start
    return shown[:first], shown[first:last], shown[last:]


def _quoted(quote: str) -> Content:
    return Content.styled("\n".join(wording.lines(quote)), "italic")


_said = partial(Content.styled, style=_QUIET)


def _safe(text: str) -> str:
    return "\n".join(wording.lines(text))
