"""Indexing progress as lines, rate-limited for logs."""

from typing import get_args

import pytest

from ragtui_cli.progress_output import Lines
from ragtui_cli.progress_sentences import sentence
from ragtui_core.indexing.events import (
    FileSkipped,
    IndexEvent,
    IndexFinished,
    ScanFinished,
    event_name,
    index_event_as_json,
)
from support.index_states import embedding, reading


def finished(**other: object) -> IndexFinished:
    values = {
        "documents": 3,
        "chunks": 9,
        "pending": 0,
        "skipped": 0,
        "interrupted": False,
        "seconds": 1.25,
    }
    return IndexFinished(**(values | other))  # type: ignore[arg-type]  # shorthand


def test_sentences_say_what_happened_and_what_is_left() -> None:
    assert sentence(finished()) == "done: 3 documents, 9 passages in 1.2 s"
    stopped = sentence(finished(interrupted=True, pending=4, skipped=2))
    assert stopped.startswith("stopped")
    assert "4 passages without vectors yet" in stopped
    assert "run `ragtui index` again" in stopped
    assert "2 files skipped (see `ragtui status`)" in stopped
    assert (
        sentence(FileSkipped("a\nb.md", "empty file")) == "skipped a b.md: empty file"
    )


def test_lines_pass_over_close_progress(capsys: pytest.CaptureFixture[str]) -> None:
    lines = Lines()
    for done in range(1, 101):
        lines(embedding(done, 100))
    assert capsys.readouterr().err == "preparing search by meaning, 100% done\n"
    lines(ScanFinished(1, 1, 0, 0, 0, 0))
    assert "1 added" in capsys.readouterr().err


def test_json_names_the_event() -> None:
    assert index_event_as_json(reading(1, 2)) == {
        "event": "index_state",
        "name": "reading",
        "done": 1,
        "total": 2,
        "unit": "files",
        "detail": "",
        "mails": 0,
        "part": 0.0,
    }


def test_the_json_names_of_events_are_stable() -> None:
    names = {kind.__name__: event_name(kind) for kind in get_args(IndexEvent)}
    assert names == {
        "ScanFinished": "scan_finished",
        "ChangesSeen": "changes_seen",
        "SettingsRead": "settings_read",
        "FileSkipped": "file_skipped",
        "IndexNotice": "index_notice",
        "IndexState": "index_state",
        "IndexFinished": "index_finished",
    }
