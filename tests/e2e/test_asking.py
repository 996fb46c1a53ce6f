"""`ragtui ask` and `ragtui verify`, as a user or a script uses them."""

import json
from pathlib import Path

import pytest

from support.commands import Run

QUESTION = "How long does the lithium battery last?"


@pytest.fixture(autouse=True)
def _indexed(sample: Path, ragtui: Run) -> None:
    ragtui("index", sample)


def test_ask_json_is_the_documented_object(ragtui: Run, sample: Path) -> None:
    found = json.loads(ragtui("ask", QUESTION, "--vault", sample, "--json").stdout)
    keys = "question answer provider model confidence sources time citations notices"
    assert list(found) == [*keys.split(), "usage", "latency_ms"]
    assert found["provider"] == "extractive"
    keys = "path title lines score weak sent location state date changed dates"
    assert list(found["sources"][0]) == keys.split()
    assert [s["sent"] for s in found["sources"]].count("full") == 5
    assert len(found["sources"]) == 15
    assert found["citations"]
    for citation in found["citations"]:
        text = (sample / citation["path"]).read_bytes().decode()
        start, end = citation["span"]
        assert text[start:end] == citation["quote"]
        assert citation["verdict"] == "exact"


def test_a_saved_answer_is_verified_again(ragtui: Run, sample: Path) -> None:
    saved = sample.parent / "answer.md"
    out = ragtui("ask", QUESTION, "--vault", sample, "--markdown").stdout
    saved.write_text(out)
    reported = ragtui("verify", saved, "--vault", sample).stdout
    assert "citations verified" in reported
    checked = json.loads(ragtui("verify", saved, "--vault", sample, "--json").stdout)
    file = sample / checked["citations"][0]["path"]
    file.write_text(file.read_text().replace("month", "fortnight").replace("a", "e"))
    reported = ragtui("verify", saved, "--vault", sample, check=1).stdout
    assert "≠ [1] stale" in reported
    ragtui("verify", sample / "welcome.md", "--vault", sample)
    failed = ragtui("verify", sample / "no.md", "--vault", sample, check=2)
    assert "cannot read" in failed.stderr


def test_a_follow_up_continues_the_last_conversation(ragtui: Run, sample: Path) -> None:
    none = ragtui("ask", "--continue", "And why?", "--vault", sample, check=2)
    assert "no conversation to continue" in none.stderr
    ragtui("ask", QUESTION, "--vault", sample, "--save")
    events = ragtui(
        "ask", "--continue", "And who made it?", "--vault", sample, "--json-events"
    ).stdout
    sources = json.loads(events.splitlines()[0])
    assert "lithium" in sources["queries"][0]
    chats = json.loads(ragtui("chats", "--vault", sample, "--json").stdout)["chats"]
    assert [chat["turns"] for chat in chats] == [2]
    ragtui("ask", QUESTION, "--vault", sample)
    chats = json.loads(ragtui("chats", "--vault", sample, "--json").stdout)["chats"]
    assert len(chats) == 1
