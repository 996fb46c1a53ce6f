"""Coverage of a vault: a summary, and the rows of the tables."""

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from itertools import chain

from rich.text import Text
from textual.content import Content
from textual.widgets import Static

from ragtui_core import Coverage, FolderCoverage, Vault
from ragtui_core.embedding import model_name
from ragtui_core.text import counted, percentage
from ragtui_tui import formatting
from ragtui_tui.index_progress import IndexingProgress
from ragtui_tui.widgets.list_table import cell, number
from ragtui_tui.widgets.status_line import progress_content

BAR_CELLS = 24

HEAD_CELLS = 9


class CoverageSummary(Static):
    """A few lines."""

    def __init__(self, vault: Vault, progress: IndexingProgress) -> None:
        """Describe `vault` and `progress`, which is kept up to date elsewhere."""
        super().__init__(markup=False)
        self.border_title = "Coverage"
        self._vault = vault
        self._progress = progress

    def draw(self) -> None:
        """Show what is known now."""
        known = self._progress.coverage
        lines = [_summary_line("Vault", formatting.folder(self._vault.root))]
        if known is not None:
            lines += [
                _summary_line("Index", index_words(known)),
                _summary_line("Model", model(known)),
            ]
            if known.model_advice:
                lines.append(_summary_line("", formatting.one_line(known.model_advice)))
        state = self._progress.state
        if state.is_problem:
            lines.append(_summary_line("State", f"! {formatting.one_line(state.line)}"))
        else:
            shown = progress_content(self._progress, BAR_CELLS)
            lines.append(_summary_head("State") + shown)
        if (action := state.action) and action not in lines[-1].plain:
            lines.append(_summary_line("", action))
        if self.screen.has_class("-wide"):  # It has the whole height there.
            width = self.content_size.width
            rows = (formatting.folded(line, HEAD_CELLS, width) for line in lines)
            lines = [*chain.from_iterable(rows)]
        self.update(Content("\n").join(lines))

    def on_resize(self) -> None:
        """Fold the lines again."""
        self.draw()


def _summary_head(text: str) -> Content:
    return Content.styled(text.ljust(HEAD_CELLS), "$foreground 70%")


def _summary_line(head: str, text: str) -> Content:
    return _summary_head(head) + Content(text)


def index_words(known: Coverage) -> str:
    """Documents, passages and size of an index, and since when it is complete."""
    parts = [
        counted(known.documents, "document"),
        counted(known.chunks, "passage"),
        formatting.megabytes(known.index_bytes),
    ]
    if known.last_indexed:
        since = datetime.fromisoformat(known.last_indexed).timestamp()
        parts.append(f"complete {formatting.age(since, time.time())}")
    return " · ".join(parts)


def model(known: Coverage) -> str:
    """The share of passages with a vector, whose it is, and what that model reads."""
    share = f"{percentage(known.embedded_share)} embedded by {model_name(known.model)}"
    if known.model_reads:
        share += f", which reads {known.model_reads}"
    if known.next_model:
        share += f"; {model_name(known.next_model)} follows"
    return formatting.one_line(share)


Row = tuple[str, Sequence[Text]]
"""The row's key, and its cells."""

FOLDER_HEADS = ("Folder", "Files", "Passages", "Vectors", "Stale", "Skipped")
SKIPPED_HEADS = ("File", "Why it is not in the index, or not as written")
STALE_HEADS = ("File that is new, changed or gone since it was indexed",)
CHANGE_HEADS = ("When", "What the watcher saw change")

ROOT_FILES = "/"
"""The key of the row of files in the vault's own folder; no folder has this name."""

NAME_CELLS = 36
"""What a folder's name may take of a row."""


def folder_rows(
    folders: Sequence[FolderCoverage], opened: Collection[str]
) -> list[Row]:
    """The vault, its folders, the contents of expanded ones, and other files."""
    parents = {folder.folder.rpartition("/")[0] for folder in folders if folder.folder}
    rows = [
        _folder_row(
            folder, opens=folder.folder in parents, is_open=folder.folder in opened
        )
        for folder in folders
        if _is_shown(folder.folder, opened)
    ]
    root = _files_of_the_root(folders)
    if root.documents or root.skipped or root.stale:
        rows.append((ROOT_FILES, _cells(cell("  files in no folder"), root)))
    return rows


def _files_of_the_root(folders: Sequence[FolderCoverage]) -> FolderCoverage:
    """What the vault has besides its folders."""
    vault = [folder for folder in folders if not folder.folder]
    tops = [folder for folder in folders if folder.folder and "/" not in folder.folder]

    def rest(count: Callable[[FolderCoverage], int]) -> int:
        return sum(map(count, vault)) - sum(map(count, tops)) if tops else 0

    return FolderCoverage(
        folder=ROOT_FILES,
        documents=rest(lambda row: row.documents),
        chunks=rest(lambda row: row.chunks),
        embedded=rest(lambda row: row.embedded),
        skipped=rest(lambda row: row.skipped),
        stale=rest(lambda row: row.stale),
    )


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
    return each.folder, _cells(name, each)


def _cells(name: Text, each: FolderCoverage) -> list[Text]:
    name.truncate(NAME_CELLS, overflow="ellipsis")
    share = percentage(each.embedded_share) if each.chunks else "-"
    cells = [name, number(each.documents), number(each.chunks)]
    cells += [Text(share, justify="right"), number(each.stale), number(each.skipped)]
    return cells


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
    """Files that changed since they were indexed."""
    return [(path, (cell(path),)) for path in paths]


def change_rows(changes: Iterable[tuple[float, str]]) -> list[Row]:
    """Files that changed, with seconds since the epoch, as passed."""
    now = time.time()
    return [
        (path, (cell(formatting.age(seen, now)), cell(path))) for seen, path in changes
    ]
