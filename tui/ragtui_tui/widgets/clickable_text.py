"""Words on one line or two, some of which do something when they are clicked."""

from collections.abc import Iterable
from typing import ClassVar

from rich.style import Style as Drawn
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from ragtui_tui import formatting
from ragtui_tui.pane import Pane

TextPart = tuple[str, str, str]
"""Text, the style it is drawn in, and the action of a click; an action may be ""."""


class ClickableText(Static):
    """Shows pieces of text; `run('action')` is an action of the pane around them."""

    KEEPS_LINE: ClassVar[bool] = False
    """Whether there is a line for it even if it shows nothing."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id, markup=False)
        self.display = self.KEEPS_LINE
        self._pieces: tuple[TextPart, ...] = ()

    def show(self, pieces: Iterable[TextPart]) -> None:
        """Replace what is shown."""
        pieces = tuple(pieces)
        if pieces == self._pieces:
            return  # The whole screen would be laid out again with every key.
        self._pieces = pieces
        content = Content("").join(drawn(*piece) for piece in pieces)
        height = content.get_height({}, max(1, self.size.width))
        self.update(content, layout=height != self.size.height)
        self.display = self.KEEPS_LINE or bool(pieces)

    @property
    def link_style(self) -> Drawn:
        """Nothing: each piece has a style of its own, which Textual's would hide."""
        return Drawn.null()

    async def action_run(self, action: str) -> None:
        """Do what a key of the pane around does."""
        await self.app.run_action(action, self.query_ancestor(Pane))


def drawn(text: str, style: str, action: str) -> Content:
    """A piece of text as content."""
    content = Content.styled(formatting.one_line(text), style)
    if not action:
        return content
    return content.stylize(Style.from_meta({"@click": action}))
