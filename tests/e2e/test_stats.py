"""`ragtui stats` as a user runs it."""

import json
from pathlib import Path

import pytest

from ragtui_core.history.audit_log import AuditLog
from ragtui_core.settings import LogSettings
from support.commands import Run
from support.log import cited, exchange


@pytest.fixture
def audit_log(tmp_path: Path) -> AuditLog:
    """The log that the command reads."""
    return AuditLog(tmp_path / "data" / "log", LogSettings())


def test_without_a_log_it_says_where_it_would_be(
    ragtui: Run, notes: Path, audit_log: AuditLog
) -> None:
    done = ragtui("stats", "--vault", notes, check=1)
    assert done.stdout.startswith("Nothing is logged yet")
    assert str(audit_log.directory) in done.stdout
    reported = json.loads(ragtui("stats", "--vault", notes, "--json", check=1).stdout)
    assert sum(reported["outcomes"].values()) == 0
    assert not audit_log.directory.exists()
    off = ragtui("stats", "--vault", notes, check=1, RAGTUI_LOG_ANSWERS="false")
    assert "log.answers = true" in off.stdout


def test_figures_of_one_or_all(ragtui: Run, notes: Path, audit_log: AuditLog) -> None:
    audit_log.write(exchange("pump colour?", vault=str(notes)))
    audit_log.write(exchange("colour of the pump?", 2, vault=str(notes), citations=()))
    audit_log.write(exchange("Elsewhere?", 3, citations=cited("b.md", "missing")))
    out = ragtui("stats", "--vault", notes).stdout
    assert " ".join(out.split()).startswith(f"2 questions to {notes}")
    assert [line.split()[-1] for line in out.splitlines() if "1 · 50%" in line] == [
        "answered",
        "unanswered",
    ]
    assert "Unanswered (1)" in out
    assert "colour of the pump?" in out
    assert "Elsewhere?" not in out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 80
    every = json.loads(ragtui("stats", "--all", "--json").stdout)
    assert sum(every["outcomes"].values()) == 3
    assert {each["path"] for each in every["cited"]} == {"a.md", "b.md"}
    other = ragtui("stats", "--vault", notes.parent, check=1)
    assert f"Nothing is logged about {notes.parent}: --all" in other.stdout
    late = ragtui("stats", "--all", "--days", 3, check=1)
    assert "Nothing is logged in the last 3 days." in late.stdout
    for file in audit_log.directory.glob("*.jsonl"):
        file.chmod(0)
    done = ragtui("stats", "--all", check=2, privileged=False)
    assert "cannot be read: Permission denied" in done.stderr
