"""The handler of each request and command, by name.

Importing this module imports all of them, and most of the core. The server does that in
a worker thread after the initialize response, so that the client need not wait for it;
one thread imports everything: two could see each other's partially initialized modules.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from lsprotocol import types

from ragtui_lsp.commands.answers import ask, ask_selection, summarise
from ragtui_lsp.commands.citations import insert_citation, verify
from ragtui_lsp.commands.daily_note import daily
from ragtui_lsp.commands.index_status import reindex, status
from ragtui_lsp.commands.searches import find_sources, related, search
from ragtui_lsp.features import rename
from ragtui_lsp.features.code_actions import code_actions
from ragtui_lsp.features.completion import completion, resolve
from ragtui_lsp.features.document_links import document_links
from ragtui_lsp.features.hover import hover
from ragtui_lsp.features.link_requests import (
    backlinks,
    definition,
    document_text,
    references,
)
from ragtui_lsp.features.symbols import (
    code_lenses,
    document_symbols,
    workspace_symbols,
)

HANDLERS: dict[str, Callable[..., Awaitable[Any]]] = {
    types.TEXT_DOCUMENT_HOVER: hover,
    types.TEXT_DOCUMENT_DEFINITION: definition,
    types.TEXT_DOCUMENT_REFERENCES: references,
    types.TEXT_DOCUMENT_DOCUMENT_LINK: document_links,
    types.TEXT_DOCUMENT_COMPLETION: completion,
    types.COMPLETION_ITEM_RESOLVE: resolve,
    types.TEXT_DOCUMENT_PREPARE_RENAME: rename.prepare,
    types.TEXT_DOCUMENT_RENAME: rename.rename,
    types.WORKSPACE_WILL_RENAME_FILES: rename.files_renamed,
    types.TEXT_DOCUMENT_CODE_ACTION: code_actions,
    types.TEXT_DOCUMENT_CODE_LENS: code_lenses,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: document_symbols,
    types.WORKSPACE_SYMBOL: workspace_symbols,
    types.WORKSPACE_TEXT_DOCUMENT_CONTENT: document_text,
    "ragtui.search": search,
    "ragtui.ask": ask,
    "ragtui.askSelection": ask_selection,
    "ragtui.related": related,
    "ragtui.backlinks": backlinks,
    "ragtui.findSources": find_sources,
    "ragtui.insertCitation": insert_citation,
    "ragtui.summarise": summarise,
    "ragtui.verify": verify,
    "ragtui.dailyNote": daily,
    "ragtui.reindex": reindex,
    "ragtui.status": status,
}
"""Called with the server and the parameters."""
