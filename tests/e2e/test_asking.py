"""`ragtui ask` and `ragtui verify`, as a user or a script uses them."""

import json
import shutil
from pathlib import Path

import pytest

from support.commands import ROOT, Run

QUESTION = "How long does the lithium battery last?"


@pytest.fixture
def sample(tmp_path: Path, ragtui: Run) -> Path:
    """A copy of the sample vault, indexed."""
    copy = Path(shutil.copytree(ROOT / "sample-vault", tmp_path / "sample"))
    ragtui("index", copy)
    return copy


def test_ask_json_is_the_documented_object(ragtui: Run, sample: Path) -> None:
    found = json.loads(ragtui("ask", QUESTION, "--vault", sample, "--json").stdout)
    keys = "question answer provider model confidence sources time citations notices"
    assert list(found) == [*keys.split(), "usage", "latency_ms"]
    assert found["provider"] == "extractive"
    keys = "path title lines score sent location state date changed dates"
    assert list(found["sources"][0]) == keys.split()
    assert [s["sent"] for s in found["sources"]].count("full") == 5
    assert len(found["sources"]) == 15
    assert found["citations"]
    for citation in found["citations"]:
        text = (sample / citation["path"]).read_bytes().decode()
        start, end = citation["span"]
        assert text[start:end] == citation["quote"]
        assert citation["verdict"] == "exact"


def test_events_come_one_object_a_line(ragtui: Run, sample: Path) -> None:
    out = ragtui("ask", QUESTION, "--vault", sample, "--json-events").stdout
    events = [json.loads(line) for line in out.splitlines()]
    kinds = [event["event"] for event in events]
    assert kinds[0] == "sources"
    assert kinds[-1] == "done"
    assert {"text", "citation"} <= set(kinds)
    assert events[-1]["cost"] == "free"


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


def test_an_answer_can_be_restricted(ragtui: Run, sample: Path) -> None:
    out = ragtui(
        "ask",
        f"{QUESTION} folder:decisions",
        "--vault",
        sample,
        "--json",
    ).stdout
    found = json.loads(out)
    assert found["citations"]
    assert all(s["path"].startswith("decisions/") for s in found["sources"])


def test_a_selection_names_lines_of_a_file(ragtui: Run, sample: Path) -> None:
    place = "decisions/d-014-primary-cells.md:20-27"
    asked = ["ask", "Which is cheaper?", "--vault", sample, "--selection"]
    found = json.loads(ragtui(*asked, place, "--json", check=None).stdout)
    paths = [source["path"] for source in found["sources"]]
    assert paths[0] == "suppliers/kestrel-cell-works.md"
    assert "decisions/d-014-primary-cells.md" not in paths
    for wrong in ("welcome.md", "welcome.md:0-3", "welcome.md:9-3", "none.md:1"):
        assert (
            "none.md" in wrong or "--selection" in ragtui(*asked, wrong, check=2).stderr
        )


def test_nothing_to_ask_or_to_verify_is_reported(
    ragtui: Run, sample: Path, tmp_path: Path
) -> None:
    refused = ragtui("ask", " ", "--vault", sample, check=2)
    assert "the question is empty" in refused.stderr
    empty = tmp_path / "empty.md"
    empty.touch()
    assert str(empty) in ragtui("verify", empty, "--vault", sample, check=2).stderr


@pytest.mark.parametrize("provider", ["claude", "compatible"])
def test_without_a_key_the_three_ways_are_named(
    ragtui: Run, sample: Path, provider: str
) -> None:
    failed = ragtui("ask", "x", "--provider", provider, "--vault", sample, check=2)
    for way in ("ANTHROPIC_API_KEY", "answer.server.base_url", "extractive"):
        assert way in failed.stderr


def test_corrections_of_the_search_are_reported(ragtui: Run, sample: Path) -> None:
    question = "How long does the lithiun battery last?"
    done = ragtui("ask", question, "--vault", sample)
    assert "ragtui: Showing results for" in done.stderr
    out = ragtui("ask", question, "--vault", sample, "--json-events").stdout
    events = [json.loads(line) for line in out.splitlines()]
    kinds = [event["event"] for event in events]
    reported = [event for event in events if event["event"] == "notice"]
    assert reported[0]["kind"] == "search"
    assert kinds.index("sources") < kinds.index("notice") < kinds.index("text")
    empty = ragtui("ask", "pump? tag:nosuch", "--vault", sample, check=1)
    assert "No document satisfies tag:nosuch" in empty.stderr
