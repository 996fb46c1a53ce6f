"""All keys at a glance."""

from collections.abc import Sequence
from itertools import groupby
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from ragtui_tui.key_commands import Key, key_names

KEY_CELLS = 24


class KeyHelp(ModalScreen[None]):
    """Keys by view; any of Esc, `?`, F1 and q closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,question_mark,f1,q", "dismiss", "Close")
    ]

    def __init__(self, keys: Sequence[Key]) -> None:
        """List `keys`, which come grouped by view."""
        super().__init__()
        self._keys = keys

    def compose(self) -> ComposeResult:
        """Lay out."""
        with VerticalScroll(id="help") as box:
            box.border_title = "Keys"
            box.border_subtitle = "Esc closes"
            for view, keys in groupby(self._keys, key=lambda key: key.view):
                yield Static(_group(view, list(keys)), markup=False)


def _group(view: str, keys: Sequence[Key]) -> Content:
    """The keys of a view; those of the same purpose are on one line."""
    by_purpose: dict[str, list[str]] = {}
    for key in keys:
        same = by_purpose.setdefault(key.binding.description, [])
        same.append(key_names(key.binding.key))
    lines = [Content.styled(view, "bold $text-accent")]
    for purpose, names in by_purpose.items():
        shown = " ".join(names).ljust(KEY_CELLS)
        lines.append(Content.assemble((shown, "bold"), purpose))
    return Content("\n").join([*lines, Content("")])
