"""Decides which files are ignored, by `.gitignore`, `.ragtuiignore` and settings."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ragtui_core.errors import UnreadableFile
from ragtui_core.files.vault_files import read_vault_file
from ragtui_core.indexing.ignore_patterns import (
    BadPattern,
    Pattern,
    octets,
    parse_pattern,
)
from ragtui_core.settings.schema import IndexSettings
from ragtui_core.types import Skipped

FOREIGN_FOLDERS = frozenset(
    {
        "__pycache__",
        "bower_components",
        "jspm_packages",
        "node_modules",
        "site-packages",
    }
)
"""Folders of installed packages."""

RAGTUI_IGNORE = ".ragtuiignore"

MAX_IGNORE_BYTES = 1_000_000
"""A larger ignore file is not read."""
MAX_PATTERNS = 5_000
"""Patterns of one ignore file; further ones are not used."""
MAX_LISTED = 5
"""Invalid lines are listed up to this number; the others are counted."""
MAX_SHOWN = 60
"""Characters of such a line that are shown."""


class _Rules:
    """The patterns of one ignore file; they apply from its folder down.

    The last matching pattern decides. Names without wildcards, the most common, are
    looked up; the others are tried from the last to the first.
    """

    def __init__(self, folder: str, patterns: list[Pattern]) -> None:
        self._start = len(folder)
        self._patterns = patterns
        self._names: dict[str, list[int]] = {}
        self._others: list[tuple[int, Pattern]] = []
        for index, pattern in enumerate(patterns):
            if pattern.literal is not None and not pattern.whole_path:
                self._names.setdefault(pattern.literal, []).append(index)
            else:
                self._others.append((index, pattern))
        self._others.reverse()

    def verdict(self, path: str, *, folder: bool) -> bool | None:
        """Ignored, re-included by a `!` pattern, or None if nothing matches."""
        path = octets(path[self._start :])
        name = path.rpartition("/")[2]
        last = self._last_named(name, folder=folder)
        for index, pattern in self._others:
            if index < last:
                break
            if pattern.folders_only and not folder:
                continue
            if pattern.matches(path if pattern.whole_path else name):
                last = index
                break
        return None if last < 0 else not self._patterns[last].negated

    def _last_named(self, name: str, *, folder: bool) -> int:
        """The index of the last pattern equal to this name; -1 if there is none."""
        for index in reversed(self._names.get(name, ())):
            if folder or not self._patterns[index].folders_only:
                return index
        return -1


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """The rules of one folder, its parents' first: the last match decides."""

    rules: tuple[_Rules, ...] = ()

    def ignores(self, path: str, *, folder: bool = False) -> bool:
        """Whether `path`, relative to the vault, is ignored."""
        for rules in reversed(self.rules):
            verdict = rules.verdict(path, folder=folder)
            if verdict is not None:
                return verdict
        return False

    def extended(self, folder: str, patterns: list[Pattern]) -> "IgnoreRules":
        """The rules and also `patterns`, which apply from `folder` down."""
        return IgnoreRules((*self.rules, _Rules(folder, patterns)))


def settings_rules(
    settings: IndexSettings, problems: list[Skipped] | None = None
) -> IgnoreRules:
    """The rules of the settings alone; invalid ones are added to `problems`."""
    rules = IgnoreRules()
    if not settings.ignore:
        return rules
    patterns, invalid = _parsed(map(octets, settings.ignore), "entry")
    if invalid and problems is not None:
        problems.append(Skipped("index.ignore", invalid))
    return rules.extended("", list(patterns))


def folder_rules(
    root: Path,
    folder: str,
    names: Iterable[str],
    above: IgnoreRules,
    *,
    git: bool,
    problems: list[Skipped] | None = None,
) -> IgnoreRules:
    """The rules within `folder`, given those above it.

    Args:
        root: The vault.
        folder: Relative path that ends in a slash; empty for the vault itself.
        names: The folder's entries, which avoids checks for missing files.
        above: The rules of the folder above.
        git: Whether `.gitignore` applies.
        problems: Ignore files that cannot be read or have invalid lines
            are added here with the reason.
    """
    wanted = (".gitignore", RAGTUI_IGNORE) if git else (RAGTUI_IGNORE,)
    for name in wanted:
        if name in names:
            patterns, invalid = _read(root, folder + name)
            if invalid and problems is not None:
                problems.append(Skipped(folder + name, invalid))
            if patterns:
                above = above.extended(folder, list(patterns))
    return above


def _read(root: Path, path: str) -> tuple[tuple[Pattern, ...], str]:
    """The patterns of an ignore file, and a description of its problems."""
    try:
        data = read_vault_file(root, path, MAX_IGNORE_BYTES)
    except FileNotFoundError:
        return (), ""
    except UnreadableFile as error:
        return (), f"ignore file not used: {error}"
    return _parsed_file(data)


@lru_cache(maxsize=64)
def _parsed_file(data: bytes) -> tuple[tuple[Pattern, ...], str]:
    """Cached, since a watcher calls this for each changed file."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return (), "ignore file not used: it is UTF-16; save it as UTF-8"
    lines = data.removeprefix(b"\xef\xbb\xbf").decode("latin-1").split("\n")
    return _parsed((line.removesuffix("\r") for line in lines), "line")


def _parsed(lines: Iterable[str], unit: str) -> tuple[tuple[Pattern, ...], str]:
    """The patterns of `lines`, given as octets, and a sentence on invalid ones."""
    patterns: list[Pattern] = []
    invalid: list[str] = []
    for number, line in enumerate(lines, 1):
        try:
            pattern = parse_pattern(line)
        except BadPattern as error:
            invalid.append(f"{unit} {number}, `{_shown(line)}`, {error}")
            continue
        if pattern and len(patterns) == MAX_PATTERNS:
            invalid.append(
                f"{unit} {number} and later are not used: "
                f"more than {MAX_PATTERNS:,} patterns"
            )
            break
        if pattern:
            patterns.append(pattern)
    return tuple(patterns), "; ".join(_first(invalid))


def _first(invalid: list[str]) -> Iterator[str]:
    yield from invalid[:MAX_LISTED]
    if len(invalid) > MAX_LISTED:
        yield f"and {len(invalid) - MAX_LISTED:,} more"
    if invalid:
        yield "these lines are ignored, the others are used"


def _shown(line: str) -> str:
    """A line of octets as text, truncated."""
    text = line.encode("latin-1").decode("utf-8", "replace")
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def is_ignored(root: Path, path: str, settings: IndexSettings) -> bool:
    """Whether one file of the vault is ignored, by its name or by any rule."""
    *folders, name = path.split("/")
    rules, folder = settings_rules(settings), ""
    for part in (*folders, name):
        if part.startswith(".") or part in FOREIGN_FOLDERS:
            return True
        here = (".gitignore", RAGTUI_IGNORE)
        rules = folder_rules(root, folder, here, rules, git=settings.gitignore)
        last = part is name and folder.count("/") == len(folders)
        if rules.ignores(folder + part, folder=not last):
            return True
        folder += f"{part}/"
    return False
