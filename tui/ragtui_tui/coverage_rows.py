"""Coverage as rows of tables."""

import time
from collections.abc import Collection, Iterable, Sequence

from rich.text import Text

from ragtui_core.model import Coverage, FolderCoverage
from ragtui_tui import wording
from ragtui_tui.widgets.table import cell, number

Row = tuple[str, Sequence[Text]]
"""The row's key, and its cells."""

FOLDER_HEADS = ("Folder", "Files", "Passages", "Vectors", "Stale", "Skipped")
SKIPPED_HEADS = ("File", "Why it is not in the index, or not as written")
STALE_HEADS = ("File that is new, changed or gone since it was indexed",)
CHANGE_HEADS = ("When", "What the watcher saw change")

NAME_CELLS = 36
"""What a folder's name may take of a row."""


def folder_rows(
    folders: Sequence[FolderCoverage], opened: Collection[str]
) -> list[Row]:
    """The vault, its folders, and what lies in those that are opened."""
    parents = {each.folder.rpartition("/")[0] for each in folders if each.folder}
    return [
        _folder_row(each, opens=each.folder in parents, is_open=each.folder in opened)
        for each in folders
        if _is_shown(each.folder, opened)
    ]


def _is_shown(folder: str, opened: Collection[str]) -> bool:
    """Whether every folder above is opened; the vault itself always is."""
    parts = folder.split("/")
    return all("/".join(parts[:n]) in opened for n in range(1, len(parts)))


def _folder_row(each: FolderCoverage, *, opens: bool, is_open: bool) -> Row:
    if not each.folder:
        name = cell("whole vault", "bold")
    else:
        depth, _, last = each.folder.rpartition("/")
        indent = "  " * (depth.count("/") + 1 if depth else 0)
        sign = ("▾" if is_open else "▸") if opens else " "
        name = cell(f"{indent}{sign} {last}/")
    name.truncate(NAME_CELLS, overflow="ellipsis")
    share = f"{int(each.embedded_share * 100)}%" if each.chunks else "-"
    cells = [name, number(each.documents), number(each.chunks)]
    cells += [Text(share, justify="right"), number(each.stale), number(each.skipped)]
    return each.folder, cells


def skipped_rows(coverage: Coverage) -> list[Row]:
    """Files that are left out, and those that are not indexed as written."""
    rows: list[Row] = [
        (item.path, (cell(item.path), cell(item.reason))) for item in coverage.skipped
    ]
    known = {path for path, _ in rows}
    return rows + [
        (item.path, (cell(item.path), cell(f"indexed, but {item.reason}")))
        for item in coverage.problems
        if item.path not in known
    ]


def stale_rows(paths: Iterable[str]) -> list[Row]:
    """Files that the index does not hold as they are."""
    return [(path, (cell(path),)) for path in paths]


def change_rows(changes: Iterable[tuple[float, str]]) -> list[Row]:
    """Files that changed, with seconds since the epoch, as they are given."""
    now = time.time()
    return [
        (path, (cell(wording.age(seen, now)), cell(path))) for seen, path in changes
    ]
