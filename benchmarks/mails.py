"""Mails: how fast a large mailbox is indexed; whether quotations outrank originals.

python -m benchmarks.mails index [--mails 100000] [--folder DIR]
python -m benchmarks.mails threads [--semantic]

`index` makes a mailbox, half of whose mails are replies that quote, and indexes it for
keyword search, again without a change, and after it has grown. `threads` asks for words
of the first mail of 20 threads, which nine replies quote.
"""

import argparse
import os
import random
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from unittest.mock import patch

from benchmarks.measure import row
from ragtui_core import Mode, SearchOptions, Vault, open_vault
from ragtui_core.search.scoring import weights

WORDS = (
    *("pump", "valve", "bearing", "sensor", "harbour", "invoice", "contract", "crane"),
    *("winter", "schedule", "meeting", "budget", "report", "delivery", "gasket"),
    *("voltage", "supplier", "customer", "repair", "inspection", "pressure", "filter"),
    *("oxygen", "salinity", "anchor", "cable", "vessel", "mooring", "storage", "rope"),
)
SYLLABLES = ("ba", "ce", "di", "fo", "gu", "ha", "ki", "lo", "mu", "ne", "pa", "ri")
NAMES = ("Ann Lee", "Bo Ek", "Cy Day", "Di Moe", "Eli Fox", "Fay Orr", "Gus Roe")
FLAGS = {"index.kinds": ["markdown", "mail"]}
START = datetime(2020, 1, 1, tzinfo=UTC)


class Mailbox:
    """Writes mails of about 2 kB; the same for the same seed."""

    def __init__(self, seed: int = 1) -> None:
        """Begin with the first mail."""
        self._random = random.Random(seed)
        self._rare = [
            "".join(self._random.choices(SYLLABLES, k=3)) for _ in range(20_000)
        ]
        self._texts: list[tuple[str, str, str]] = []
        self._written = 0

    def mails(self, count: int) -> Iterator[bytes]:
        """The next mails, as an mbox file has them."""
        for _ in range(count):
            yield self._mail(self._written)
            self._written += 1

    def _mail(self, number: int) -> bytes:
        draw = self._random
        name = draw.choice(NAMES)
        address = f"{name.partition(' ')[0].lower()}@example.org"
        own = "\n\n".join(self._paragraph() for _ in range(draw.randint(2, 6)))
        subject = " ".join(draw.choices(WORDS, k=4))
        reply, quote = "", ""
        if self._texts and draw.random() < 0.5:
            before, subject, text = draw.choice(self._texts[-500:])
            subject = f"Re: {subject.removeprefix('Re: ')}"
            reply = f"In-Reply-To: <{before}>\nReferences: <{before}>\n"
            lines = "\n".join(f"> {line}" for line in text.splitlines())
            quote = f"On Tue, Ann Lee wrote:\n\n{lines}\n\n"
        own_id = f"{number}.{draw.getrandbits(40):x}@example.org"
        self._texts.append((own_id, subject, own))
        del self._texts[:-500]
        date = format_datetime(START + timedelta(minutes=20 * number))
        return (
            f"From {address} Tue Mar  3 10:00:00 2026\n"
            f"From: {name} <{address}>\nTo: crew@example.org\nSubject: {subject}\n"
            f"Date: {date}\nMessage-ID: <{own_id}>\n{reply}"
            "Received: from a.example by b.example; Tue, 3 Mar 2026 10:00:00 +0000\n"
            "Content-Type: text/plain; charset=utf-8\n\n"
            f"{quote}{own}\n\n-- \n{name}\nExample Works\n\n"
        ).encode()

    def _paragraph(self) -> str:
        draw = self._random
        words = [
            draw.choice(WORDS) if draw.random() < 0.6 else draw.choice(self._rare)
            for _ in range(draw.randint(20, 60))
        ]
        lines = (" ".join(words[at : at + 12]) for at in range(0, len(words), 12))
        return "\n".join(lines) + "."


class Usage(threading.Thread):
    """Samples the memory and processor time of this process and those it starts."""

    def __init__(self) -> None:
        """Prepare; `start` begins."""
        super().__init__(daemon=True)
        self.peak = 0
        """The largest sum of resident memory, in bytes."""
        self.stopped = threading.Event()
        self._seconds: dict[int, tuple[float, float]] = {}
        self._is_first = True

    @property
    def processor_seconds(self) -> float:
        """The sum over all processes."""
        return sum(last - first for first, last in self._seconds.values())

    def run(self) -> None:
        """Sample until stopped."""
        while not self.stopped.wait(0.2):
            self.sample()

    def sample(self) -> None:
        """Take a sample."""
        family = list(_family(os.getpid()))
        self.peak = max(self.peak, sum(map(_resident, family)))
        for process in family:
            used = _used(process)
            # A process that is started later counts from its beginning.
            start = used if self._is_first else 0.0
            first, _ = self._seconds.get(process, (start, 0.0))
            self._seconds[process] = first, used
        self._is_first = False


def _family(process: int) -> Iterator[int]:
    yield process
    try:
        tasks = list(Path(f"/proc/{process}/task").iterdir())
        children = [(task / "children").read_text().split() for task in tasks]
    except OSError:
        return
    for listed in children:
        for child in listed:
            yield from _family(int(child))


def _resident(process: int) -> int:
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _used(process: int) -> float:
    """Seconds of processor time."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure_index(count: int, folder: Path) -> None:
    """Index a mailbox of `count` mails three times."""
    root = folder / "vault"
    root.mkdir(parents=True)
    mailbox = Mailbox()
    path = root / "all.mbox"
    with path.open("wb") as file:
        file.writelines(mailbox.mails(count))
    row("mailbox", path.stat().st_size / 1e6, "MB")
    _run("first run", root, folder / "index.db", count)
    _run("nothing changed", root, folder / "index.db", 0)
    with path.open("ab") as file:
        file.writelines(mailbox.mails(count // 100))
    _run("grown by 1%", root, folder / "index.db", count // 100)


def _run(name: str, root: Path, index: Path, count: int) -> None:
    usage = Usage()
    usage.sample()
    usage.start()
    started, waited = time.monotonic(), _waited()
    vault = open_vault(root, db=index, flags=FLAGS)
    finished = vault.index(embed=False)
    seconds, waited = time.monotonic() - started, _waited() - waited
    usage.sample()
    usage.stopped.set()
    usage.join()
    vault.close()
    print(f"{name}: {finished.documents} documents, {finished.chunks} chunks")
    row("  time", seconds, "s")
    row("  of which the main thread waited for a core", waited, "s")
    row("  processor time of all processes", usage.processor_seconds, "s")
    row("  share of two cores", 50 * usage.processor_seconds / seconds, "%")
    if count:
        row("  mails a second", count / seconds, "")
        row("  mails a processor second", count / usage.processor_seconds, "")
        row("  memory of all processes", usage.peak / 1e6, "MB")


def _waited() -> float:
    """Seconds for which the main thread was ready, but other programs ran."""
    try:
        return int(Path("/proc/self/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def measure_threads(folder: Path, mode: Mode) -> None:
    """How often the mail that is quoted ranks above those that quote it."""
    root = folder / "vault"
    root.mkdir(parents=True)
    draw = random.Random(7)
    queries = []
    for thread in range(20):
        words = draw.sample(WORDS, 6)
        sentence = (
            f"The {words[0]} of the {words[1]} failed during {words[2]} {words[3]}, "
            f"so the {words[4]} needs another {words[5]}."
        )
        queries.append((f"{thread}-0@x", sentence.strip(".")))
        for number in range(10):
            _write_thread_mail(root, draw, thread, number, sentence)
    vault = open_vault(root, db=folder / "index.db", flags=FLAGS)
    vault.index(embed=mode is not Mode.KEYWORD)
    after = _first_share(vault, queries, mode)
    with patch.dict(weights()["set"], quoted=0.0):
        before = _first_share(vault, queries, mode)
    vault.close()
    row("original first, quotations as own words", 100 * before, "%")
    row("original first, quotations rank lower", 100 * after, "%")


def _write_thread_mail(
    root: Path, draw: random.Random, thread: int, number: int, sentence: str
) -> None:
    filler = " ".join(draw.choices(WORDS, k=40))
    own = f"{sentence} {filler}." if not number else f"Noted: {filler[:80]}."
    quote = f"\nOn Tue, Ann Lee wrote:\n> {sentence}\n" if number else ""
    reference = f"References: <{thread}-0@x>\n" if number else ""
    prefix = "Re: " if number else ""
    date = format_datetime(START + timedelta(days=thread, hours=number))
    text = (
        f"From: {draw.choice(NAMES)} <a{number}@example.org>\nTo: crew@example.org\n"
        f"Subject: {prefix}Matter {thread}\nDate: {date}\n"
        f"Message-ID: <{thread}-{number}@x>\n{reference}\n{own}\n{quote}\n-- \nCrew\n"
    )
    (root / f"{thread:02}-{number}.eml").write_text(text)


def _first_share(vault: Vault, queries: list[tuple[str, str]], mode: Mode) -> float:
    """The share of queries for which no mail that quotes is above the original."""
    firsts = 0
    for own_id, query in queries:
        hits = vault.search(query, SearchOptions(mode=mode)).hits
        mails = (vault.documents.read(hit.path).metadata for hit in hits)
        thread = (mail["message_id"] for mail in mails if mail["thread"] == own_id)
        firsts += next(thread, "") == own_id
    return firsts / len(queries)


def main() -> None:
    """Run one of the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("index", "threads"))
    parser.add_argument("--mails", type=int, default=100_000)
    parser.add_argument("--folder", type=Path, help="keeps the mailbox and the index")
    parser.add_argument("--semantic", action="store_true", help="with vectors")
    args = parser.parse_args()
    folder = args.folder or Path(tempfile.mkdtemp(prefix="ragtui-mails-"))
    try:
        if args.what == "index":
            measure_index(args.mails, folder)
        else:
            measure_threads(folder, Mode.HYBRID if args.semantic else Mode.KEYWORD)
    finally:
        if not args.folder:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
