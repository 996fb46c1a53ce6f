"""The first text of a note: its heading, and what follows it."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragtui_core.vault.vault import Vault


@dataclass(frozen=True, slots=True)
class NewNote:
    """A note that can be created. Whether it is, the front end or its user decides.

    Attributes:
        path: Relative to the vault, with forward slashes; inside the vault.
        text: Its first text, which ends with a line feed.
        exists: Whether there is such a file already, which must not be replaced.
    """

    path: str
    text: str
    exists: bool


def new_note(vault: "Vault", path: str, title: str) -> NewNote:
    """A note with its title as a heading.

    Args:
        vault: The vault.
        path: Where it goes, relative to the vault.
        title: Its title.
    """
    return NewNote(path, f"# {title}\n", os.path.lexists(vault.root / path))
