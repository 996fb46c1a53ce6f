"""Where a reader has been: tabs, each with the documents that were read in it."""

from dataclasses import dataclass, field, replace
from typing import Any

from ragtui_tui.document_page import Passage

MOST_TABS = 12
"""With more, the one that was not looked at for longest closes."""
MOST_VISITS = 100
"""Documents that a tab remembers."""


@dataclass(frozen=True, slots=True)
class Visit:
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

    here: Visit
    before: list[Visit] = field(default_factory=list)
    after: list[Visit] = field(default_factory=list)

    def go(self, visit: Visit) -> None:
        """Read something else."""
        self.before = [*self.before, self.here][-MOST_VISITS:]
        self.here, self.after = visit, []

    def go_back(self) -> None:
        """Be where one was before."""
        self.after.append(self.here)
        self.here = self.before.pop()

    def go_forward(self) -> None:
        """Undo going back."""
        self.before.append(self.here)
        self.here = self.after.pop()


class Tabs:
    """The open documents, in the order in which they were opened."""

    def __init__(self) -> None:
        """Start with none."""
        self.all: list[Tab] = []
        self._seen: list[Tab] = []

    @property
    def current(self) -> Tab | None:
        """The tab that is looked at."""
        return self._seen[-1] if self._seen else None

    @property
    def index(self) -> int:
        """Which one that is; -1 without any."""
        return self.all.index(self._seen[-1]) if self._seen else -1

    def open(self, visit: Visit) -> None:
        """Look at a document in the tab that has it, or in a new one."""
        for tab in self.all:
            if tab.here.path == visit.path:
                tab.here = visit
                self.look_at(tab)
                return
        self.add(visit)

    def add(self, visit: Visit) -> None:
        """Look at a document in a new tab."""
        tab = Tab(visit)
        self.all.insert(self.index + 1, tab)
        self.look_at(tab)
        if len(self.all) > MOST_TABS:
            self.close(self._seen[0])

    def look_at(self, tab: Tab) -> None:
        """Make a tab the current one."""
        self._seen = [*(other for other in self._seen if other is not tab), tab]

    def close(self, tab: Tab) -> None:
        """Close a tab; the one that was looked at before it is current then."""
        self.all = [other for other in self.all if other is not tab]
        self._seen = [other for other in self._seen if other is not tab]

    def keep_line(self, line: int) -> None:
        """Remember where one is in the document that is looked at."""
        if tab := self.current:
            tab.here = replace(tab.here, line=line, heading="")

    def remembered(self) -> dict[str, Any]:
        """The open documents as JSON."""
        return {"tabs": [tab.here.path for tab in self.all], "tab": self.index}

    def restore(self, state: dict[str, Any]) -> None:
        """Open what `remembered` told, as far as it makes sense."""
        paths = state.get("tabs")
        known = (
            [path for path in paths if isinstance(path, str)]
            if isinstance(paths, list)
            else []
        )
        self.all = [Tab(Visit(path)) for path in dict.fromkeys(known)][:MOST_TABS]
        self._seen = list(self.all)
        at = state.get("tab")
        if isinstance(at, int) and 0 <= at < len(self.all):
            self.look_at(self.all[at])
