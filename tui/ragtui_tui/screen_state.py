"""What the app remembers of a vault: a small JSON file beside its index.

Nothing that a person would miss: a file that is missing, damaged or not writable
means starting afresh.
"""

import json
from pathlib import Path
from typing import Any

from ragtui_core.whole_files import write_whole

FILE = "screen.json"


class ScreenState:
    """A dictionary for each place, by its id."""

    def __init__(self, index: Path) -> None:
        """Keep the state beside the index file."""
        self._file = index.with_name(f"{index.stem}.{FILE}")
        self._places = self._read()

    def _read(self) -> dict[str, Any]:
        try:
            known = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}

    def of(self, place: str) -> dict[str, Any]:
        """What the place told to remember; empty if it did not."""
        known = self._places.get(place)
        return known if isinstance(known, dict) else {}

    def save(self, places: dict[str, dict[str, Any]]) -> None:
        """Replace the file in one step, so that two apps never mix theirs."""
        if places == self._places:
            return
        self._places = places
        try:
            write_whole(self._file, json.dumps(places, ensure_ascii=False, indent=1))
        except OSError:
            return
