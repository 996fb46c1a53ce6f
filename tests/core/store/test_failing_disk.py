"""A disk that fails at any operation: no wrong index, no unknown error."""

import os
import re
import shutil
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import apsw
import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.errors import RagtuiError
from ragtui_core.indexing.events import IndexEvent, IndexListener, ignore, is_reading
from ragtui_core.search.excerpt import BORDER
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Hit
from ragtui_core.store.sqlite.damage import find_damage
from support.failing_disk import FailingDisk, Failure
from support.index_snapshot import Snapshot, differences, snapshot
from support.older_index import NOTES, unpack

QUERIES = ("cable splice", '"second buoy"', "accumulator of electricity", "tag:marine")

_START = {path: str(text) for path, text in NOTES.items()}
_CHANGES: tuple[dict[str, str | None], ...] = (
    {"cable.md": "# Cable\n\n## Splice\n\nA cable splice now takes two hours.\n"},
    {"old.md": None, "new.md": "# New\n\nA new cable was laid by the second buoy.\n"},
    {
        "power/cells.md": None,
        "battery/cells.md": _START["power/cells.md"],
        "buoy.md": _START["buoy.md"] + "\n## Anchor\n\nIts anchor holds.\n",
    },
    {
        "tide.md": "# Tide\n\nThe second buoy shows the tide. [[new]]\n",
        "cable.md": _START["cable.md"],
    },
)


Found = tuple[tuple[str, int, int], ...]
"""Path and span of each hit."""


@dataclass
class Outcome:
    """What one run came to."""

    errors: list[RagtuiError] = field(default_factory=list)
    """Those that a user would have been shown."""
    wrong: list[str] = field(default_factory=list)
    """What must not be; empty if all is well."""
    found: list[Found | None] = field(default_factory=list)
    """What each search found; None for one that failed."""
    is_indexed: bool = True
    """Whether indexing succeeded each time."""


class FailingStory:
    """Runs the same story again and again, each time with another failure."""

    def __init__(self, vault: Vault, disk: FailingDisk, folder: Path) -> None:
        """Use `vault`, whose root is rewritten, with indexes in `folder` on `disk`."""
        self._base = vault
        self._root = vault.root
        self._disk = disk
        self._folder = folder
        self._texts: dict[str, set[str]] = defaultdict(set)
        self._write(_START)
        self._older = self._index_of_an_older_ragtui()
        for change in _CHANGES:
            self._write(change)
        self._expected = self._from_scratch()
        self._found: list[Found | None] = []
        sound = self.run(0, Failure.ONCE)
        assert sound.is_indexed, sound
        assert not sound.wrong, sound
        self._found = sound.found

    def run(self, at: int, failure: Failure) -> Outcome:
        """Run it while operation `at` fails (0: none); then the disk works again."""
        shutil.rmtree(self._root)
        self._write(_START)
        place = self._folder / "run" / "index.db"
        shutil.rmtree(place.parent, ignore_errors=True)
        place.parent.mkdir()
        shutil.copy(self._older, place)
        outcome = Outcome()
        before = _held()
        self._disk.fail(at, failure)
        vault, other = self._opened(place), self._opened(place)
        for step in self._steps(vault, other):
            try:
                step(outcome)
            except RagtuiError as error:
                outcome.errors.append(error)
            except Exception as error:
                outcome.wrong.append(f"raised {type(error).__name__}: {error}")
        self.operations = self._disk.done
        vault.close()
        other.close()
        self._disk.work()
        if left := _held() - before:
            outcome.wrong.append(f"left open: {left}")
        self._finish(place, outcome)
        if self._found and outcome.is_indexed:
            for expected, found in zip(self._found, outcome.found, strict=True):
                if found is not None and found != expected:
                    outcome.wrong.append(f"found {found}, not {expected}")
        return outcome

    def _steps(self, vault: Vault, other: Vault) -> Iterator[Callable[[Outcome], None]]:
        yield lambda outcome: self._search(other, outcome)
        yield lambda outcome: self._index(vault, other, outcome)
        yield lambda outcome: self._search(other, outcome)
        for change in _CHANGES:
            self._write(change)
            yield lambda outcome: self._index(vault, other, outcome)
            yield lambda outcome: self._search(other, outcome)
        yield lambda _: self._look(vault)

    def _look(self, vault: Vault) -> None:
        vault.links.backlinks("cable.md")
        vault.facets("cable")

    def _index(self, vault: Vault, other: Vault, outcome: Outcome) -> None:
        def search_meanwhile(event: IndexEvent) -> None:
            if is_reading(event):
                try:
                    self._search(other, outcome)
                except RagtuiError as error:
                    outcome.errors.append(error)

        vault.index(search_meanwhile)

    def _search(self, vault: Vault, outcome: Outcome) -> None:
        for query in QUERIES:
            for hit in vault.search(query, SearchOptions(limit=5)).hits:
                if not self._is_true(hit):
                    outcome.wrong.append(
                        f"{query}: {hit.path} never said {hit.excerpt!r}"
                    )

    def _is_true(self, hit: Hit) -> bool:
        """Whether the file, as it was at some time, says at its span what is shown."""
        shown = hit.excerpt.removeprefix("... ").removesuffix(" ...")
        shown = shown.replace(BORDER, " ")
        said = (
            re.sub(r"(?m)^#{1,6} ", "", hit.span.of(text))
            for text in self._texts[hit.path]
        )
        return any(shown in re.sub(r"\s+", " ", text) for text in said)

    def _finish(self, place: Path, outcome: Outcome) -> None:
        """A run on a disk that works must end in the index that a new one would be."""
        vault = self._opened(place)
        try:
            vault.index(ignore)
            outcome.wrong += differences(snapshot(place), self._expected)
            outcome.wrong += filter(None, [find_damage(place)])
        except (RagtuiError, AssertionError, apsw.Error) as error:
            outcome.wrong.append(f"not repaired by another run: {error}")
        finally:
            vault.close()

    def _opened(self, place: Path) -> Vault:
        return self._base.under(self._base.settings, db=place)

    def _write(self, files: dict[str, str] | dict[str, str | None]) -> None:
        for path, text in files.items():
            file = self._root / path
            if text is None:
                file.unlink()
                continue
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            self._texts[path].add(text)
            # The same in every run, and another one for another text.
            time = 1_700_000_000 + len(path) + 100 * len(text)
            os.utime(file, (time, time))

    def _index_of_an_older_ragtui(self) -> Path:
        place = self._folder / "older.db"
        unpack(3, place)
        return place

    def _from_scratch(self) -> Snapshot:
        place = self._folder / "new.db"
        self._made(place, ignore)
        return snapshot(place)

    def _made(self, place: Path, listener: IndexListener) -> None:
        vault = self._opened(place)
        vault.index(listener)
        vault.close()


def _held() -> set[str]:
    """Open files of this process by what they lead to, and running threads by name."""
    held = set()
    for descriptor in os.listdir("/proc/self/fd"):  # noqa: PTH208
        try:
            held.add(f"{descriptor} {os.readlink(f'/proc/self/fd/{descriptor}')}")  # noqa: PTH115
        except FileNotFoundError:
            continue  # the listing's own
    return held | {thread.name for thread in threading.enumerate()}


FEWEST = 1_000
"""Operations of a whole run, so that there is enough to fail."""

EVERY = 251
"""In the ordinary tests, one operation in so many fails; prime, so that it meets all
parts of what repeats."""


@pytest.fixture
def story(tmp_path: Path) -> Iterator[FailingStory]:
    disk = FailingDisk("failing")
    (tmp_path / "vault").mkdir()
    vault = open_vault(tmp_path / "vault")
    yield FailingStory(vault, disk, tmp_path)
    vault.close()
    disk.unregister()


def test_a_disk_that_fails_leaves_no_wrong_index(story: FailingStory) -> None:
    """One operation in many, each kind of failure in turn."""
    assert story.operations >= FEWEST
    failures = list(Failure)
    failed = 0
    for turn, at in enumerate(range(1, story.operations, EVERY)):
        failure = failures[turn % len(failures)]
        outcome = story.run(at, failure)
        assert not outcome.wrong, (at, failure, outcome.wrong)
        failed += bool(outcome.errors)
    assert failed


@pytest.mark.sweep
@pytest.mark.parametrize("turn", range(len(Failure)))
def test_every_operation_failing_leaves_no_wrong_index(
    asked_for: None, story: FailingStory, turn: int
) -> None:
    """Every operation, each with one kind of failure: the kinds take turns.

    With `RAGTUI_TEST_DAYS` in the environment, a day's run tries one in so many.
    """
    assert story.operations >= FEWEST
    kinds = list(Failure)
    days = int(os.environ.get("RAGTUI_TEST_DAYS", "1"))
    first = turn + 1 + len(kinds) * (date.today().toordinal() % days)
    for at in range(first, story.operations + 1, days * len(kinds)):
        failure = kinds[(at + at // len(kinds)) % len(kinds)]
        outcome = story.run(at, failure)
        assert not outcome.wrong, (at, failure, outcome.wrong)
