"""The journal of a vault: where its daily notes are, and how their files are named.

The first that says it: the settings of ragtui, those of Obsidian
(`.obsidian/daily-notes.json`), the last note that is named by its day.
"""

import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from itertools import takewhile
from pathlib import Path

from ragtui_core.documents.dating import document_date
from ragtui_core.documents.markdown.link_patterns import is_note
from ragtui_core.settings.front_end_settings import DailySettings
from ragtui_core.settings.obsidian import settings_of
from ragtui_core.text.folding import stem_of

_TOKENS = {
    "YYYY": "%Y",
    "YY": "%y",
    "MMMM": "%B",
    "MMM": "%b",
    "MM": "%m",
    "M": "%-m",
    "DD": "%d",
    "D": "%-d",
    "dddd": "%A",
    "ddd": "%a",
    "HH": "%H",
    "mm": "%M",
}
"""The codes of Obsidian's formats (moment.js), as those of strftime."""
_TOKEN = re.compile(r"\[([^\]]*)\]|(([A-Za-z])\3*)|([^\[A-Za-z]+|\[)")
_NAMED = re.compile(r"(\d{4})([-_.]?)(\d\d)\2(\d\d)")
"""The day that is the name of a note: `2026-11-03`, `2026_11_03`, `20261103`."""


@dataclass(frozen=True, slots=True)
class Journal:
    """A folder of the vault, and the pattern of names in it without extension."""

    folder: str
    pattern: str

    def stem(self, day: date) -> str:
        """The path of a day's note without extension, or "" if none can be named."""
        name = _written(day, self.pattern)
        named = posixpath.basename(name)
        return posixpath.normpath(posixpath.join(self.folder, name)) if named else ""

    def day_of(self, path: str) -> date | None:
        """The day in the name of a note of the folder; None for other files."""
        folder = posixpath.normpath(self.folder)
        if not is_note(path) or not (folder == "." or path.startswith(f"{folder}/")):
            return None
        try:
            return date.fromisoformat(document_date(path))
        except ValueError:  # none, or that of a month
            return None


def find_journal(settings: DailySettings, root: Path, paths: Iterable[str]) -> Journal:
    """The journal of a vault; without any, the one of the settings' defaults.

    Args:
        settings: Used as they are, unless they are the defaults.
        root: The vault's folder.
        paths: The vault's documents.
    """
    stated = Journal(settings.folder, settings.pattern)
    if settings != DailySettings():
        return stated
    return _of_obsidian(root) or _of_notes(paths) or stated


def note_beside(journal: Journal, path: str, step: int, paths: Iterable[str]) -> str:
    """The note of the journal that comes after another (`step` 1) or before it (-1).

    Days without a note are passed over; of one with several, that with the shortest
    path comes first. "" if there is none, or `path` is not of the journal.
    """
    here = journal.day_of(path)
    beside = [
        (abs(day - here), len(other), other)
        for other in paths
        if here and (day := journal.day_of(other)) and (day - here).days * step > 0
    ]
    return min(beside)[-1] if beside else ""


def moment_date(written: str, now: datetime) -> str:
    """A date or time in a format of moment.js; "" if a code of it is not known."""
    return _written(now, _as_strftime(written))


def _written(day: date, pattern: str) -> str:
    """A day by the codes of strftime, and `%-m` and `%-d` without zero."""
    exact = pattern.replace("%-m", str(day.month)).replace("%-d", str(day.day))
    try:
        return day.strftime(exact)
    except ValueError:  # on some systems, for a code that they do not know
        return ""


def _of_obsidian(root: Path) -> Journal | None:
    read = settings_of(root, "daily-notes")
    if not read:
        return None
    return _stated(read.get("folder") or "", read.get("format") or "YYYY-MM-DD")


def _of_notes(paths: Iterable[str]) -> Journal | None:
    """The journal of the last note whose name is a day.

    Folders above it that are named by the year or month are of the pattern.
    """
    days = {path: day for path in filter(is_note, paths) if (day := _day_named(path))}
    if not days:
        return None
    last = max(days, key=lambda path: days[path])
    codes = {days[last].strftime(code): code for code in ("%Y", "%m", "%Y-%m")}
    *folders, _ = last.split("/")
    plain = [*takewhile(lambda name: name not in codes, folders)]
    dated = [codes.get(name, name.replace("%", "%%")) for name in folders[len(plain) :]]
    return Journal(
        "/".join(plain), "/".join([*dated, _NAMED.sub(r"%Y\2%m\2%d", stem_of(last))])
    )


def _day_named(path: str) -> date | None:
    named = _NAMED.fullmatch(stem_of(path))
    try:
        return date(*map(int, named.group(1, 3, 4))) if named else None
    except ValueError:  # `2026-02-30`
        return None


def _stated(folder: object, written: object) -> Journal | None:
    """The journal that another program's settings state, if it is in the vault."""
    if not isinstance(folder, str) or not isinstance(written, str):
        return None
    journal = Journal(folder.strip("/"), _as_strftime(written))
    stem = journal.stem(date(2026, 11, 3))
    is_inside = not stem.startswith((".", "/")) and "\0" not in stem
    return journal if stem and is_inside else None


def _as_strftime(written: str) -> str:
    """A format in the codes of strftime, or "" if it has a code without one there."""
    codes = []
    for quoted, token, _, other in _TOKEN.findall(written):
        if token and token not in _TOKENS:
            return ""
        codes.append(_TOKENS[token] if token else (quoted or other).replace("%", "%%"))
    return "".join(codes)
