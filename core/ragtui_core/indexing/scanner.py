"""Walks a vault and lists the files to index. Reads names and sizes, not contents."""

import os
import stat
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from ragtui_core.documents.file_readers import readers
from ragtui_core.documents.loader import MAIL, Loaders
from ragtui_core.errors import VaultError
from ragtui_core.index_state import state_error
from ragtui_core.indexing.ignore_rules import (
    FOREIGN_FOLDERS,
    IgnoreRules,
    folder_rules,
    settings_rules,
)
from ragtui_core.settings.schema import IndexSettings
from ragtui_core.store.index_limits import path_problem
from ragtui_core.store.records import FileState
from ragtui_core.types import Skipped

INT64_MAX = 2**63 - 1
MAX_ENDINGS = 50
"""Endings of files of other kinds that are counted."""
NO_ENDING = "no ending"

FolderIdentity = tuple[int, int] | None
"""The device and inode of a folder; None if there is none."""


@dataclass(slots=True)
class Scan:
    """The result of a scan: files to index, and skipped files to report.

    `links` maps symbolic links to their target path in the vault,
    whether or not that exists. `unread` counts the files of other kinds by the ending
    of their names, such as `.doc`, and `read` those that are taken.
    """

    files: list[FileState] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    links: dict[str, str] = field(default_factory=dict)
    unread: Counter[str] = field(default_factory=Counter)
    read: Counter[str] = field(default_factory=Counter)


def scan_vault(root: Path, settings: IndexSettings) -> Scan:
    """List the vault's files.

    Hidden entries, ignored ones and folders of installed packages are left out
    silently. Links are never followed out of the vault; a link to a file inside
    is indexed unless that file is indexed under its own path.

    Files and folders that vanish during the scan are left out.

    Raises:
        VaultError: The folder is missing, not a folder, unreadable, or was replaced
            during the scan.
    """
    before = folder_identity(root)
    scan, links = Scan(), list[str]()
    loaders = Loaders.of(settings)
    for entry, path in _walk(root, settings, scan):
        if _leads_to_folder(entry):
            scan.skipped.append(Skipped(path, "a link to a folder: it is not followed"))
            continue
        ending = ending_of(path)
        if not is_taken(root, path, loaders):
            scan.unread[ending] += 1
            continue
        scan.read[ending] += 1
        if entry.is_symlink():
            links.append(path)
            continue
        try:
            status = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            continue
        except OSError as error:
            scan.skipped.append(Skipped(path, f"cannot be read: {error.strerror}"))
        else:
            _add_file(scan, path, status, settings)
    _add_links(scan, root, links, settings)
    check_same_folder(root, before)
    return scan


def ending_of(path: str) -> str:
    """The ending by which a file is counted, such as `.md`."""
    return PurePosixPath(path).suffix.lower() or NO_ENDING


def folder_identity(root: Path) -> FolderIdentity:
    """Which folder is at `root` now."""
    try:
        status = root.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def check_same_folder(root: Path, before: FolderIdentity) -> None:
    """Check that the folder at `root` is still the same.

    Raises:
        VaultError: It is not, so missing files must not count as deleted.
    """
    if before is None or folder_identity(root) != before:
        raise state_error(VaultError, f"{root} became unavailable during the scan")


def scan_files(root: Path, paths: Iterable[str], settings: IndexSettings) -> Scan:
    """List some of the vault's files, known not to be ignored, if they are there.

    Raises:
        VaultError: The folder is missing, or was replaced meanwhile.
    """
    before = folder_identity(root)
    scan = Scan()
    for path in paths:
        try:
            status = (root / path).lstat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            scan.skipped.append(Skipped(path, f"cannot be read: {error.strerror}"))
            continue
        if stat.S_ISLNK(status.st_mode):
            _add_links(scan, root, [path], settings)
        else:
            _add_file(scan, path, status, settings)
    check_same_folder(root, before)
    return scan


def is_taken(root: Path, path: str, loaders: Loaders) -> bool:
    """Whether a file is of one of the kinds, by its name and what is beside it."""
    return loaders.takes(path, lambda: readers().has_mails(root, path))


def _walk(
    root: Path, settings: IndexSettings, scan: Scan
) -> Iterator[tuple[os.DirEntry[str], str]]:
    """Every entry that is not a folder and not ignored, with its relative path."""
    own = settings_rules(settings, scan.skipped)
    has_mails = MAIL in settings.kinds
    pending: list[tuple[str, IgnoreRules]] = [("", own)]
    while pending:
        folder, above = pending.pop()
        entries = _entries(root, folder, scan)
        names = {entry.name for entry in entries}
        rules = folder_rules(
            root,
            folder,
            names,
            above,
            git=settings.gitignore,
            problems=scan.skipped,
        )
        for entry in entries:
            path = folder + entry.name
            is_hidden = entry.name.startswith(".") and not (
                has_mails and readers().is_mail_folder(names) and _is_maildir(entry)
            )
            if is_hidden or not _is_text(path, scan):
                continue
            if _is_folder(entry):
                if entry.name not in FOREIGN_FOLDERS and not rules.ignores(
                    path, folder=True
                ):
                    pending.append((f"{path}/", rules))
            elif not rules.ignores(path):
                yield entry, path


def _entries(root: Path, folder: str, scan: Scan) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(root / folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError) as error:
        if not folder:
            reason = f"{root}: the folder no longer exists"
            raise state_error(VaultError, reason) from error
        return []
    except OSError as error:
        if not folder:
            reason = f"{root}: {error.strerror}"
            raise state_error(VaultError, reason) from error
        scan.skipped.append(Skipped(folder, f"folder cannot be read: {error.strerror}"))
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether it is a folder; False if that cannot be determined."""
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _leads_to_folder(entry: os.DirEntry[str]) -> bool:
    """Whether it is a link to a folder; False if that cannot be determined."""
    try:
        return entry.is_symlink() and entry.is_dir()
    except OSError:
        return False


def _is_maildir(entry: os.DirEntry[str]) -> bool:
    """Whether it is a folder of mails; False if that cannot be determined."""
    try:
        return _is_folder(entry) and readers().is_mail_folder(
            below.name for below in Path(entry.path).iterdir()
        )
    except OSError:
        return False


def _is_text(path: str, scan: Scan) -> bool:
    """Whether the name is valid Unicode, which the index requires."""
    try:
        path.encode()
    except UnicodeEncodeError:
        shown = path.encode("utf-8", "backslashreplace").decode()
        scan.skipped.append(Skipped(shown, "the file's name is not valid Unicode"))
        return False
    return True


def _add_file(
    scan: Scan, path: str, status: os.stat_result, settings: IndexSettings
) -> None:
    if problem := path_problem(path):
        scan.skipped.append(Skipped(path, problem))
    elif not stat.S_ISREG(status.st_mode):
        kind = "a folder" if stat.S_ISDIR(status.st_mode) else "not a regular file"
        scan.skipped.append(Skipped(path, kind))
    elif status.st_size > settings.max_file_mb * 1e6 and not (
        # Of a mailbox, the size of each mail is limited.
        Loaders.of(settings).are_mails(path) and readers().is_mailbox(path)
    ):
        size = f"{status.st_size / 1e6:.0f} MB"
        limit = f"index.max_file_mb = {settings.max_file_mb:g}"
        scan.skipped.append(Skipped(path, f"larger than allowed: {size}, {limit}"))
    else:
        scan.files.append(file_state(path, status))


def file_state(path: str, status: os.stat_result) -> FileState:
    """The state of a file; times out of range are clamped.

    The index stores nanoseconds in 64 bits: the years 1677 to 2262.
    """
    modified, changed = status.st_mtime_ns, status.st_ctime_ns
    number = status.st_ino & INT64_MAX
    if not -INT64_MAX <= modified <= INT64_MAX:
        modified = INT64_MAX if modified > 0 else -INT64_MAX
    if not -INT64_MAX <= changed <= INT64_MAX:
        changed = INT64_MAX if changed > 0 else -INT64_MAX
    if os.name == "nt":
        # There `st_ctime` is the creation time, and scandir has no inode.
        changed, number = modified, 0
    return FileState(path, status.st_size, modified, changed, number)


def _add_links(
    scan: Scan, root: Path, links: list[str], settings: IndexSettings
) -> None:
    """Index links to files inside the vault that are not indexed themselves."""
    real_root = root.resolve()
    indexed = {file.path for file in scan.files}
    for path in links:
        scan.links[path] = ""
        try:
            target = (root / path).resolve()
            is_inside = target.is_relative_to(real_root)
            if is_inside:
                scan.links[path] = target.relative_to(real_root).as_posix()
            status = target.stat()
        except (OSError, RuntimeError):  # RuntimeError: a loop of links
            scan.skipped.append(Skipped(path, "a broken link"))
            continue
        if not is_inside:
            scan.skipped.append(Skipped(path, "a link out of the vault"))
            continue
        if scan.links[path] not in indexed:
            _add_file(scan, path, status, settings)
