"""Vaults made for one test."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

import apsw
import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.settings import known_keys, with_values
from ragtui_core.text.encoded_data import without_encoded
from support.commands import DATA

Files = dict[str, str | bytes]
"""The content of files by path."""

MakeVault = Callable[[Files], Vault]
"""Makes a folder with these files (path to content) and opens it."""


class IndexVault(Protocol):
    """Makes a vault of these files, and indexes it for words or for meaning, too."""

    def __call__(self, files: Files, *, embed: bool = False) -> Vault: ...


CURLEW_NOTES: Files = {
    "pumps/curlew.md": (
        "---\ntags: [oxygen]\n---\n# Curlew\n\nThe Curlew measures oxygen.\n\n"
        "## Care\n\n"
        "The Curlew is recalibrated every **ninety** days, by two people.\n"
    ),
    "pumps/teal.md": "# Teal\n\nThe Teal runs for four years without service.\n",
    "long.md": "# Long\n\n" + "\n\n".join(f"Paragraph {n} of it." for n in range(600)),
    "one line.md": "# One line\n\n" + "word " * 4_000,
    ".hidden.md": "# Hidden\n\nThe password is swordfish.\n",
    ".gitignore": "ignored.md\n",
    "ignored.md": "# Ignored\n\nThe password is swordfish, too.\n",
}
"""Notes about two probes, two long ones, and two that are not indexed."""


def wrong_spans(vault: Vault) -> list[tuple[str, int, int]]:
    """Chunks that are not what their span says, in the file as it is on disk.

    Encoded data, such as pictures, are white space in them.
    """
    connection = apsw.Connection(str(vault.index_path))
    rows = connection.execute(
        "SELECT path, encoding, span_start, span_end, text FROM chunk "
        "JOIN document ON document.id = chunk.document ORDER BY path"
    )
    wrong, current, text = [], "", ""
    for path, encoding, start, end, chunk in rows:
        if path != current:
            current = str(path)
            if "/" in str(encoding):  # an extracted text
                text = vault.documents.text(current)
            else:
                text = (vault.root / current).read_bytes().decode(str(encoding))
            text = without_encoded(text)
        if text[start:end] != chunk:
            wrong.append((current, start, end))
    connection.close()
    return wrong


def files_in(folder: str) -> Files:
    """The files of a vault below `tests/data`."""
    root = DATA / folder
    files = sorted(file for file in root.rglob("*") if file.is_file())
    return {file.relative_to(root).as_posix(): file.read_bytes() for file in files}


def write_files(root: Path, files: Mapping[str, str | bytes]) -> None:
    """Write `files` into the folder `root`, which need not exist."""
    root.mkdir(exist_ok=True)
    for path, content in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)


@contextmanager
def indexed_vault(
    folder: Path,
    files: Mapping[str, str | bytes],
    *,
    embed: bool = True,
    **options: Any,
) -> Iterator[Vault]:
    """A vault of these files in a new folder below `folder`, until the block ends."""
    write_files(folder / "vault", files)
    db = folder / "index.db"
    with closing(open_vault(folder / "vault", db=db, **options)) as vault:
        vault.index(embed=embed)
        yield vault


def vault_fixture(files: Files, *, embed: bool = False) -> Any:
    """A fixture: a vault of these files that is indexed for each test."""

    @pytest.fixture
    def vault(index_vault: IndexVault) -> Vault:
        return index_vault(files, embed=embed)

    return vault


def shared_vault_fixture(files: Mapping[str, str | bytes], **options: Any) -> Any:
    """A fixture: a vault that is indexed once for the tests of a module."""

    @pytest.fixture(scope="module")
    def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vault]:
        with indexed_vault(tmp_path_factory.mktemp("shared"), files, **options) as made:
            yield made

    return vault


class IndexedVaults:
    """Vaults that are indexed, with vectors, once a process; tests get copies.

    A copy is a folder and an index file of its own, so a test may change both. Its
    files are new: a run reads them again, and finds that they have their vectors.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[int, tuple[Files, Path]] = {}

    def copy(self, files: Files, root: Path) -> Vault:
        """Open a copy of the vault with `files` in the folder `root`."""
        index = self._index_of(files)
        write_files(root, files)
        vault = open_vault(root)
        vault.index_path.parent.mkdir(parents=True)
        shutil.copyfile(index, vault.index_path)
        return vault

    def _index_of(self, files: Files) -> Path:
        _, index = self._made.get(id(files)) or self._build(files)
        return index

    def _build(self, files: Files) -> tuple[Files, Path]:
        folder = self._folder / str(len(self._made))
        write_files(folder, files)
        made = files, folder.with_suffix(".db")
        vault = open_vault(folder, db=made[1])
        vault.index()
        vault.close()
        self._made[id(files)] = made
        return made


def open_with(root: Path, values: Mapping[str, Any], **more: Any) -> Vault:
    """A vault with settings, and with other values of the schema's constants."""
    flags = {key: value for key, value in values.items() if key in known_keys()}
    vault = open_vault(root, flags=flags, **more)
    constants = {key: values[key] for key in values.keys() - flags.keys()}
    return vault.under(with_values(vault.settings, constants))
