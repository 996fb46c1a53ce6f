"""Keys as commands of the command palette."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from textual.app import SystemCommand
from textual.screen import Screen

from ragtui_tui.commands.catalogue import EVERYWHERE, Key, keys_of
from ragtui_tui.commands.key_names import key_names


def commands_of(screen: Screen[Any]) -> Iterator[SystemCommand]:
    """What can be done on a screen; none that Textual offers itself."""
    for key in keys_of(screen):
        action = key.binding.action
        if key.is_command and not action.startswith("app."):
            run = partial(screen.app.run_action, action, key.node)
            yield SystemCommand(_title(key), "", run)


def _title(key: Key) -> str:
    """What is done, and by which keys; after the place where it is done."""
    told = f"{key.binding.description}  {key_names(key.binding.key)}"
    return told if key.place == EVERYWHERE else f"{key.place}: {told}"
