"""The reader's navigation history: tabs, each with the documents read in it."""

from dataclasses import dataclass, field, replace
from typing import Any

from ragtui_tui.document_page import Passage

MAX_TABS = 12
"""With more, the one that was not looked at for longest closes."""
MAX_HISTORY = 100
"""Documents that a tab remembers."""


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A document that is read, and where in it one is."""

    path: str
    passage: Passage | None = None
    line: int | None = None
    """The line at the top of the view; None is wherever the passage is."""
    heading: str = ""
    """As a link names it: where to go once the document is read."""


@dataclass(slots=True)
class Tab:
    """A document that is open, and those that were open here before and after it."""

    here: HistoryEntry
    before: list[HistoryEntry] = field(default_factory=list)
    after: list[HistoryEntry] = field(default_factory=list)

    def go(self, entry: HistoryEntry) -> None:
        """Read something else."""
        self.before = [*self.before, self.here][-MAX_HISTORY:]
        self.here, self.after = entry, []

    def go_back(self) -> None:
        """Be where one was before."""
        self.after.append(self.here)
        self.here = self.before.pop()

    def go_forward(self) -> None:
        """Undo going back."""
        self.before.append(self.here)
        self.here = self.after.pop()


class OpenTabs:
    """The open documents, in the order in which they were opened."""

    def __init__(self) -> None:
        """Start with none."""
        self.all: list[Tab] = []
        self._recent: list[Tab] = []
        self.last_closed: HistoryEntry | None = None
        """What the tab showed that the user closed last."""

    @property
    def current(self) -> Tab | None:
        """The tab that is looked at."""
        return self._recent[-1] if self._recent else None

    @property
    def index(self) -> int:
        """Which one that is; -1 without any."""
        return self.all.index(self._recent[-1]) if self._recent else -1

    def open(self, entry: HistoryEntry) -> None:
        """Look at a document in the tab that has it, or in a new one."""
        for tab in self.all:
            if tab.here.path == entry.path:
                tab.here = entry
                self.show(tab)
                return
        self.add(entry)

    def add(self, entry: HistoryEntry) -> None:
        """Look at a document in a new tab."""
        tab = Tab(entry)
        self.all.insert(self.index + 1, tab)
        self.show(tab)
        if len(self.all) > MAX_TABS:
            self.close(self._recent[0])

    def show(self, tab: Tab) -> None:
        """Make a tab the current one."""
        self._recent = [*(other for other in self._recent if other is not tab), tab]

    def close(self, tab: Tab) -> None:
        """Close a tab; the one that was looked at before it is current then."""
        self.all = [other for other in self.all if other is not tab]
        self._recent = [other for other in self._recent if other is not tab]

    def save_line(self, line: int) -> None:
        """Remember where one is in the document that is looked at."""
        if tab := self.current:
            tab.here = replace(tab.here, line=line, heading="")

    def state(self) -> dict[str, Any]:
        """The open documents as JSON."""
        return {"tabs": [tab.here.path for tab in self.all], "tab": self.index}

    def restore(self, state: dict[str, Any]) -> None:
        """Take over what `state` returned, as far as it is valid."""
        paths = state.get("tabs")
        known = (
            [path for path in paths if isinstance(path, str)]
            if isinstance(paths, list)
            else []
        )
        self.all = [Tab(HistoryEntry(path)) for path in dict.fromkeys(known)][:MAX_TABS]
        self._recent = list(self.all)
        at = state.get("tab")
        if isinstance(at, int) and 0 <= at < len(self.all):
            self.show(self.all[at])
