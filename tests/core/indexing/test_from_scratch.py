"""An index equals one made from scratch after any changes and crashes.

Random changes are made to a vault and followed, by runs and by the watcher. Processes
that are killed are represented by the index file between any two transactions:
that is what a kill leaves, since SQLite writes nothing in between that counts.
"""

import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest
from hypothesis import example, given, settings, strategies as st

from ragtui_core import Vault, open_vault
from ragtui_core.indexing import file_batches, words_first
from ragtui_core.indexing.events import IndexEvent, IndexNotice, IndexNoticeKind
from ragtui_core.settings import load_settings
from ragtui_core.store.sqlite.damage import find_damage
from support.index_snapshot import Snapshot, differences, snapshot
from support.vault_operations import VaultOperations

SEEDS = st.integers(0, 2**32)


def one_of(count: int) -> settings:
    """One example of so many that other properties get: each takes its time."""
    return settings(max_examples=settings().max_examples // count)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """Whose embedding model the vaults of this module share: it is loaded once."""
    return open_vault(tmp_path_factory.mktemp("model"))


class Bench:
    """A vault that changes at random, in its own folder."""

    def __init__(self, folder: Path, seed: int, *, embed: bool) -> None:
        self.folder, self.embed = folder, embed
        self.root, outside = folder / "vault", folder / "outside"
        self.root.mkdir()
        outside.mkdir()
        self.changes = VaultOperations(self.root, outside, seed)
        self.changes.fill(6)
        self._clean: Snapshot | None = None

    def change(self, steps: int) -> None:
        for _ in range(steps):
            self.changes.step()
        self._clean = None

    def opened(self, name: str = "index.db") -> Vault:
        return open_vault(self.root, db=self.folder / name)

    def index(self, model: Vault, name: str = "index.db") -> None:
        """Index under the current settings; deletions are intended."""
        vault = Vault(self.root, load_settings(self.root), self.folder / name)
        vault._services.models = model._services.models
        vault.accept_deletions()
        vault.index(embed=self.embed)
        vault.close()

    def check(self, model: Vault, name: str = "index.db") -> None:
        left, right = snapshot(self.folder / name), self.clean(model)
        assert left == right, "\n".join(differences(left, right))
        assert not (damage := find_damage(self.folder / name)), damage

    def clean(self, model: Vault) -> Snapshot:
        """An index from scratch; kept until the vault changes."""
        if self._clean is None:
            for file in self.folder.glob("clean.db*"):
                if file.is_file():  # not the folder of extracted texts
                    file.unlink()
            self.index(model, "clean.db")
            self._clean = snapshot(self.folder / "clean.db")
        return self._clean


@contextmanager
def bench(seed: int, *, embed: bool = False) -> Iterator[Bench]:
    with tempfile.TemporaryDirectory() as folder:
        yield Bench(Path(folder).resolve(), seed, embed=embed)


@contextmanager
def crash_images(index: Path, folder: Path) -> Iterator[list[Path]]:
    """What a kill would leave of `index` between any two of its writes, as copies."""
    images: list[Path] = []
    seen: set[tuple[int, int]] = set()
    log = index.with_name(f"{index.name}-wal")

    def keep() -> None:
        # A write adds to the log, or moves the log's content into the file.
        state = tuple(f.stat().st_mtime_ns if f.exists() else 0 for f in (index, log))
        if index.exists() and state not in seen:
            seen.add(state)  # type: ignore[arg-type]
            image = folder / f"killed{len(images)}.db"
            shutil.copy(index, image)
            if log.exists():
                shutil.copy(log, image.with_name(f"{image.name}-wal"))
            images.append(image)

    def trace(_: object, sql: str, __: object) -> bool:
        if sql.startswith("BEGIN"):
            keep()
        return True

    def hook(connection: apsw.Connection) -> None:
        if Path(connection.filename) == index:
            connection.exec_trace = trace

    apsw.connection_hooks.append(hook)
    try:
        yield images
        keep()
    finally:
        apsw.connection_hooks.remove(hook)


@one_of(4)
@given(seed=SEEDS, runs=st.integers(1, 4), steps=st.integers(1, 25))
def test_runs_over_any_changes(model: Vault, seed: int, runs: int, steps: int) -> None:
    with bench(seed) as trial:
        trial.index(model)
        for _ in range(runs):
            trial.change(steps)
            trial.index(model)
        trial.check(model)


@one_of(10)
@given(seed=SEEDS, steps=st.integers(1, 12))
def test_embedding_runs_over_any_changes(model: Vault, seed: int, steps: int) -> None:
    with bench(seed, embed=True) as trial:
        trial.index(model)
        trial.change(steps)
        trial.index(model)
        trial.check(model)


@one_of(10)
@given(seed=SEEDS, steps=st.integers(1, 12), embed=st.booleans())
def test_kills_at_any_write(model: Vault, seed: int, steps: int, embed: bool) -> None:
    with bench(seed, embed=embed) as trial:
        trial.index(model)
        trial.change(steps)
        with crash_images(trial.folder / "index.db", trial.folder) as images:
            trial.index(model)
        assert len(images) >= 3
        for number, image in enumerate(images):
            if number % 2:  # Half of the vaults go on to change after the kill.
                trial.change(1)
            trial.index(model, image.name)
            trial.check(model, image.name)


@one_of(13)
@given(seed=SEEDS, steps=st.integers(1, 6))
def test_kills_while_words_come_first(model: Vault, seed: int, steps: int) -> None:
    with bench(seed) as trial:
        with (
            many_files(),
            crash_images(trial.folder / "index.db", trial.folder) as images,
        ):
            trial.index(model)
        for number, image in enumerate(images):
            if number % 2:
                trial.change(steps)
            with many_files():
                trial.index(model, image.name)
            trial.check(model, image.name)


@contextmanager
def many_files() -> Iterator[None]:
    """Two files are so many that their words come first."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words_first, "MIN_FILES", 2)
        patch.setattr(file_batches, "BATCH_FILES", 2)
        yield


def test_a_kill_while_a_move_is_written(tmp_path: Path, model: Vault) -> None:
    trial = Bench(tmp_path, 0, embed=False)
    shutil.rmtree(trial.root)
    trial.root.mkdir()
    (trial.root / "pump.md").write_text("No heading, so that the name is the title.")
    (trial.root / "other.md").write_text("# Other")
    trial.index(model)
    (trial.root / "pump.md").rename(trial.root / "valve.md")
    with crash_images(tmp_path / "index.db", tmp_path) as images:
        trial.index(model)
    for image in images:
        trial.index(model, image.name)
        trial.check(model, image.name)


class Follower:
    """Watches a vault in a thread, and waits for all that happened to be followed."""

    def __init__(self, vault: Vault) -> None:
        self.vault = vault
        self.events: list[IndexEvent] = []
        self._told = threading.Condition()
        self._stop = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.vault.watch(self._stop, self._note, embed=False)
        except BaseException as error:
            self._failure = error
            raise

    def _note(self, event: IndexEvent) -> None:
        refused = IndexNoticeKind.DELETIONS_REFUSED
        if isinstance(event, IndexNotice) and event.kind is refused:
            self.vault.accept_deletions()
        with self._told:
            self.events.append(event)
            self._told.notify_all()

    def until(self, fulfilled: Callable[[], bool]) -> None:
        with self._told:
            self._told.wait_for(fulfilled)

    def follow(self, number: int) -> None:
        """Wait until a last change, which the others come before, is in the index."""
        last = f"zz last {number}.md"
        (self.vault.root / last).write_text(f"# Last {number}")
        before = len(self.events)
        name = "ScanFinished"
        self.until(
            lambda: (
                self.vault.is_indexed()
                and last in self.vault.documents.paths()
                and any(type(e).__name__ == name for e in self.events[before:])
            )
        )

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        assert self._failure is None


@example(seed=10982559, rounds=1, steps=3)  # settings, before the watch has begun
@example(seed=128950, rounds=4, steps=9)  # skipped in the first of two batches
@one_of(13)
@given(seed=SEEDS, rounds=st.integers(1, 4), steps=st.integers(1, 15))
def test_watching_any_changes(model: Vault, seed: int, rounds: int, steps: int) -> None:
    with bench(seed) as trial:
        vault = trial.opened()
        watcher = Follower(vault)
        try:
            for number in range(rounds):
                trial.change(steps)
                watcher.follow(number)
        finally:
            watcher.close()
            vault.close()
        trial.check(model)
