"""The client's options as settings: the same schema as `config.toml`."""

from collections.abc import Mapping
from typing import Any

SECTION = "ragtui"
"""Clients keep the settings within a table of this name, and may send it along."""

CLIENTS_OWN = ("client", "server", "trace")
"""Tables of that table which plug-ins keep for themselves."""


class ClientOptions:
    """What the client gave: with its first message, and since, for each folder."""

    def __init__(self) -> None:
        """Nothing is given yet."""
        self._first: dict[str, Any] = {}
        self._now: dict[str | None, dict[str, Any]] = {}

    def of(self, folder: str | None) -> dict[str, Any]:
        """The dotted settings for a folder of the workspace, by its uri."""
        everywhere = self._now.get(None, {})
        return self._first | self._now.get(folder, everywhere)

    def take_first(self, given: Any) -> tuple[str, ...]:
        """Take over what came with the first message; what is wrong with it."""
        self._first, faults = read_options(given)
        return faults

    def take(self, given: Mapping[str | None, Any]) -> tuple[str, ...]:
        """Take over what holds now, by folder; what is wrong with it.

        `None` names the settings for folders that are not among them. What held before
        and is not given any more holds no longer.
        """
        read = {folder: read_options(each) for folder, each in given.items()}
        self._now = {folder: options for folder, (options, _) in read.items()}
        return tuple(fault for _, faults in read.values() for fault in faults)


def read_options(given: Any) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Dotted settings that can be used, and sentences on those that cannot.

    Args:
        given: What the client sent: nothing, dotted keys, or tables within tables.
    """
    from ragtui_core.settings import usable_values

    if given is None:
        return {}, ()
    if not isinstance(given, Mapping):
        return {}, ("editor settings: they must be one object",)
    inner = given.get(SECTION)
    table = inner if isinstance(inner, Mapping) else given
    ours = {k: v for k, v in table.items() if k.partition(".")[0] not in CLIENTS_OWN}
    return usable_values(ours, "editor settings")
