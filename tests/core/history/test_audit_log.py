"""The log loses no line, stays small and private, and says when it cannot be kept."""

import json
import stat
import subprocess
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from ragtui_core.errors import StorageError
from ragtui_core.history.audit_log import AuditLog, month_files, remove_oldest
from ragtui_core.settings import LogSettings
from support.commands import ROOT, environment, python
from support.full_disk import full_disk
from support.log import exchange

PROCESSES, LINES = 2, 50


def journal_in(folder: Path, **settings: Any) -> AuditLog:
    return AuditLog(folder / "data" / "log", LogSettings(**settings))


def objects(audit_log: AuditLog) -> list[dict[str, Any]]:
    """Every line's object, oldest file first."""
    files = month_files(audit_log.directory)
    return [json.loads(line) for f in files for line in f.read_bytes().splitlines()]


def total(audit_log: AuditLog) -> int:
    return sum(file.stat().st_size for file in month_files(audit_log.directory))


def test_a_line_lies_in_the_file_of_its_month_in_utc(tmp_path: Path) -> None:
    audit_log = journal_in(tmp_path)
    assert audit_log.is_empty()
    east = timezone(timedelta(hours=9))
    audit_log.write(exchange(time=datetime(2026, 3, 1, 8, 59, tzinfo=east)))
    audit_log.write(exchange(time=datetime(2026, 3, 1, 9, 0, tzinfo=east)))
    names = [file.name for file in month_files(audit_log.directory)]
    assert names == ["2026-02.jsonl", "2026-03.jsonl"]
    assert not audit_log.is_empty()


def test_nothing_is_written_if_the_log_is_off(tmp_path: Path) -> None:
    audit_log = journal_in(tmp_path, answers=False)
    audit_log.write(exchange())
    assert not audit_log.directory.exists()


@given(st.text(st.characters(codec=None)))  # lone surrogates, too
def test_any_text_is_one_line_that_can_be_read(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    audit_log = journal_in(tmp_path_factory.mktemp("any"))
    audit_log.write(exchange(text, vault=text))
    (told,) = objects(audit_log)
    assert told["question"] == text.encode("utf-8", "replace").decode()


def test_an_unfinished_line_spoils_nothing_but_itself(tmp_path: Path) -> None:
    audit_log = journal_in(tmp_path)
    audit_log.write(exchange("one"))
    file = audit_log.directory / "2026-03.jsonl"
    file.write_bytes(file.read_bytes() + b'{"kind": "as')
    audit_log.write(exchange("two"))
    first, broken, second = file.read_bytes().splitlines()
    assert json.loads(first)["question"] == "one"
    assert broken == b'{"kind": "as'
    assert json.loads(second)["question"] == "two"


def test_writers_in_several_processes_lose_nothing(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from support.log import exchange\n"
        "from ragtui_core.history.audit_log import AuditLog\n"
        "from ragtui_core.settings import LogSettings\n"
        "journal = AuditLog(Path(sys.argv[1]), LogSettings())\n"
        f"for n in range({LINES}):\n"
        "    journal.write(exchange(sys.argv[2] + str(n), answer='x' * 9000))\n"
    )
    audit_log = journal_in(tmp_path)
    env = environment()
    env["PYTHONPATH"] = f"{env.get('PYTHONPATH', '')}:{ROOT / 'tests'}"
    running = [
        subprocess.Popen([python(), "-c", code, audit_log.directory, name], env=env)
        for name in "abcd"[:PROCESSES]
    ]
    assert [process.wait() for process in running] == [0] * PROCESSES
    asked = [each["question"] for each in objects(audit_log)]
    assert len(asked) == PROCESSES * LINES
    for name in "abcd"[:PROCESSES]:
        mine = [question for question in asked if question.startswith(name)]
        assert mine == [f"{name}{n}" for n in range(LINES)]


def test_the_log_stays_under_its_limit_and_keeps_the_newest(tmp_path: Path) -> None:
    audit_log = journal_in(tmp_path, max_mb=0.1)
    for n in range(300):
        audit_log.write(exchange(str(n), answer="ü" * 500))
        assert total(audit_log) <= 100_000
    asked = [int(each["question"]) for each in objects(audit_log)]
    assert asked == list(range(asked[0], 300))
    assert total(audit_log) >= 85_000
    assert not list(audit_log.directory.glob("*.part"))
    mode = (audit_log.directory / "2026-03.jsonl").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600


@given(
    sizes=st.lists(st.integers(1, 60), max_size=30),
    needed=st.integers(1, 50),
    months=st.integers(1, 3),
)
def test_what_goes_is_the_oldest_and_no_more_than_must(
    tmp_path_factory: pytest.TempPathFactory, sizes: list[int], needed: int, months: int
) -> None:
    folder, most = tmp_path_factory.mktemp("room"), 200
    lines = [f"{n:03}".encode() + b"x" * size + b"\n" for n, size in enumerate(sizes)]
    share = len(lines) // months + 1
    for month in range(months):
        part = b"".join(lines[month * share : (month + 1) * share])
        (folder / f"2026-{month + 1:02}.jsonl").write_bytes(part)
    current = folder / f"2026-{months:02}.jsonl"
    remove_oldest(current, needed, most)
    kept = b"".join(file.read_bytes() for file in month_files(folder))
    assert len(kept) + needed <= most
    assert b"".join(lines).endswith(kept)
    assert kept == b"" or kept[:3].isdigit()
    if sum(map(len, lines)) + needed <= most:
        assert kept == b"".join(lines)


def test_a_record_larger_than_the_log_is_refused_and_nothing_lost(
    tmp_path: Path,
) -> None:
    audit_log = journal_in(tmp_path, max_mb=0.1)
    audit_log.write(exchange("small"))
    with pytest.raises(StorageError, match="larger than the whole"):
        audit_log.write(exchange("x" * 200_000))
    assert [each["question"] for each in objects(audit_log)] == ["small"]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(StorageError, match=r"data/log cannot be written.*log\.answers"):
        journal_in(tmp_path).write(exchange())


def test_a_full_disk_leaves_the_log_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    audit_log = journal_in(tmp_path)
    audit_log.write(exchange("one"))
    before = (audit_log.directory / "2026-03.jsonl").read_bytes()
    with full_disk(monkeypatch), pytest.raises(StorageError, match=r"No space left"):
        audit_log.write(exchange("two"))
    assert (audit_log.directory / "2026-03.jsonl").read_bytes() == before
    audit_log.write(exchange("three"))
    assert [each["question"] for each in objects(audit_log)] == ["one", "three"]
