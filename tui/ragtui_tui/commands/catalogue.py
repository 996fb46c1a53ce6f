"""Every key and what it does, read from the bindings themselves."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen

PLACES = {
    "MainScreen": "Everywhere",
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
    nodes = {type(node).__name__: node for node in reversed([*screen.query()])}
    nodes[type(screen).__name__] = screen
    for name, place in PLACES.items():
        if node := nodes.get(name):
            for binding in type(node).BINDINGS:
                if isinstance(binding, Binding) and binding.description:
                    yield Key(place, binding, node)
