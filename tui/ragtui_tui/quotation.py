"""A passage of a file with what stands around it, for beside an answer."""

from dataclasses import dataclass, replace
from functools import partial

from textual.content import Content

from ragtui_core.answer.events import Citation, Verdict
from ragtui_core.errors import RagtuiError
from ragtui_core.model import Lines
from ragtui_core.vault import Vault
from ragtui_tui import wording
from ragtui_tui.verdicts import seal_of
from ragtui_tui.widgets.passage_list import Row

BEFORE, AFTER = 400, 4_000
"""Characters of the file that are shown around the passage."""

_QUIET = "$foreground 60%"


@dataclass(frozen=True, slots=True)
class Quotation:
    """What to show of a row, and where it leads by now."""

    row: Row
    text: Content


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
    parts += _around(vault, citation)
    return Quotation(row, Content("\n").join(parts))


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


def _around(vault: Vault, citation: Citation) -> list[Content]:
    """The file's own text, the quotation in it marked."""
    if not len(citation.span):
        return []
    try:
        document = vault.documents.read(citation.path)
    except RagtuiError as error:
        return [_said(wording.line(str(error)))]
    span = citation.span
    text = document.text
    start = text.rfind("\n", 0, max(0, span.start - BEFORE)) + 1
    if document.front_matter and document.front_matter.end <= span.start:
        start = max(start, document.front_matter.end)
    before, after = text[start : span.start], text[span.end : span.end + AFTER]
    style = f"on {seal_of(citation.verdict).style.replace('text-', '')} 25%"
    parts = [
        Content.styled(_safe(before.lstrip()), _QUIET),
        Content.styled(_safe(span.of(text)), style),
        Content.styled(_safe(after), _QUIET),
    ]
    shown = [] if citation.verdict.verified else [_said("The file has:")]
    return [*shown, Content("").join(parts)]


def _source(vault: Vault, row: Row) -> list[Content]:
    """A source's passage, and what follows it."""
    try:
        lines = wording.lines(vault.documents.read(row.path).text)
    except RagtuiError as error:
        return [Content(""), _said(wording.line(str(error)))]
    where = row.passage.lines if row.passage else Lines(1, len(lines))
    passage = "\n".join(lines[where.first - 1 : where.last])
    after = "\n".join(lines[where.last : where.last + AFTER // 80])
    return [Content(""), Content(passage), Content.styled(after, _QUIET)]


def _quoted(quote: str) -> Content:
    return Content.styled("\n".join(wording.lines(quote)), "italic")


_said = partial(Content.styled, style=_QUIET)


def _safe(text: str) -> str:
    return "\n".join(wording.lines(text))
