"""Where the links of a document lead: into the vault, or, if that is wanted, out."""

from textual import on

from ragtui_tui.following import Address, DeadEnd, follow
from ragtui_tui.messages.reading import GoToVisit, LinkFollowed
from ragtui_tui.trail import Visit
from ragtui_tui.typesetting.flow import Link
from ragtui_tui.widgets.reader_tabs import ReaderTabs


class ReaderFollowing(ReaderTabs):
    """Follows links in a thread, since a name may have to be looked for."""

    @on(LinkFollowed)
    def _link_followed(self, event: LinkFollowed) -> None:
        event.stop()
        if self._page:
            source = self._page.path
            self.in_thread(
                lambda: self._follow(event.link, source, event.in_new_tab), "follow"
            )

    def _follow(self, link: Link, source: str, in_new_tab: bool) -> None:
        goal = follow(self._vault, link, source)
        match goal:
            case DeadEnd():
                self.app.call_from_thread(self.say, goal.reason)
            case Address():
                self.app.call_from_thread(self._ask_to_open, goal.url)
            case Visit():
                self.app.call_from_thread(self._go, goal, in_new_tab)

    def _ask_to_open(self, url: str) -> None:
        from ragtui_tui.screens.open_address import OpenAddressScreen

        def opened(is_yes: bool | None) -> None:
            if is_yes:
                self.app.open_url(url)

        self.app.push_screen(OpenAddressScreen(url), opened)

    @on(GoToVisit)
    def _go_to_visit(self, event: GoToVisit) -> None:
        event.stop()
        self._go(event.visit, False)
