"""`ragtui stats` as a user runs it."""

import json
from pathlib import Path

import pytest

from ragtui_core.history.audit_log import AuditLog
from ragtui_core.settings import LogSettings
from support.commands import Run


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
