"""The names of commands, by which a setting gives them other keys."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from textual.binding import Binding, BindingType

from ragtui_core import SettingsError


def named(view: str, bindings: Iterable[BindingType]) -> list[BindingType]:
    """The bindings of a view, each with a name such as `search.filters`.

    Those are the words that the help and the command palette show, with hyphens.
    """
    return [
        replace(binding, id=f"{view}.{_hyphenated(binding.description)}")
        if isinstance(binding, Binding) and not binding.key.isdigit()
        else binding
        for binding in bindings
    ]


def _hyphenated(words: str) -> str:
    return "-".join(re.findall(r"\w+", words.lower()))


def keymap_of(entries: Sequence[str]) -> dict[str, str]:
    """Keys by the names of commands, from entries such as `search.filters=ctrl+e`.

    Raises:
        SettingsError: An entry has another form.
    """
    keymap = {}
    for entry in entries:
        name, sign, keys = (part.strip() for part in entry.partition("="))
        if not (sign and keys and "." in name):
            raise SettingsError(
                f"`app.keys`: `{entry}` must be of the form `search.filters=ctrl+e`"
            )
        keymap[name] = keys
    return keymap
