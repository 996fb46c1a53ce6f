"""The selection that a request is about, with its place in the vault."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsprotocol import types

from ragtui_core import Span
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.request_params import RequestParams
from ragtui_lsp.response_errors import wrong_parameters
from ragtui_lsp.server import RagtuiServer

if TYPE_CHECKING:
    from ragtui_core import Selection


@dataclass(frozen=True, slots=True)
class Selected:
    """Text that is marked in the editor; it may not be saved yet."""

    uri: str
    span: Span
    selection: "Selection"
    below: types.Position
    """The end of the last line that is marked, where an edit may be put."""


async def selected(
    ls: RagtuiServer, given: RequestParams, locations: LocationMapper
) -> Selected:
    """The selection that `textDocument` and `range` name.

    A document that the server does not follow, such as code, comes with its text.

    Raises:
        DocumentNotFound: It is neither open nor a document of a vault.
        JsonRpcException: Nothing but white space is marked.
    """
    from ragtui_core import Selection

    uri, where = given.document(), given.range()
    text = await _text(ls, given)
    span = text.span(where)
    marked = span.of(text.text)
    if not marked.strip():
        raise wrong_parameters(f"{given.command}: no text is selected")
    trimmed = Span(span.start, span.start + len(marked.rstrip()))
    lines = text.lines_of(trimmed)
    selection = Selection(marked, locations.path or "", lines)
    below = text.range_of_lines(lines).end
    return Selected(uri, span, selection, below)


async def _text(ls: RagtuiServer, given: RequestParams) -> PositionedText:
    lent = given.document_text()
    if lent is None:
        return await ls.text(given.document())
    return PositionedText(lent, ls.encoding)
