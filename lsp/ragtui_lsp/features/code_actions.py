"""Code actions: quick fixes, and commands for a selection."""

from lsprotocol import types

from ragtui_lsp.diagnostics import CITATION, LINK, SOURCE
from ragtui_lsp.edits import workspace_edit
from ragtui_lsp.features.citation_fixes import citation_fixes
from ragtui_lsp.features.link_fixes import link_fixes
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.server import RagtuiServer

ON_SELECTION = (
    ("Ask your notes about the selection", "ragtui.askSelection", "show"),
    ("Find sources for the selection", "ragtui.findSources", "show"),
    ("Insert the best source as a citation", "ragtui.insertCitation", "apply"),
    ("Summarise with citations below the selection", "ragtui.summarise", "apply"),
)
"""Title, command, and the parameter that makes the server show or apply the result."""

FIXES = {CITATION: citation_fixes, LINK: link_fixes}
"""By kind of diagnostic."""


async def code_actions(
    ls: RagtuiServer, params: types.CodeActionParams
) -> list[types.CodeAction]:
    """The code actions at a range."""
    uri = params.text_document.uri
    locations = await ls.locations(uri)
    actions: list[types.CodeAction] = []
    if _wanted(params, types.CodeActionKind.QuickFix):
        for diagnostic in params.context.diagnostics:
            actions += await _fixes(ls, uri, diagnostic, locations)
    if _wanted(params, types.CodeActionKind.RefactorRewrite):
        actions += await _on_selection(ls, uri, params.range)
    return actions


async def _fixes(
    ls: RagtuiServer, uri: str, diagnostic: types.Diagnostic, locations: LocationMapper
) -> list[types.CodeAction]:
    """Quick fixes of the server's diagnostics, the most likely first."""
    kind = str(diagnostic.code).partition("-")[0]
    if diagnostic.source != SOURCE or kind not in FIXES:
        return []
    text = await ls.text(uri)
    fixes = await ls.work(FIXES[kind], text, diagnostic.range.start, locations)
    return [
        types.CodeAction(
            title=title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            edit=workspace_edit(ls, {uri: [edit]}),
            is_preferred=index == 0 and len(fixes) > 1,  # The last one removes.
        )
        for index, (title, edit) in enumerate(fixes)
    ]


async def _on_selection(
    ls: RagtuiServer, uri: str, where: types.Range
) -> list[types.CodeAction]:
    text = await ls.text(uri)
    if not text.span(where).of(text.text).strip():
        return []
    place = {"textDocument": {"uri": uri}, "range": where}
    return [
        types.CodeAction(
            title=title,
            kind=types.CodeActionKind.RefactorRewrite,
            command=types.Command(
                title=title, command=command, arguments=[place | {then: True}]
            ),
        )
        for title, command, then in ON_SELECTION
    ]


def _wanted(params: types.CodeActionParams, kind: types.CodeActionKind) -> bool:
    only = params.context.only
    return only is None or any(kind.value.startswith(_name(each)) for each in only)


def _name(kind: types.CodeActionKind | str) -> str:
    """A kind's name; clients may send kinds of their own."""
    return kind.value if isinstance(kind, types.CodeActionKind) else kind
