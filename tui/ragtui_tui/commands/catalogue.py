"""Every key and what it does, read from the bindings themselves."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import TextArea

EVERYWHERE = "Everywhere"

PLACES = {
    "MainScreen": EVERYWHERE,
    "SearchPane": "Search",
    "CardList": "Search",
    "FacetList": "Search",
    "Chips": "Search",
    "ReaderPane": "Reader",
    "DocumentView": "Reader",
    "Paper": "Reader",
    "SideList": "Reader",
    "ChatPane": "Chat",
    "QuestionBox": "Chat",
    "PassageList": "Chat",
    "QuotationView": "Chat",
    "VaultPane": "Vault",
    "StatsPane": "Stats",
    "StatsPage": "Stats",
    "SettingsPane": "Settings",
    "Table": "Lists",
}
"""Classes whose bindings are told, in this order, and the place they belong to."""

GESTURES = ("Previous", "Next", "First", "Last", "Down", "Up", "To the", "A page")
"""Descriptions that begin so are of motions: keys, but no commands."""


@dataclass(frozen=True, slots=True)
class Key:
    """A binding of a node."""

    place: str
    binding: Binding
    node: DOMNode

    @property
    def is_command(self) -> bool:
        """Whether it makes sense in the command palette."""
        return not self.binding.description.startswith(GESTURES)


def keys_of(screen: Screen[Any]) -> Iterator[Key]:
    """The keys of a screen and its parts, a class once, grouped by place."""
    nodes = [*reversed([*screen.query()]), screen]
    found = {kind.__name__: (kind, n) for n in nodes for kind in type(n).__mro__}
    for name, place in PLACES.items():
        if name in found:
            kind, node = found[name]
            for binding in getattr(kind, "BINDINGS", ()):
                if isinstance(binding, Binding) and _is_told(binding):
                    yield Key(place, binding, node)


def _is_told(binding: Binding) -> bool:
    """Whether it has a description, and is not a key of every box that one types in."""
    return bool(binding.description) and binding not in TextArea.BINDINGS
