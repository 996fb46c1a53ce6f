"""Changes that a user makes to notes by a command: tasks ticked off, titles, links.

A file keeps its encoding, line ends and rights. All files are changed, or none.
"""

import shutil
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from ragtui_core.documents.entries import task_box
from ragtui_core.errors import RagtuiError
from ragtui_core.files.path_arguments import as_on_disk
from ragtui_core.files.private_files import write_private
from ragtui_core.links.link_rewriting import Changes, Notes, after_move, renamed_note
from ragtui_core.links.link_text import Replacement, file_stem
from ragtui_core.text.line_index import span_of_lines
from ragtui_core.types import Document, Lines, Span

if TYPE_CHECKING:
    from pathlib import Path

    from ragtui_core.vault.vault import Vault


def tick_off(vault: "Vault", path: str, lines: Lines) -> None:
    """Put an `x` in the box of the first task of some lines, or take it away.

    Raises:
        RagtuiError: There is no box in these lines, or the file cannot be changed.
    """
    document = vault.documents.read(path)
    if document.is_extracted:
        raise RagtuiError(f"{path} is not a note: tick it off in its own program.")
    numbers = range(lines.first, lines.last + 1)
    places = (span_of_lines(Lines(n, n), document.text) for n in numbers)
    boxes = ((at, task_box(at.of(document.text))) for at in places)
    start = next((at.start + box.start for at, box in boxes if box), None)
    if start is None:
        raise RagtuiError(f"There is no task with a box in {lines} of {path}.")
    mark = "x" if document.text[start] == " " else " "
    change = Replacement(Span(start, start + 1), mark)
    _write(vault, {path: [change]}, {path: document})


def rename_note(vault: "Vault", path: str, name: str) -> str:
    """Give a note another title, or a file another name; links to it follow.

    The file is renamed if its name is the title.

    Returns:
        Where the file is now.

    Raises:
        RagtuiError: The links are not known yet, it cannot have this name, or a file
            cannot be changed.
    """
    if not vault.coverage.whole().has_links:
        raise RagtuiError("Not all notes are read yet: try again when they are.")
    documents: dict[str, Document] = {}

    def text(note: str) -> str:
        if note not in documents:
            documents[note] = vault.documents.read(note)
        return documents[note].text

    name = " ".join(name.split())
    notes = Notes(vault.links, text, lambda other: (vault.root / other).exists())
    if vault.documents.is_extracted(path):
        suffix = PurePosixPath(path).suffix
        new = str(PurePosixPath(path).with_name(file_stem(name) + suffix))
        changes = after_move(notes, {path: new})
    else:
        text(path)
        changes, new = renamed_note(notes, documents[path], name)
    _write(vault, changes, documents, {path: new} if new != path else {})
    return new


def _write(
    vault: "Vault",
    changes: Changes,
    documents: Mapping[str, Document],
    moves: Mapping[str, str] | None = None,
) -> None:
    """Write the changes to the documents, by path, and then move files."""
    moved = {vault.root / old: vault.root / new for old, new in (moves or {}).items()}
    for target in moved.values():
        if target.exists():
            raise RagtuiError(f"The file {target.name} already exists.")
    files: dict[Path, tuple[bytes, bytes]] = {}
    written = []
    try:
        for path, replacements in changes.items():
            file = vault.root / as_on_disk(vault.root, path)
            files[file] = _contents(documents[path], replacements, file)
        for file, (_, after) in files.items():
            written.append(file)
            _replace(file, after)
        for old, new in moved.items():
            old.rename(new)
    except OSError as error:
        for file in written:
            _replace(file, files[file][0])
        raise RagtuiError(f"Nothing was changed: {error}") from error


def _contents(
    document: Document, replacements: list[Replacement], file: "Path"
) -> tuple[bytes, bytes]:
    """What is in a file, and what is to be in it."""
    text = document.text
    for change in sorted(replacements, key=lambda change: -change.span.start):
        text = text[: change.span.start] + change.text + text[change.span.end :]
    try:
        before = document.text.encode(document.encoding)
        after = text.encode(document.encoding)
    except UnicodeEncodeError as error:
        raise RagtuiError(
            f"{document.path} is {document.encoding}, which has no "
            f"{error.object[error.start : error.end]}: convert it to UTF-8 first."
        ) from error
    if file.read_bytes() != before:
        raise RagtuiError(f"{document.path} has changed meanwhile: try again.")
    return before, after


def _replace(file: "Path", content: bytes) -> None:
    """Replace what is in a file in one step; a link remains a link."""
    file = file.resolve()
    new = file.with_name(f".{file.name}.new")
    try:
        write_private(new, content)
        shutil.copymode(file, new)
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)
