"""The names of notes as they are compared while a name is typed."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ragtui_core.store.session import escaped
from ragtui_core.text.folding import folded

MAX_LENGTH = 100
"""Texts of a pattern, and characters of each: SQLite refuses a pattern of 50,000 bytes.
A longer one is cut, so that more names match."""


class NotePath(NamedTuple):
    """A note and its names, folded: title, aliases and path, joined with line feeds."""

    path: str
    names: str


@dataclass(frozen=True, slots=True)
class NamePattern:
    """Names that contain some texts in this order; without texts every name."""

    parts: tuple[str, ...] = ()
    """Folded."""
    at_start: bool = False
    """Whether the first one begins the name."""

    @property
    def of_name(self) -> str:
        r"""The pattern of LIKE for one name; the escape is `\`."""
        return f"{'' if self.at_start else '%'}{self._rest}"

    @property
    def of_names(self) -> str:
        """The pattern for one of several names that follows a line feed."""
        return "%\n" + self._rest if self.at_start else self.of_name

    @property
    def _rest(self) -> str:
        parts = (escaped(part[:MAX_LENGTH]) for part in self.parts[:MAX_LENGTH])
        return "".join(f"{part}%" for part in parts)


def folded_name(name: str) -> str:
    """A name without case and accents, on one line."""
    return folded(name.replace("\0", " ")).replace("\n", " ")


def folded_names(title: str, aliases: Iterable[str], path: str) -> str:
    """The names of a note, folded, one per line.

    Empty if they are the title and the path in lower case, and ASCII, so that most
    notes have none to store.
    """
    names = "\n".join(map(folded_name, (title, *aliases, path)))
    plain = f"{title}\n{path}"
    return "" if plain.isascii() and names == plain.lower() else names


def folded_heading(heading_path: str, title: str) -> str:
    """What a heading is found by, folded: its path and the title, one per line.

    Empty if the path in lower case is the same, and the title is ASCII.
    """
    path = "\n".join(map(folded_name, heading_path.split("\n")))
    is_plain = heading_path.isascii() and path == heading_path.lower()
    is_plain = is_plain and title.isascii() and "\0" not in title
    return "" if is_plain else f"{path}\n{folded_name(title)}"
