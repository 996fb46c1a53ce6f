"""Which files of a vault are left out: `.gitignore`, `.ragtuiignore`, settings."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ragtui_core.settings import IndexSettings

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

FOREIGN_FOLDERS = frozenset(
    {
        "__pycache__",
        "bower_components",
        "jspm_packages",
        "node_modules",
        "site-packages",
    }
)
"""Folders of other people's files, installed by tools."""

RAGTUI_IGNORE = ".ragtuiignore"


@dataclass(frozen=True, slots=True)
class _Rules:
    """The patterns of one ignore file; they count from its folder down."""

    folder: str
    spec: "GitIgnoreSpec"

    def verdict(self, path: str) -> bool | None:
        """Ignored, re-included by a `!` pattern, or None where nothing matches."""
        return self.spec.check_file(path[len(self.folder) :]).include


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """The rules that hold in one folder, its parents' first: the last match wins."""

    rules: tuple[_Rules, ...] = ()

    def ignores(self, path: str, *, folder: bool = False) -> bool:
        """Whether `path`, relative to the vault, is left out."""
        path = f"{path}/" if folder else path
        for rules in reversed(self.rules):
            verdict = rules.verdict(path)
            if verdict is not None:
                return verdict
        return False

    def joined_by(self, folder: str, lines: Iterable[str]) -> "IgnoreRules":
        """These rules and the patterns `lines` that count from `folder` down."""
        from pathspec import GitIgnoreSpec

        spec = GitIgnoreSpec.from_lines(lines)
        return IgnoreRules((*self.rules, _Rules(folder, spec)))


def rules_of(settings: IndexSettings) -> IgnoreRules:
    """The rules that the settings alone give."""
    rules = IgnoreRules()
    return rules.joined_by("", settings.ignore) if settings.ignore else rules


def rules_in(
    root: Path, folder: str, names: Iterable[str], above: IgnoreRules, *, git: bool
) -> IgnoreRules:
    """The rules within `folder`, given those above it.

    Args:
        root: The vault.
        folder: Relative path that ends in a slash; empty for the vault itself.
        names: The folder's entries, to spare a look for files that are not there.
        above: The rules of the folder above.
        git: Whether `.gitignore` counts.
    """
    wanted = (".gitignore", RAGTUI_IGNORE) if git else (RAGTUI_IGNORE,)
    for name in wanted:
        if name in names:
            try:
                text = (root / folder / name).read_text("utf-8", errors="replace")
            except OSError:
                continue  # an unreadable ignore file ignores nothing
            above = above.joined_by(folder, text.splitlines())
    return above


def is_ignored(root: Path, path: str, settings: IndexSettings) -> bool:
    """Whether one file of the vault is left out, by its name or by any rule."""
    *folders, name = path.split("/")
    rules, folder = rules_of(settings), ""
    for part in (*folders, name):
        if part.startswith(".") or part in FOREIGN_FOLDERS:
            return True
        here = (".gitignore", RAGTUI_IGNORE)
        rules = rules_in(root, folder, here, rules, git=settings.gitignore)
        last = part is name and folder.count("/") == len(folders)
        if rules.ignores(folder + part, folder=not last):
            return True
        folder += f"{part}/"
    return False
