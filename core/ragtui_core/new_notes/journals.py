"""The journal of a vault: where its daily notes are, and how their files are named.

The first that says it: the settings of ragtui, those of Obsidian
(`.obsidian/daily-notes.json`), those of Logseq (`logseq/config.edn`), the names of the
vault's notes, a folder that is called like a journal (`JOURNALS`). Names tell a journal
if at least `LEAST_NOTES` of them are alike but for the date, year first:
`journal/2026-11-03`, `2026/11-November/2026-11-03 Tuesday`.
"""

import json
import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from ragtui_core.documents.markdown.link_patterns import is_note
from ragtui_core.settings.front_end_settings import DailySettings
from ragtui_core.text.folding import without_extension

LEAST_NOTES = 3
"""Notes whose names are alike, which make a journal."""

JOURNALS = frozenset(
    {"journal", "journals", "daily", "dailies", "diary", "daily-notes"}
)
"""Names of folders of daily notes; case and spaces for hyphens do not matter."""

_NEWEST = 40
"""The newest dated notes, which decide between ways of naming that took turns; more
than those of May, whose name is its abbreviation, too."""

_CODE = re.compile(r"(%-?.)", re.DOTALL)
_READ = {
    **dict.fromkeys(("%Y", "%G"), r"\d{4}"),
    **dict.fromkeys(("%y", "%m", "%d", "%V"), r"\d\d"),
    **dict.fromkeys(("%-m", "%-d"), r"\d\d?"),
    **dict.fromkeys(("%B", "%b", "%A", "%a"), r"[^\W\d_]+"),
    "%j": r"\d{3}",
    "%u": r"\d",
}
"""How the codes of strftime are read; `%-m` and `%-d` are numbers without zero."""

_TOKENS = {
    "YYYY": "%Y",
    "YY": "%y",
    "GGGG": "%G",
    "WW": "%V",
    "E": "%u",
    "DDDD": "%j",
    "MMMM": "%B",
    "MMM": "%b",
    "MM": "%m",
    "M": "%-m",
    "DD": "%d",
    "D": "%-d",
    "dddd": "%A",
    "ddd": "%a",
}
"""The codes of Obsidian's formats (moment.js); week years are those of ISO 8601."""

_TIMES = {
    "HH": "%H",
    "H": "%-H",
    "hh": "%I",
    "mm": "%M",
    "m": "%-M",
    "ss": "%S",
    "A": "%p",
}
"""The further codes of times."""

_LOGSEQ_TOKENS = {
    "yyyy": "%Y",
    "yy": "%y",
    "MMMM": "%B",
    "MMM": "%b",
    "MM": "%m",
    "M": "%-m",
    "dd": "%d",
    "d": "%-d",
    "EEEE": "%A",
    "EEE": "%a",
}
"""The codes of Logseq's formats."""

_TOKEN = re.compile(r"\[([^\]]*)\]|(([A-Za-z])\3*)|([^\[A-Za-z]+|\[)")
_EDN = r'^[^;\n"]*:{key}\s+"([^"\n]*)"'

_DATE = re.compile(
    r"(?<![\dv])(?=(?P<year>(?:19|20|21)\d\d)\D{0,12}(?P<month>0[1-9]|1[0-2])"
    r"\D{0,12}(?P<day>0[1-9]|[12]\d|3[01])(?!\d))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Journal:
    """A folder of the vault, and the pattern of names in it without extension."""

    folder: str
    pattern: str

    def stem(self, day: date) -> str:
        """The path of a day's note without extension, or "" if none can be named."""
        numbers = {"%-m": str(day.month), "%-d": str(day.day)}
        codes = _CODE.sub(lambda code: numbers.get(code[0], code[0]), self.pattern)
        try:
            name = day.strftime(codes)
        except ValueError:  # on some systems, for a code that they do not know
            return ""
        named = posixpath.basename(name)
        return posixpath.normpath(posixpath.join(self.folder, name)) if named else ""

    def day_of(self, path: str) -> date | None:
        """The day of a note of the journal; None for other files."""
        stem = without_extension(path)
        folder = posixpath.normpath(self.folder)
        day = _read(self.pattern, stem if folder == "." else stem[len(folder) + 1 :])
        return day if day and self.stem(day) == stem else None

    def day_begun(self, path: str) -> date | None:
        """The day of a note whose name goes on after it: `2026-11-03-storm.md`."""
        stem = without_extension(path)
        for day in _dates_in(stem):
            if (start := self.stem(day)) and stem.startswith(start):
                return day
        return None


def find_journal(settings: DailySettings, root: Path, paths: Iterable[str]) -> Journal:
    """The journal of a vault; without any, the one of the settings' defaults.

    Args:
        settings: Used as they are, unless they are the defaults.
        root: The vault's folder.
        paths: Those of the vault's documents.
    """
    stated = Journal(settings.folder, settings.pattern)
    if settings != DailySettings():
        return stated
    known = _of_obsidian(root) or _of_logseq(root)
    return known or _of_names(paths := [*paths]) or _of_folders(paths, stated) or stated


def note_beside(journal: Journal, path: str, step: int, paths: Iterable[str]) -> str:
    """The note of the journal that comes after another (`step` 1) or before it (-1).

    Days without a note are passed over; of one with several, that of the journal comes
    before those whose names say more. "" if there is none, or `path` is not of the
    journal.
    """
    here = journal.day_of(path) or journal.day_begun(path)
    days = (
        (journal.day_of(other) or journal.day_begun(other), other)
        for other in paths
        if is_note(other)
    )
    beside = [
        (abs(day - here), len(other), other)
        for day, other in days
        if here and day and (day - here).days * step > 0
    ]
    return min(beside)[-1] if beside else ""


def _read(pattern: str, name: str) -> date | None:
    groups: dict[str, str] = {}
    expression = ""
    for part in _CODE.split(pattern):
        if part not in _READ:
            expression += re.escape("%" if part == "%%" else part)
        elif (code := part.replace("-", "")) in groups:
            expression += f"(?P={groups[code]})"
        else:
            groups[code] = f"code{len(groups)}"
            expression += f"(?P<{groups[code]}>{_READ[part]})"
    match = re.fullmatch(expression, name)
    try:
        written = " ".join(match.groups()) if match else ""
        return datetime.strptime(written, " ".join(groups)).date() if written else None
    except ValueError:
        return None


def settings_of(root: Path, plugin: str) -> dict[str, object] | None:
    """Obsidian's settings of one of its own plug-ins; None if there are none."""
    try:
        read = json.loads(_text(root / ".obsidian" / f"{plugin}.json"))
    except (ValueError, RecursionError):
        return None
    return read if isinstance(read, dict) else None


def moment_date(written: str, now: datetime) -> str:
    """A date or time in a format of moment.js; "" if a code of it is not known."""
    codes = _as_strftime(written, _TOKENS | _TIMES)
    numbers = {"%-m": now.month, "%-d": now.day, "%-H": now.hour, "%-M": now.minute}
    exact = _CODE.sub(lambda code: str(numbers.get(code[0], code[0])), codes)
    return now.strftime(exact)


def _of_obsidian(root: Path) -> Journal | None:
    read = settings_of(root, "daily-notes")
    if read is None:
        return None
    folder, written = read.get("folder") or "", read.get("format") or "YYYY-MM-DD"
    return _stated(folder, written, _TOKENS)


def _of_logseq(root: Path) -> Journal | None:
    config = root / "logseq" / "config.edn"
    if not config.is_file():
        return None
    text = _text(config)
    folder = _edn_value(text, "journals-directory") or "journals"
    written = _edn_value(text, "journal/file-name-format") or "yyyy_MM_dd"
    return _stated(folder, written, _LOGSEQ_TOKENS)


def _edn_value(text: str, key: str) -> str:
    match = re.search(_EDN.format(key=key), text, re.MULTILINE)
    return match[1] if match else ""


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig") if file.is_file() else ""
    except (OSError, ValueError):
        return ""


def _stated(folder: object, written: object, tokens: dict[str, str]) -> Journal | None:
    """The journal that another program's settings state, if it is in the vault."""
    if not isinstance(folder, str) or not isinstance(written, str):
        return None
    pattern = _as_strftime(written, tokens)
    journal = Journal(folder.strip("/"), pattern)
    day = date(2026, 11, 3)
    stem = journal.stem(day)
    is_inside = not stem.startswith((".", "/")) and "\0" not in stem
    return journal if pattern and is_inside and journal.day_of(stem) == day else None


def _as_strftime(written: str, tokens: dict[str, str]) -> str:
    """A format in the codes of strftime, or "" if it has a code without one there."""
    codes = []
    for quoted, token, _, other in _TOKEN.findall(written):
        if token and token not in tokens:
            return ""
        codes.append(tokens[token] if token else (quoted or other).replace("%", "%%"))
    return "".join(codes)


def _of_names(paths: Iterable[str]) -> Journal | None:
    dated = sorted(
        (day, stem)
        for stem in map(without_extension, filter(is_note, paths))
        for day in _dates_in(stem)
    )
    patterns = [Journal("", _as_pattern(stem, day)) for day, stem in dated]
    journals = {
        journal: number
        for journal, number in Counter(patterns).items()
        if number >= LEAST_NOTES
    }
    named = zip(dated, patterns, strict=True)
    notes = [note for note, journal in named if journal in journals][-_NEWEST:]

    def use(journal: Journal) -> tuple[int, int]:
        newest = sum(journal.day_of(stem) == day for day, stem in notes)
        return newest, journals[journal]

    return max(journals, key=use, default=None)


def _of_folders(paths: Iterable[str], stated: Journal) -> Journal | None:
    """The folder with most notes among those that are called like a journal."""
    folders = Counter(map(posixpath.dirname, filter(is_note, paths)))
    named = [
        folder
        for folder, _ in folders.most_common()
        if posixpath.basename(folder).casefold().replace(" ", "-") in JOURNALS
    ]
    return Journal(named[0], stated.pattern) if named else None


def _dates_in(stem: str) -> Iterator[date]:
    """The last date that a path has, with its year first."""
    *_, match = (None, *_DATE.finditer(stem))
    if match:
        try:
            yield date(*map(int, match.group("year", "month", "day")))
        except ValueError:
            return


def _as_pattern(stem: str, day: date) -> str:
    """A path whose parts that state the day are the codes of strftime."""
    codes: dict[str, str] = {}
    for code in ("%Y", "%B", "%A", "%b", "%a", "%m", "%d"):
        codes.setdefault(day.strftime(code), code)
    parts = re.compile("|".join(map(re.escape, codes)))
    return parts.sub(lambda part: codes[part[0]], stem.replace("%", "%%"))
