"""Damaged index files: each question has a right answer or an error that says so."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import apsw
import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.errors import (
    DocumentNotFound,
    IndexDamaged,
    IndexMissing,
    IndexUnusable,
    RagtuiError,
    StorageError,
)
from ragtui_core.store.sqlite.damage import find_damage
from support.damaged_index import (
    ACTIONABLE,
    Damage,
    answers,
    broken_pages,
    flipped_pages,
)
from support.vaults import IndexVault, MakeVault

NOTES: dict[str, str | bytes] = {
    "buoy.md": "---\ntags: [marine]\ncompany: Acme\n---\n# Buoy\n\n"
    "The second buoy drifts. [[cable]]\n",
    "cable.md": "# Cable\n\n## Splice\n\nA cable splice takes an hour.\n",
    "power/漢字.md": "# 電力\n\n電池は浮標を動かす。parseConfigFile reads it.\n",
    **{
        f"n{n}.md": f"---\ntags: [t{n % 5}]\n---\n# Note {n}\n\nA battery {n} drives "
        "the sensor.\n\n## Part\n\n" + " ".join(f"word{7 * n + k}" for k in range(60))
        for n in range(12)
    },
}


@dataclass(frozen=True)
class Sound:
    """An index without damage, and what it answers."""

    vault: Vault
    whole: bytes
    answers: dict[str, Any]

    def damaged(self, data: bytes, place: Path) -> Vault:
        """The same vault with `data` for an index."""
        place.parent.mkdir(exist_ok=True)
        for ending in ("-wal", "-shm", ""):
            Path(f"{place}{ending}").unlink(missing_ok=True)
        place.write_bytes(data)
        return self.vault.under(self.vault.settings, db=place)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Sound:
    """Made once; no test writes to it."""
    root = tmp_path_factory.mktemp("vault")
    for path, content in NOTES.items():
        file = root / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(str(content), encoding="utf-8")
        os.utime(file, (1_700_000_000, 1_700_000_000))
    vault = open_vault(root, db=tmp_path_factory.mktemp("index") / "index.db")
    vault.index()
    expected = answers(vault)
    assert not [said for said in expected.values() if isinstance(said, RagtuiError)]
    vault.close()
    connection = apsw.Connection(str(vault.index_path))
    connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    connection.close()
    assert find_damage(vault.index_path) is None
    vault.close()
    return Sound(vault, vault.index_path.read_bytes(), expected)


def check(sound: Sound, damages: Iterable[Damage], place: Path) -> int:
    """Ask each damaged index everything; how many said that they are damaged."""
    reported = 0
    for what, data in damages:
        vault = sound.damaged(data, place)
        said = answers(vault)
        vault.close()
        # Without an index, no document is known by its name.
        unknown = () if said["is_indexed"] else DocumentNotFound
        errors = [
            answer
            for answer in said.values()
            if isinstance(answer, RagtuiError) and not isinstance(answer, unknown)
        ]
        reported += bool(errors)
        for error in errors:
            assert isinstance(error, IndexUnusable | IndexMissing), (what, error)
        wrong = [
            name
            for name, answer in said.items()
            if not isinstance(answer, RagtuiError) and answer != sound.answers[name]
        ]
        if any(isinstance(error, IndexMissing) for error in errors):
            wrong = [name for name in wrong if name != "is_indexed"]
        assert not wrong, (what, wrong)
        try:
            vault.index(embed=False)
        except RagtuiError as raised:
            errors.append(raised)
        for error in errors:
            assert ACTIONABLE.search(str(error)), (what, error)
        vault.close()
    return reported


def test_a_flipped_bit_in_a_page(sound: Sound, tmp_path: Path) -> None:
    """In the first pages, then in every fiftieth: most of them contain vectors."""
    damages = (
        damage
        for number, damage in enumerate(flipped_pages(sound.whole, flips=1))
        if number < 8 or number % 50 == 49
    )
    assert check(sound, damages, tmp_path / "damaged" / "index.db")


def test_pages_of_zeros_or_noise_and_cuts(sound: Sound, tmp_path: Path) -> None:
    """Every 37th, so that each kind of damage comes round."""
    damages = islice(broken_pages(sound.whole), 0, None, 37)
    assert check(sound, damages, tmp_path / "damaged" / "index.db")


@pytest.mark.sweep
@pytest.mark.parametrize("seed", [1, 2])
def test_several_flipped_bits_in_every_page(
    asked_for: None, sound: Sound, tmp_path: Path, seed: int
) -> None:
    place = tmp_path / "damaged" / "index.db"
    assert check(sound, flipped_pages(sound.whole, flips=4, seed=seed), place)


@pytest.mark.sweep
def test_every_page_of_zeros_or_noise(
    asked_for: None, sound: Sound, tmp_path: Path
) -> None:
    assert check(sound, broken_pages(sound.whole), tmp_path / "damaged" / "index.db")


def flip_stored_text(sound: Sound, old: bytes, new: bytes) -> bytes:
    assert sound.whole.count(old)
    return sound.whole.replace(old, new)


def test_a_changed_text_is_never_shown(sound: Sound, tmp_path: Path) -> None:
    """SQLite sees nothing wrong with it: the pages hang together."""
    data = flip_stored_text(sound, b"takes an hour", b"takes an HOUR")
    vault = sound.damaged(data, tmp_path / "damaged" / "index.db")
    with pytest.raises(IndexDamaged, match=r"checksum .* does not match.*--rebuild"):
        vault.search("splice")
    with pytest.raises(IndexDamaged):
        vault.coverage.check_index()
    vault.close()


def test_text_that_is_not_utf_8_is_damage(sound: Sound, tmp_path: Path) -> None:
    data = flip_stored_text(sound, b"cable.md", b"cabl\xff.md")
    vault = sound.damaged(data, tmp_path / "damaged" / "index.db")
    with pytest.raises(IndexDamaged):
        vault.documents.paths()
    vault.close()


def test_a_damaged_log_or_its_shared_memory_loses_no_more_than_the_log(
    sound: Sound, tmp_path: Path
) -> None:
    """SQLite's checksums end the log where it is damaged; the next run catches up."""
    for ending in ("-wal", "-shm"):
        place = tmp_path / "damaged" / "index.db"
        vault = sound.damaged(sound.whole, place)
        Path(f"{place}{ending}").write_bytes(os.urandom(40_000))
        assert answers(vault) == sound.answers
        vault.index()
        assert answers(vault) == sound.answers
        vault.close()


def test_a_folder_for_a_log_is_an_error(sound: Sound, tmp_path: Path) -> None:
    vault = sound.damaged(sound.whole, tmp_path / "damaged" / "index.db")
    Path(f"{vault.index_path}-wal").mkdir()
    with pytest.raises(StorageError, match="cannot be read or written"):
        vault.index()


def test_a_file_that_is_empty_or_ends_in_its_last_page(
    sound: Sound, tmp_path: Path
) -> None:
    cut = [("empty", b""), ("cut off", sound.whole[:-8_000])]
    assert check(sound, cut, tmp_path / "damaged" / "index.db") == len(cut)


def test_what_is_no_file_is_named(make_vault: MakeVault, tmp_path: Path) -> None:
    """A FIFO would be waited for, without an end."""
    vault = make_vault({"a.md": "# Apple"})
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("folder", "fifo", "loop"):
        other = open_vault(vault.root, db=tmp_path / name)
        said = [*answers(other).values()]
        assert all(isinstance(e, StorageError) for e in said if e), name
        for act in (other.index, other.back_up_index):
            with pytest.raises(StorageError, match=r"--db"):
                act()


@pytest.mark.parametrize(
    "content", [b"Dear diary,\n" * 2_000, b"\0" * 40_000, b"Dear diary"]
)
def test_a_file_of_something_else(
    make_vault: MakeVault, tmp_path: Path, content: bytes
) -> None:
    vault = make_vault({"a.md": "# Apple"})
    (tmp_path / "other").write_bytes(content)
    other = open_vault(vault.root, db=tmp_path / "other")
    with pytest.raises(IndexDamaged, match="--rebuild"):
        other.index()
    assert other.back_up_index() == str(tmp_path / "other.old")
    assert (tmp_path / "other.old").read_bytes() == content
    other.index(embed=False)
    other.close()


def test_a_database_of_another_program_and_a_newer_index(
    sound: Sound, tmp_path: Path
) -> None:
    place = tmp_path / "damaged" / "index.db"
    vault = sound.damaged(sound.whole, place)
    connection = apsw.Connection(str(place))
    connection.pragma("user_version", 99)
    connection.close()
    with pytest.raises(IndexUnusable, match=r"newer ragtui.*update ragtui"):
        vault.search("buoy")
    connection = apsw.Connection(str(place))
    connection.pragma("user_version", 2)
    connection.close()
    vault.index()  # Whatever tables there are, they are replaced.
    assert answers(vault) == sound.answers
    connection = apsw.Connection(str(place))
    connection.pragma("application_id", 7)
    connection.close()
    with pytest.raises(IndexDamaged, match="header"):
        vault.index()


def test_the_log_is_kept_with_the_file_it_is_of(index_vault: IndexVault) -> None:
    vault = index_vault({"a.md": "# Apple"})
    # An open reader keeps the log.
    reader = apsw.Connection(str(vault.index_path), flags=apsw.SQLITE_OPEN_READONLY)
    reader.execute("SELECT * FROM document").fetchall()
    (vault.root / "b.md").write_text("# Banana")
    vault.index(embed=False)
    kept = vault.back_up_index()
    assert kept
    reader.close()
    connection = apsw.Connection(kept)
    rows = connection.execute("SELECT path FROM document ORDER BY path").fetchall()
    connection.close()
    assert rows == [("a.md",), ("b.md",)]
