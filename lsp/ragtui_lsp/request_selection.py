"""The selection of a request, with its location in the vault."""

from dataclasses import dataclass

from lsprotocol import types

from ragtui_core import Selection, Span
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.request_params import RequestParams, wrong_parameters
from ragtui_lsp.server import RagtuiServer


@dataclass(frozen=True, slots=True)
class Selected:
    """Selected text in the editor; it may not be saved yet."""

    uri: str
    span: Span
    selection: Selection
    below: types.Position
    """The end of the last selected line, where text can be inserted."""


async def selected(
    ls: RagtuiServer, params: RequestParams, locations: LocationMapper
) -> Selected:
    """The selection that `textDocument` and `range` name.

    For a document that is not synchronized, such as code, the request has its text.

    Raises:
        DocumentNotFound: It is neither open nor a document of a vault.
        JsonRpcException: Only white space is selected.
    """
    uri, where = params.document(), params.range()
    text = await _text(ls, params)
    span = text.span(where)
    marked = span.of(text.text)
    if not marked.strip():
        raise wrong_parameters(f"{params.command}: no text is selected")
    trimmed = Span(span.start, span.start + len(marked.rstrip()))
    lines = text.lines_of(trimmed)
    selection = Selection(marked, locations.path or "", lines)
    below = text.range_of_lines(lines).end
    return Selected(uri, span, selection, below)


async def _text(ls: RagtuiServer, params: RequestParams) -> PositionedText:
    text = params.document_text()
    if text is None:
        return await ls.text(params.document())
    return PositionedText(text, ls.encoding)
