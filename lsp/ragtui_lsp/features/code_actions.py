"""Code actions: quick fixes, and commands for a selection."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import quote

from lsprotocol import types

from ragtui_core import Span
from ragtui_core.citations import Rechecked, write_citation
from ragtui_core.documents import Link, LinkKind, headings_of
from ragtui_core.links import Target, is_typo, wiki_words
from ragtui_lsp.client_documents import Fix, applies_edits, workspace_edit
from ragtui_lsp.diagnostics import CITATION, LINK, SOURCE, problems_of
from ragtui_lsp.features.links import (
    MAX_CHARS,
    blocks_in,
    citation_at,
    leads_to,
    link_at,
    link_to,
)
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer


def citation_fixes(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> list[Fix]:
    """The quick fixes of a citation that is unverified or of version 0.2; blocks."""
    checked = citation_at(text, position, locations)
    if checked is None:
        return []
    return [*_relocated(checked, text, locations), _removed(checked, text)]


def _relocated(
    checked: Rechecked, text: PositionedText, locations: LocationMapper
) -> Iterator[Fix]:
    now = locations.vault.quotations.relocate(
        checked, locations.unsaved, locations.path or ""
    )
    if now is None:
        return
    where = f"{now.path}, line {now.lines.first}" if now.lines else now.path
    same = now.digest == checked.saved.digest
    title = f"Cite {where}" if same else f"Quote the current text of {where}"
    written = write_citation(now).replace("\n", f"\n{_indent(checked, text)}")
    edit = types.TextEdit(text.range(checked.written_at), written)
    yield Fix(title, edit)  # Other words, or another note, may say the opposite.


def _removed(checked: Rechecked, text: PositionedText) -> Fix:
    first = text.position(checked.written_at.start).line
    last = text.position(checked.written_at.end).line
    start, end = checked.written_at.start, text.line_start(last + 1)
    if not text.text[text.line_start(first) : start].strip():
        start = text.line_start(first)
    removed = types.TextEdit(text.range(Span(start, end)), "")
    return Fix("Remove the citation", removed)


def _indent(checked: Rechecked, text: PositionedText) -> str:
    """The prefix of the citation's first line, as used on its other lines."""
    start = text.line_start(text.position(checked.written_at.start).line)
    before = text.text[start : checked.written_at.start]
    if before.strip(" \t>"):
        return " " * len(before)  # A list item continues with white space.
    return before


NEAREST = 3
"""Notes or headings that are proposed."""


def link_fixes(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> list[Fix]:
    """The quick fixes of a broken link; blocks."""
    link = link_at(text.text, text.offset(position))
    if link is None:
        return []
    note = leads_to(replace(link, heading=""), locations) if link.heading else None
    found = (
        _headings(link, note, text, locations)
        if note
        else _notes(link, text, locations)
    )
    label = link.label or link.target or link.heading
    removed = types.TextEdit(text.range(link.span), label)
    return [*found, Fix("Remove the link, keep its words", removed)]


def _notes(
    link: Link, text: PositionedText, locations: LocationMapper
) -> Iterator[Fix]:
    for path in locations.vault.links.nearest_notes(link.target, NEAREST):
        target = link_to(path, link.kind, text.text, link.target_span, locations)
        heading = f"#{link.heading}" if link.heading else ""
        edit = types.TextEdit(text.range(link.target_span), target + heading)
        yield Fix(f"Link to {path}", edit, is_typo=is_typo(link.target, path))


def _headings(
    link: Link, note: Target, text: PositionedText, locations: LocationMapper
) -> Iterator[Fix]:
    from rapidfuzz import process  # not before the first hover

    headings = _named_parts(link, note, locations)
    written, _, _ = link.target_span.of(text.text).partition("#")
    for heading, _, _ in process.extract(link.heading, headings, limit=NEAREST):
        kind = "block" if heading.startswith("^") else "heading"
        shown = heading if kind == "block" else wiki_words(heading)
        shown = shown if link.kind is LinkKind.WIKI else quote(shown)
        edit = types.TextEdit(text.range(link.target_span), f"{written}#{shown}")
        typo = is_typo(link.heading, heading)
        yield Fix(f"Link to the {kind} {heading}", edit, is_typo=typo)


def _named_parts(link: Link, note: Target, locations: LocationMapper) -> list[str]:
    """What a link to a part of a note may name: its blocks after `^`, or headings."""
    if link.heading.startswith("^"):
        return [f"^{name}" for name in blocks_in(locations.text(note.path).text)]
    document = locations.document(note.path)
    headings = headings_of(document) if document else []
    return [heading.heading_path[-1] for heading in headings]


ON_SELECTION = (
    ("Ask your notes about the selection", "ragtui.askSelection", "show"),
    ("Find sources for the selection", "ragtui.findSources", "show"),
    ("Insert the best source as a citation", "ragtui.insertCitation", "apply"),
)
"""Title, command, and the parameter that makes the server show or apply the result."""

FIXES = {CITATION: citation_fixes, LINK: link_fixes}
"""By kind of diagnostic."""


async def code_actions(
    ls: RagtuiServer, params: types.CodeActionParams
) -> list[types.CodeAction] | list[types.Command]:
    """The code actions at a range; commands alone for clients that know no others."""
    uri = params.text_document.uri
    locations = await ls.locations(uri)
    actions: list[types.CodeAction] = []
    if _wanted(params, types.CodeActionKind.QuickFix):
        for diagnostic in await _problems(ls, params, locations):
            actions += await _fixes(ls, uri, diagnostic, locations)
    if _wanted(params, types.CodeActionKind.RefactorRewrite):
        actions += await _on_selection(ls, uri, params.range)
    client = ls.client_capabilities.text_document
    if client and client.code_action and client.code_action.code_action_literal_support:
        return actions
    return [action.command for action in actions if action.command]


async def _problems(
    ls: RagtuiServer, params: types.CodeActionParams, locations: LocationMapper
) -> Sequence[types.Diagnostic]:
    """The problems at the cursor: of those that the client names, else of all.

    A client may name those of the whole line: all of them, if none is at the cursor.
    """
    given = params.context.diagnostics
    automatic = types.CodeActionTriggerKind.Automatic
    is_asked = not given and params.context.trigger_kind != automatic
    text = await ls.text(params.text_document.uri)
    if locations.path is None or len(text.text) > MAX_CHARS:
        return given
    where = params.range
    if link := link_at(text.text, text.offset(where.start)):
        where = text.range(link.span)  # A problem is that of its target alone.
    start, end = where.start, max(where.end, params.range.end)
    known = await ls.work(problems_of, text, locations) if is_asked else []
    here = [
        problem
        for problem in given or known
        if problem.range.start <= end and problem.range.end >= start
    ]
    return here or given


async def _fixes(
    ls: RagtuiServer, uri: str, diagnostic: types.Diagnostic, locations: LocationMapper
) -> list[types.CodeAction]:
    """Quick fixes of the server's diagnostics, typos first; removal is last."""
    kind = str(diagnostic.code).partition("-")[0]
    if diagnostic.source != SOURCE or kind not in FIXES:
        return []
    text, where = await ls.text(uri), diagnostic.range.start
    fixes = await ls.work(FIXES[kind], text, where, locations)
    fixes.sort(key=lambda fix: not fix.is_typo)
    return [
        types.CodeAction(
            title=fix.title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            edit=workspace_edit(ls, {uri: [fix.edit]}),
            is_preferred=index == 0 and fix.is_typo,
        )
        for index, fix in enumerate(fixes)
    ]


async def _on_selection(
    ls: RagtuiServer, uri: str, where: types.Range
) -> list[types.CodeAction]:
    text = await ls.text(uri)
    if not text.span(where).of(text.text).strip():
        return []
    can_apply = applies_edits(ls)
    written_at = {"textDocument": {"uri": uri}, "range": where}
    return [
        types.CodeAction(
            title=title,
            kind=types.CodeActionKind.RefactorRewrite,
            command=types.Command(
                title=title, command=command, arguments=[written_at | {then: True}]
            ),
        )
        for title, command, then in ON_SELECTION
        if can_apply or then != "apply"
    ]


def _wanted(params: types.CodeActionParams, kind: types.CodeActionKind) -> bool:
    only = params.context.only
    return only is None or any(kind.value.startswith(_name(action)) for action in only)


def _name(kind: types.CodeActionKind | str) -> str:
    """A kind's name; clients may send kinds of their own."""
    return kind.value if isinstance(kind, types.CodeActionKind) else kind
