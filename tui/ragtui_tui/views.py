"""The views of the app: what F2, F3... show, in this order.

The modules of a view are imported when it is first shown, so that they do not delay
the start of the app.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from ragtui_core import Vault
    from ragtui_tui.chat_view.chat_pane import ChatPane
    from ragtui_tui.index_progress import IndexingProgress
    from ragtui_tui.pane import Pane
    from ragtui_tui.reader_view.reader_pane import ReaderPane
    from ragtui_tui.search_view.search_pane import SearchPane
    from ragtui_tui.settings_view.settings_pane import SettingsPane
    from ragtui_tui.statistics_view.statistics_pane import StatisticsPane
    from ragtui_tui.vault_view.vault_pane import VaultPane


P_co = TypeVar("P_co", bound="Pane", covariant=True)

PaneFactory = Callable[["Vault", "IndexingProgress"], P_co]
"""Makes a pane for a vault, and for what is known of its indexing."""


def _search() -> "PaneFactory[SearchPane]":
    from ragtui_tui.search_view.search_pane import SearchPane

    return lambda vault, _: SearchPane(vault)


def _reader() -> "PaneFactory[ReaderPane]":
    from ragtui_tui.reader_view.reader_pane import ReaderPane

    return lambda vault, _: ReaderPane(vault)


def _chat() -> "PaneFactory[ChatPane]":
    from ragtui_tui.chat_view.chat_pane import ChatPane

    return lambda vault, _: ChatPane(vault)


def _vault() -> "PaneFactory[VaultPane]":
    from ragtui_tui.vault_view.vault_pane import VaultPane

    return VaultPane


def _stats() -> "PaneFactory[StatisticsPane]":
    from ragtui_tui.statistics_view.statistics_pane import StatisticsPane

    return lambda vault, _: StatisticsPane(vault)


def _settings() -> "PaneFactory[SettingsPane]":
    from ragtui_tui.settings_view.settings_pane import SettingsPane

    return lambda vault, _: SettingsPane(vault)


@dataclass(frozen=True, slots=True)
class View(Generic[P_co]):
    """A view of the app; a pane of the same `id` fills the screen."""

    id: str
    name: str
    key: str
    load: Callable[[], PaneFactory[P_co]]
    """Imports what the pane is made of; any thread may do so."""


SEARCH = View("search", "Search", "f2", _search)
READER = View("reader", "Reader", "f3", _reader)
CHAT = View("chat", "Chat", "f4", _chat)
VAULT = View("vault", "Vault", "f5", _vault)
STATS = View("stats", "Stats", "f6", _stats)
SETTINGS = View("settings", "Settings", "f7", _settings)

DEFAULT_VIEW = SEARCH
"""The first view; its pane is created at the start."""

VIEWS: "tuple[View[Pane], ...]" = (SEARCH, READER, CHAT, VAULT, STATS, SETTINGS)
