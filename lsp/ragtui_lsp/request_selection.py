"""The selection of a request, with its location in the vault."""

from dataclasses import dataclass

from lsprotocol import types

from ragtui_core import Selection, Span
from ragtui_core.documents import block_end
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.request_params import RequestParams, wrong_parameters
from ragtui_lsp.server import RagtuiServer


@dataclass(frozen=True, slots=True)
class Selected:
    """Selected text in the editor; it may not be saved yet."""

    selection: Selection
    below: types.Position


async def selected(
    ls: RagtuiServer, params: RequestParams, locations: LocationMapper
) -> Selected:
    """The selection that `textDocument` and `range` name.

    For a document that is not synchronized, such as code, the request has its text.

    Raises:
        DocumentNotFound: It is neither open nor a document of a vault.
        JsonRpcException: Only white space is selected.
    """
    text = await text_of(ls, params)
    span = text.span(params.range())
    marked = span.of(text.text)
    if not marked.strip():
        raise wrong_parameters(f"{params.command}: no text is selected")
    trimmed = Span(span.start, span.start + len(marked.rstrip()))
    lines = text.lines_of(trimmed)
    selection = Selection(marked, locations.path or "", lines)
    below = below_block(text, trimmed.end, params)
    return Selected(selection, below)


def below_block(
    text: PositionedText, offset: int, params: RequestParams
) -> types.Position:
    """The end of the block that has a character; in code, that of its line."""
    if params.document_text() is None:
        return text.position(block_end(text.text, offset))
    number = text.position(offset).line
    return text.position(text.line_start(number) + len(text.line(number)))


async def text_of(ls: RagtuiServer, params: RequestParams) -> PositionedText:
    """The text of the document, as the request or the editor has it."""
    text = params.document_text()
    if text is None:
        return await ls.text(params.document())
    return PositionedText(text, ls.encoding)
