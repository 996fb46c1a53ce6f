"""A week of one person's use, against app, server and editor at once.

python -m benchmarks.week [--days 7] [--steps 12] [--seed 1] [--older COMMAND]

Each day the person writes the journal, edits, renames (in the editor), moves and
deletes notes, gets mails and a scan, asks and saves an answer, and searches for what
was changed, in each front end. A second machine shares the folder through a
synchroniser, with conflicts. At night the machine sleeps: all programs are stopped
while files change, and go on at another time of another day (if there is a C compiler,
else on the same day); on one day the clock goes back. Programs are restarted, some of
them killed. In the middle all are ended, and an index of version 0.1 is in place of
theirs; with `--older`, the first half is done by that installed `ragtui`.

Ends with exit code 1 if a program reported an error or ended, a front end showed what
is no longer so or did not show what is, the index of a machine differs from one made
from scratch, or a program's memory grew. Linux only; needs tmux and `ragtui[serve]`.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.from_scratch import differences, snapshot
from benchmarks.front_ends import (
    AppWindow,
    EditorWindow,
    FrontEnd,
    Server,
    processes,
    seconds,
)
from benchmarks.measure import remove_index, scratch
from ragtui_core import open_vault
from support.commands import INSTALLED, ROOT, command, environment
from support.mails import mail
from support.older_index import unpack
from support.pictures import drawn, saved

CLOCK = Path(__file__).with_name("clock.c")
"""What gives programs another time; it needs a C compiler."""

MOST_SECONDS = 60.0
"""Within which a change must be shown, on a busy machine with 176 passages."""

GROWTH = 1.25
"""By how much a program's memory may grow in the second half, beside `SLACK`."""

SLACK = 25.0
"""Megabytes: what a front end loads when it is asked for the first time."""


class Clock:
    """The time of all programs, days ahead of this machine's."""

    def __init__(self, folder: Path) -> None:
        """Let programs that start from now on read the time from a file."""
        self._file = folder / "clock"
        self.ahead = timedelta()
        self._file.write_bytes(bytes(8))
        compiler, library = shutil.which("cc"), folder / "clock.so"
        self.works = compiler is not None
        if compiler:
            build = [compiler, "-shared", "-fPIC", "-o", str(library), str(CLOCK)]
            subprocess.run([*build, "-ldl"], check=True)
            os.environ |= {"LD_PRELOAD": str(library), "CLOCK_FILE": str(self._file)}

    def set(self, ahead: timedelta) -> None:
        """Go to another time, forward or back."""
        if self.works:
            self.ahead = ahead
            with self._file.open("r+b") as file:  # In place: programs have it mapped.
                file.write(int(ahead.total_seconds()).to_bytes(8, "little"))

    def now(self) -> datetime:
        """What the programs take for now."""
        return datetime.now(UTC) + self.ahead


class Synchroniser:
    """Keeps two folders equal as file services do: whole files, conflicts as copies."""

    def __init__(self, here: Path, there: Path) -> None:
        """Begin with a copy."""
        self._sides = (here, there)
        shutil.copytree(here, there)
        self._known = self._state(here)

    def _state(self, side: Path) -> dict[str, tuple[int, int]]:
        return {
            path.relative_to(side).as_posix(): (status.st_size, status.st_mtime_ns)
            for path in side.rglob("*")
            if path.is_file() and (status := path.stat())
        }

    def run(self) -> None:
        """Copy what changed on one side; of what changed on both, keep both."""
        here, there = self._sides
        mine, theirs = self._state(here), self._state(there)
        for path in sorted(self._known.keys() | mine.keys() | theirs.keys()):
            was, one, other = (state.get(path) for state in (self._known, mine, theirs))
            if one == other:
                continue
            if one != was and other not in (was, None) and one is not None:
                file = there / path
                copy = f"{path.removesuffix(file.suffix)} (conflict){file.suffix}"
                self._copy(file, here / copy)
                self._copy(file, there / copy)
                self._copy(here / path, file)
            elif one != was:
                self._copy(here / path, there / path)
            else:
                self._copy(there / path, here / path)
        self._known = self._state(here)

    def _copy(self, source: Path, target: Path) -> None:
        if not source.exists():
            target.unlink(missing_ok=True)
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = target.with_name(f".sync-{target.name}.tmp")
        shutil.copy2(source, temporary)
        temporary.replace(target)


class Person:
    """Who does all this, and what they know to be in which note."""

    def __init__(self, folder: Path, seed: int, *, is_older: bool) -> None:
        """Prepare two machines with the sample vault; `is_older` is of the programs."""
        self.is_older = is_older
        self.folder, self.random = folder, random.Random(seed)
        self.vault, self.far = folder / "notes", folder / "far" / "notes"
        os.environ["HOME"] = str(folder)
        os.environ["RAGTUI_CONFIG"] = str(folder / "config.toml")
        os.environ["RAGTUI_DATA_DIR"] = str(folder / "data")
        shutil.copytree(ROOT / "sample-vault", self.vault)
        self.clock = Clock(folder)
        self.synchroniser = Synchroniser(self.vault, self.far)
        self.server = Server(self.vault, folder / "server.txt")
        self.editor = EditorWindow(self.vault)
        self.app = AppWindow(self.vault)
        self.front_ends: dict[str, FrontEnd] = {
            "app": self.app,
            "server": self.server,
            "editor": self.editor,
        }
        self._other: subprocess.Popen[str] | None = None
        self.notes: dict[str, str] = {}
        """A sentence of each note that the person wrote, by its path."""
        self.count = 0
        self.problems: list[str] = []
        self.memory: dict[str, list[float]] = defaultdict(list)

    # --- programs ---

    def start(self) -> None:
        """Start all programs on both machines."""
        for front_end in self.front_ends.values():
            front_end.start()
        self._start_other()

    def _start_other(self) -> None:
        data = {"RAGTUI_DATA_DIR": str(self.folder / "far-data")}
        with (self.folder / "far.txt").open("a") as errors:
            self._other = subprocess.Popen(
                [*command(), "index", str(self.far), "--watch"],
                env=environment() | data,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                text=True,
            )

    def stop(self) -> None:
        """End all programs."""
        for front_end in self.front_ends.values():
            front_end.stop()
        assert self._other
        self._other.terminate()
        self._other.wait()

    def restart(self, name: str, *, killed: bool) -> None:
        """End a program and start it again."""
        front_end = self.front_ends[name]
        self._report()
        if killed and name == "app":
            self.signal(signal.SIGKILL, "app")
        front_end.stop()
        front_end.start()

    def signal(self, number: int, *names: str) -> None:
        """Send a signal to all programs, or to those with these names."""
        for name, process, _ in processes(self.folder):
            if not names or name in names:
                os.kill(process, number)

    def sleep(self, work: Callable[[], object], ahead: timedelta) -> None:
        """Let the machine sleep while files change, and wake at another time."""
        self.signal(signal.SIGSTOP)
        work()
        self.clock.set(ahead)
        self.signal(signal.SIGCONT)

    # --- what is done to the notes ---

    def _save(self, path: str, text: str | bytes) -> None:
        file = self.vault / path
        file.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode() if isinstance(text, str) else text
        if self.random.random() < 0.5:  # As editors do, or in place.
            temporary = file.with_name(f".{file.name}.swp")
            temporary.write_bytes(data)
            temporary.replace(file)
        else:
            file.write_bytes(data)
        now = self.clock.now().timestamp()
        os.utime(file, (now, now))

    def _word(self) -> str:
        self.count += 1
        return "".join(self.random.choices("bdfgklmnprtvz", k=12))

    def _write(self, path: str, head: str = "") -> None:
        word = self._word()
        links = [Path(path).stem for path in self.notes if path.startswith("week/")]
        link = f"See [[{self.random.choice(links)}]].\n" if links else ""
        text = f"{head}# Paper {self.count}\n\n{word} hangs here.\n\n{link}"
        self._save(path, text)
        self.notes[path] = word
        self.expect(word, Path(path).stem)

    def write(self) -> None:
        """Write a note that links to another one."""
        self._write(f"week/paper-{self.count}.md")

    def _own(self) -> str:
        return self.random.choice([p for p in self.notes if p.startswith("week/")])

    def edit(self, path: str = "") -> None:
        """Replace a word of a note."""
        path = path or self._own()
        old, new = self.notes[path], self._word()
        text = (self.vault / path).read_text().replace(old, new)
        self._save(path, text)
        self.notes[path] = new
        self.expect(new, Path(path).stem)
        self.expect_gone(old)

    def rename(self) -> None:
        """Rename a note in the editor; no link to it breaks."""
        old, self.count = self._own(), self.count + 1
        new = f"week/sheet-{self.count}.md"
        self.editor.rename(old, new)
        self.notes[new] = self.notes.pop(old)
        link = f"[[{Path(old).stem}]]"
        left = [
            path.name for path in self.vault.rglob("*.md") if link in path.read_text()
        ]
        if left:
            self.problems.append(f"{left} still link to {old}")
        self.expect(self.notes[new], Path(new).stem)

    def delete(self) -> None:
        """Delete a note."""
        path = self._own()
        (self.vault / path).unlink()
        self.expect_gone(self.notes.pop(path))

    def receive_mail(self) -> None:
        """Get a mail."""
        word = self._word()
        path = f"mail/message-{self.count}.eml"
        text = mail(f"{word} hangs here.\n", subject=f"Message {self.count}")
        self._save(path, text)
        self.notes[path] = word
        self.expect(word, f"message-{self.count}")

    def scan(self) -> None:
        """Put a scan into the vault; it waits for text recognition, or is read."""
        self.count += 1
        picture = drawn([f"Receipt {self.count} for a garden hose"])
        self._save(f"scans/receipt-{self.count}.png", saved(picture, "PNG"))

    def write_there(self) -> None:
        """Write on the other machine, and the same note here: a conflict."""
        self.synchroniser.run()
        path, word = self._own(), self._word()
        (self.far / path).write_text(f"# There\n\n{word} hangs here.\n")
        self.edit(path)
        self.synchroniser.run()
        self.expect(word, f"{Path(path).stem} (conflict)")

    def keep_journal(self) -> None:
        """Write today's note; yesterday's is found by that word."""
        today = self.clock.now().date()
        self._write(f"journal/{today}.md", f"---\ndate: {today}\n---\n")
        before = f"{today - timedelta(days=1)}"
        knows_times = self.clock.works and not self.is_older
        if knows_times and f"journal/{before}.md" in self.notes:
            self.expect("yesterday's note", before, self.notes[f"journal/{before}.md"])

    def ask(self) -> None:
        """Ask, save the answer, and change what it quotes: it no longer holds."""
        path = f"week/rule-{self.count}.md"
        word = self._word()
        self._save(path, f"# {word}\n\nThe {word} is oiled every 12 weeks.\n")
        self.notes[path] = word
        self.expect(word, Path(path).stem)
        question = f"How often is the {word} oiled?"
        answer = self.server.post("/api/ask", question=question)
        cited = [citation["path"] for citation in answer["citations"]]
        wrong = [c for c in answer["citations"] if c["verdict"] != "exact"]
        if path not in cited or wrong:
            self.problems.append(f"{question} quoted {cited}, wrong: {wrong}")
        saved_answer = self.folder / "answer.md"
        run = [*command(), "ask", "--vault", str(self.vault), "--markdown", question]
        with saved_answer.open("w") as file:
            subprocess.run(run, env=environment(), stdout=file, check=True)
        self._verify(saved_answer, holds=True)
        self._save(path, f"# {word}\n\nThe {word} is oiled every 18 weeks.\n")
        self._verify(saved_answer, holds=False)

    def _verify(self, file: Path, *, holds: bool) -> None:
        run = [*command(), "verify", "--vault", str(self.vault), str(file)]
        done = subprocess.run(
            run, env=environment(), capture_output=True, text=True, check=False
        )
        if (done.returncode == 0) != holds:
            self.problems.append(f"verify says {done.stdout}{done.stderr}")

    # --- what must be so ---

    def expect(self, query: str, *shown: str) -> None:
        """Every front end shows these words for the query, soon."""
        self._until(query, lambda text: all(word in text for word in shown))

    def expect_gone(self, word: str) -> None:
        """No front end shows a passage with the word any more."""
        self._until(word, lambda text: f"{word} hangs" not in text)

    def _until(self, query: str, is_right: Callable[[str], bool]) -> None:
        begun = time.monotonic()
        for name, front_end in self.front_ends.items():
            while not is_right(text := front_end.shown(query)):
                if seconds(begun) > MOST_SECONDS:
                    self.problems.append(f"{name} shows for {query!r}: {text}")
                    break
                time.sleep(0.2)

    def evening(self) -> None:
        """Compare both machines' indexes with ones from scratch, and look at memory."""
        self.synchroniser.run()
        self._report()
        if self.is_older:
            return
        for vault, data in ((self.vault, "data"), (self.far, "far-data")):
            self._compare(vault, self.folder / data)
        sizes: dict[str, float] = defaultdict(float)
        for name, _, memory in processes(self.folder):
            sizes[name] += memory
        for name, memory in sizes.items():
            self.memory[name].append(memory)

    def _compare(self, vault: Path, data: Path) -> None:
        clean = self.folder / "clean.db"
        (index,) = data.rglob("index.db")
        remove_index(clean)
        made = open_vault(vault, db=clean)
        made.index()
        made.close()
        expected = snapshot(clean)
        begun = time.monotonic()
        while found := differences(snapshot(index), expected):
            if seconds(begun) > MOST_SECONDS:
                self.problems.append(f"the index of {data.name} differs: {found}")
                return
            time.sleep(0.5)

    def _report(self) -> None:
        for name, front_end in self.front_ends.items():
            self.problems += [f"{name}: {error}" for error in front_end.errors()]
        self.problems += map(str, self.folder.rglob("crashes/*"))

    def grown(self) -> list[str]:
        """The programs that need much more memory in the second half than before.

        A program that was just restarted is small, so the largest sizes are compared.
        """
        found = []
        for name, sizes in self.memory.items():
            half = len(sizes) // 2
            if half and max(sizes[half:]) > max(sizes[:half]) * GROWTH + SLACK:
                before, after = max(sizes[:half]), max(sizes[half:])
                found.append(f"{name} grew from {before:.0f} to {after:.0f} MB")
        return found


def upgrade(person: Person) -> None:
    """End all programs; the next ones find an index of version 0.1."""
    if (
        person.is_older
    ):  # The app of 0.1 does not end once it was stopped and continued.
        person.signal(signal.SIGKILL, "app")
    person.stop()
    if person.is_older:
        del os.environ[INSTALLED]
        person.is_older = False
    else:
        (index,) = (person.folder / "data").rglob("index.db")
        remove_index(index)
        unpack(18, index)
    person.start()


def week(person: Person, days: int, steps: int) -> None:
    """Live through the days."""
    person.start()
    acts: list[Callable[[], None]] = [
        person.edit,
        person.rename,
        person.receive_mail,
        person.write,
    ]
    acts += [person.write_there, person.delete, person.scan]
    for day in range(days):
        begun = time.monotonic()
        person.keep_journal()
        for _ in range(3):
            person.write()
        for act in person.random.sample(acts * (1 + steps // len(acts)), steps):
            act()
        person.ask()
        names = sorted(person.front_ends)
        person.restart(names[day % len(names)], killed=day % 2 == 0)
        person.evening()
        sizes = ", ".join(f"{n} {s[-1]:.0f} MB" for n, s in person.memory.items())
        print(f"day {day + 1}: {seconds(begun):.0f} s, {sizes}", flush=True)
        for problem in person.problems:
            print(f"    {problem}", flush=True)
        if day == days // 2:
            upgrade(person)
        back = timedelta(hours=2 if day == 1 else 0)
        person.sleep(person.scan, timedelta(days=day + 1) - back)
    person.stop()


def main(days: int, steps: int, seed: int, older: str) -> int:
    """The exit code."""
    if older:
        os.environ[INSTALLED] = older
    with scratch() as folder:
        person = Person(folder, seed, is_older=bool(older))
        try:
            week(person, days, steps)
        finally:
            person.signal(signal.SIGKILL)
            person.app.close()
        problems = person.problems + person.grown()
    print(f"{days} days, {person.count} changes, {len(problems)} problems")
    for problem in problems:
        print(f"  {problem}")
    return bool(problems)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=7)
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--older", default="", help="an installed `ragtui`")
    given = parser.parse_args()
    sys.exit(main(given.days, given.steps, given.seed, given.older))
