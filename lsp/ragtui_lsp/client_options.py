"""The client's settings, read by the schema of `config.toml`."""

from collections.abc import Mapping
from typing import Any

SECTION = "ragtui"
"""Name of the table with the settings; clients may send it as well."""

CLIENTS_OWN = ("client", "server", "trace")
"""Subtables for the client plug-ins, which the server ignores."""


class ClientOptions:
    """The client's options: initial ones, and current ones for each folder."""

    def __init__(self) -> None:
        self._first: dict[str, Any] = {}
        self._now: dict[str | None, dict[str, Any]] = {}

    def of(self, folder: str | None) -> dict[str, Any]:
        """The dotted settings for a folder of the workspace, by its uri."""
        everywhere = self._now.get(None, {})
        return self._first | self._now.get(folder, everywhere)

    def set_initial(self, options: Any) -> tuple[str, ...]:
        """Store the initialization options; returns what is wrong with them."""
        self._first, faults = read_options(options)
        return faults

    def set_current(self, options: Mapping[str | None, Any]) -> tuple[str, ...]:
        """Replace the current options by folder; returns what is wrong with them.

        `None` names the settings for folders that are not among them. Earlier
        options that are missing are removed.
        """
        read = {folder: read_options(settings) for folder, settings in options.items()}
        self._now = {folder: usable for folder, (usable, _) in read.items()}
        return tuple(fault for _, faults in read.values() for fault in faults)


def read_options(options: Any) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The valid settings by dotted key, and messages about invalid ones.

    The client sends None, dotted keys, or tables within tables.
    """
    from ragtui_core.settings import usable_values

    if options is None:
        return {}, ()
    if not isinstance(options, Mapping):
        return {}, ("editor settings must be one object",)
    inner = options.get(SECTION)
    table = inner if isinstance(inner, Mapping) else options
    ours = {k: v for k, v in table.items() if k.partition(".")[0] not in CLIENTS_OWN}
    return usable_values(ours, "editor settings")
