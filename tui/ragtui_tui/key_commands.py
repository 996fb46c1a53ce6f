"""Every key and what it does: collected, in the help and in the command palette."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any, ClassVar

from textual.app import ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import DiscoveryHit, Hits
from textual.containers import VerticalScroll
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import ModalScreen, Screen
from textual.system_commands import SystemCommandsProvider
from textual.widgets import Static, TextArea

from ragtui_tui.formatting import folded
from ragtui_tui.pane_manager import PaneManager
from ragtui_tui.textual_workarounds.private_hooks import key_of

EVERYWHERE = "Everywhere"

VIEW_OF_CLASS = {
    "MainScreen": EVERYWHERE,
    "SearchPane": "Search",
    "CardList": "Search",
    "FacetList": "Search",
    "FilterChips": "Search",
    "ReaderPane": "Reader",
    "DocumentView": "Reader",
    "MarkdownView": "Reader",
    "ChatPane": "Chat",
    "QuestionBox": "Chat",
    "PassageList": "Chat",
    "QuotationView": "Chat",
    "VaultPane": "Vault",
    "SkippedFiles": "Vault",
}
"""Classes whose bindings are listed, in this order, and the view they belong to."""

MOTIONS = ("Previous", "Next", "First", "Last", "Down", "Up", "To the", "A page")
"""Descriptions that begin so are of motions: keys, but no commands."""


@dataclass(frozen=True, slots=True)
class Key:
    """A binding of a node."""

    view: str
    binding: Binding
    node: DOMNode

    @property
    def names(self) -> str:
        """The key as it is shown; empty for a command without one."""
        return key_names(self.binding.key)

    @property
    def is_command(self) -> bool:
        """Whether it makes sense in the command palette."""
        is_one_of_many = self.binding.key.isdigit()
        return not (is_one_of_many or self.binding.description.startswith(MOTIONS))


def key_bindings_of(screen: Screen[Any]) -> Iterator[Key]:
    """The keys of a screen and its parts, a class once, grouped by view."""
    nodes = [*reversed([*screen.query()]), screen]
    found = {kind.__name__: (kind, n) for n in nodes for kind in type(n).__mro__}
    for name, view in VIEW_OF_CLASS.items():
        if name in found:
            kind, node = found[name]
            commands = getattr(kind, "COMMANDS_WITHOUT_KEY", ())
            for binding in (*getattr(kind, "BINDINGS", ()), *commands):
                if isinstance(binding, Binding) and _is_listed(binding):
                    key = key_of(screen.app, binding)
                    yield Key(view, replace(binding, key=key), node)


def _is_listed(binding: Binding) -> bool:
    """Whether it has a description, and is not a key of every box that one types in."""
    return bool(binding.description) and binding not in TextArea.BINDINGS


SHOWN = {
    "question_mark": "?",
    "slash": "/",
    "escape": "Esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "up": "↑",
    "down": "↓",
    "enter": "Enter",
    "space": "Space",
    "backspace": "Bksp",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "comma": ",",
    "full_stop": ".",
}
"""Keys that have a name or sign of their own, with that."""


def key_names(keys: str) -> str:
    """`ctrl+t,f2` as shown to users: `^T F2`."""
    return " ".join(_name(key) for key in keys.split(","))


def _name(key: str) -> str:
    if key in SHOWN:
        return SHOWN[key]
    if key.startswith("ctrl+"):
        return f"^{key[5:].upper()}"
    return key if len(key) == 1 else "+".join(map(str.capitalize, key.split("+")))


def commands_of(screen: Screen[Any]) -> Iterator[SystemCommand]:
    """What can be done on a screen, first in the view that is open, then everywhere.

    None that Textual offers itself.
    """
    view = next((panes.view.name for panes in screen.query(PaneManager)), "")
    order = [view, EVERYWHERE]
    keys = sorted(key_bindings_of(screen), key=lambda key: _rank(key.view, order))
    for key in keys:
        action = key.binding.action
        if key.is_command and action != "app.command_palette":
            run = partial(screen.app.run_action, action, key.node)
            yield SystemCommand(_title(key), help_of(key), run)


def _rank(view: str, order: Sequence[str]) -> int:
    return order.index(view) if view in order else len(order)


def help_of(key: Key) -> str:
    """What the command does: the first line of its method's docstring.

    If that describes several commands, it is what the binding says.
    """
    name, of_many, _ = key.binding.action.partition("(")
    if of_many or key.binding.tooltip:
        return key.binding.tooltip
    name = f"action_{name.rpartition('.')[2]}"
    owners = (key.node, key.node.screen, key.node.app)
    methods = (getattr(owner, name, None) for owner in owners)
    doc = next((method.__doc__ for method in methods if method), None) or ""
    return doc.strip().partition("\n")[0]


def _title(key: Key) -> str:
    """What is done, and by which keys; after the view where it is done."""
    title = f"{key.binding.description}  {key.names}".rstrip()
    return title if key.view == EVERYWHERE else f"{key.view}: {title}"


class CommandProvider(SystemCommandsProvider):
    """Textual's, which asks the app for its commands once all views have them.

    Textual 8.2 cancels the search of the text before at each further key, and with it
    `startup`, if that search waits for it: nothing is then found any more. So `startup`
    waits for nothing, and what is cancelled only waits for a task of its own.
    """

    async def startup(self) -> None:
        """Begin to create all panes, since each brings commands."""
        self._panes = asyncio.ensure_future(self._complete())

    async def _complete(self) -> None:
        for panes in self.screen.query(PaneManager):
            await panes.complete()

    async def discover(self) -> Hits:
        """All commands in their order, once all panes are there."""
        await asyncio.shield(self._panes)
        for title, words, run, _ in self.app.get_system_commands(self.screen):
            yield DiscoveryHit(title, run, help=words)

    async def search(self, query: str) -> Hits:
        """The commands that match, once all panes are there."""
        await asyncio.shield(self._panes)
        async for hit in super().search(query):
            yield hit


GAP_CELLS = 2
"""Between the keys and what they do."""


COLUMN_CELLS = 35
"""Keys stand in two columns where each of them has as many cells."""


class KeyHelp(ModalScreen[None]):
    """Keys of a view; any of Esc, `?`, F1 and q closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,question_mark,f1,q", "dismiss", "Close")
    ]

    def __init__(self, keys: Iterable[Key], view: str) -> None:
        """List those of the `keys` that are of `view`, then those of all views."""
        super().__init__()
        keys = [key for key in keys if key.names]
        self._keys = [key for key in keys if key.view == view]
        self._keys += [key for key in keys if key.view == EVERYWHERE]

    def compose(self) -> ComposeResult:
        """Lay out."""
        with VerticalScroll(id="help") as box:
            box.border_title = "Keys"
            box.border_subtitle = "Esc closes"
            yield Static(markup=False)

    def on_resize(self) -> None:
        """List the keys in the width that there is."""
        width = self.query_one("#help").scrollable_content_region.width
        self.query_one(Static).update(_key_list(self._keys, width))


def _key_list(keys: Sequence[Key], width: int) -> Content:
    """The keys, in two columns where they fit."""
    column = (width - GAP_CELLS) // 2
    if column < COLUMN_CELLS:
        return Content("\n").join(_key_lines(keys, width))
    lines = _key_lines(keys, column)
    half = (len(lines) + 1) // 2
    gaps = (" " * (column + GAP_CELLS - line.cell_length) for line in lines)
    return Content("\n").join(
        left + gap + right
        for left, gap, right in zip(
            lines[:half], gaps, [*lines[half:], Content("")], strict=False
        )
    )


def _key_lines(keys: Sequence[Key], width: int) -> list[Content]:
    """The keys by view; those of the same purpose are on one line."""
    lines: list[Content] = []
    for view, of_view in groupby(keys, key=lambda key: key.view):
        rows = _by_purpose(of_view)
        cells = GAP_CELLS + max(map(len, rows.values()))
        lines.append(Content.styled(view, "bold $text-accent"))
        for purpose, names in rows.items():
            line = Content.assemble((names.ljust(cells), "bold"), purpose)
            lines += folded(line, cells, width)
    return lines


def _by_purpose(keys: Iterable[Key]) -> dict[str, str]:
    """The names of the keys of each purpose, each once."""
    found: dict[str, dict[str, None]] = {}
    for key in keys:
        names = found.setdefault(key.binding.description, {})
        names |= dict.fromkeys(map(key_names, key.binding.key.split(",")))
    return {purpose: _in_short([*names]) for purpose, names in found.items()}


def _in_short(names: Sequence[str]) -> str:
    """The first two keys beside each other; `1-9` for all digits."""
    return "1-9" if names == [*"123456789"] else " ".join(names[:2])
