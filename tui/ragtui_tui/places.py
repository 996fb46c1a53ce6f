"""The places of the app: what F2, F3... lead to, in this order."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere in the app one can be; a pane of the same `id` fills the screen."""

    id: str
    name: str
    key: str


PLACES = (
    Place("search", "Search", "f2"),
    Place("reader", "Reader", "f3"),
    Place("chat", "Chat", "f4"),
    Place("vault", "Vault", "f5"),
    Place("stats", "Stats", "f6"),
    Place("settings", "Settings", "f7"),
)
