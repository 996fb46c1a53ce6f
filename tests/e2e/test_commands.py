"""The commands as a user runs them, each in a separate process."""

import hashlib
import json
import signal
from pathlib import Path

from support.commands import Run, Start, output
from support.waiting import TIMEOUT


def sums(folder: Path) -> dict[str, str]:
    """sha256 of every file, and of what links point to."""
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    return {str(p): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def test_the_whole_story_leaves_the_vault_as_it_was(ragtui: Run, sample: Path) -> None:
    before = sums(sample)
    ragtui("index", sample)
    found = json.loads(ragtui("search", "E-417", "--vault", sample, "--json").stdout)
    assert found["hits"][0]["path"] in {
        "incidents/inc-2026-01-watchdog-loop.md",
        "products/error-codes.md",
        "products/firmware-2-1-release-notes.md",
    }
    ragtui("ask", "What does E-417 mean?", "--vault", sample)
    ragtui("show", "glossary", "--vault", sample)
    ragtui("status", "--vault", sample)
    assert sums(sample) == before


def test_search_json_is_the_documented_object(ragtui: Run, sample: Path) -> None:
    ragtui("index", sample)
    out = ragtui("search", "formazin calibration", "--vault", sample, "--json").stdout
    found = json.loads(out)
    keys = "query mode relaxed corrected confidence notes hidden total time"
    keys += " by_date listed weaker hits"
    assert list(found) == keys.split()
    keys = "rank score weak path title heading_path lines span location excerpt matches"
    keys += " keyword similarity fused additional group copies state tags day until"
    keys += " item_state due speakers date changed dates"
    for rank, hit in enumerate(found["hits"], 1):
        assert list(hit) == keys.split()
        assert hit["rank"] == rank
        assert 0 <= hit["score"] <= 1
        text = (sample / hit["path"]).read_bytes().decode()
        start, end = hit["span"]
        first, last = hit["lines"]
        assert text[start:end] == text[start:end].strip() != ""
        assert text.count("\n", 0, start) + 1 == first
        assert text.count("\n", 0, end) + 1 == last
    paths = [hit["path"] for hit in found["hits"] if not hit["additional"]]
    assert len(set(paths)) == len(paths)


def test_a_first_search_indexes_words_and_says_so(ragtui: Run, sample: Path) -> None:
    done = ragtui("search", "formazin", "--vault", sample)
    assert "by keyword" in done.stderr
    assert "calibrate-turbidity" in done.stdout


def test_ctrl_c_keeps_what_was_done_and_the_next_run_continues(
    ragtui: Run, started_ragtui: Start, tmp_path: Path
) -> None:
    vault = tmp_path / "many"
    vault.mkdir()
    for n in range(400):
        (vault / f"{n}.md").write_text(f"# Note {n}\n\n" + f"Of thing {n}. " * 60)
    process = started_ragtui("index", vault, "--json")
    events = map(json.loads, output(process))
    assert any(event.get("name") == "embedding" for event in events)
    process.send_signal(signal.SIGINT)
    rest = list(events)
    assert process.wait(timeout=TIMEOUT) == 130
    assert 0 < rest[-1]["pending"] < rest[-1]["chunks"]
    out = ragtui("index", vault, "--json").stdout
    last = json.loads(out.splitlines()[-1])
    assert (last["pending"], last["interrupted"]) == (0, False)


def test_a_read_only_data_directory_is_reported_and_can_still_be_searched(
    ragtui: Run, sample: Path, tmp_path: Path
) -> None:
    here = ["--vault", sample]
    ragtui("ask", "What does E-417 mean?", "--save", *here)
    inside = sorted((tmp_path / "data").rglob("*"))
    for path in inside:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        found = ragtui("search", "formazin", *here, privileged=False)
        shown = ragtui("chats", "show", "2", *here, privileged=False)
        refused = [
            ragtui(*change, check=2, privileged=False).stderr
            for change in (["index", sample], ["chats", "delete", "2", *here])
        ]
    finally:
        for path in inside:
            path.chmod(0o755)
    assert "calibrate-turbidity" in found.stdout
    assert "E-417" in shown.stdout
    for told in refused:
        assert "Permission denied" in told
        assert "RAGTUI_DATA_DIR" in told


def test_an_unreadable_vault_and_an_unreadable_file_are_reported(
    ragtui: Run, sample: Path, tmp_path: Path
) -> None:
    (sample / "glossary.md").chmod(0)
    ragtui("index", sample, "--no-embed", privileged=False)
    reported = json.loads(ragtui("status", "--vault", sample, "--json").stdout)
    reasons = {item["path"]: item["reason"] for item in reported["skipped"]}
    assert "Permission denied" in reasons["glossary.md"]
    (tmp_path / "closed").mkdir(mode=0)
    done = ragtui("index", tmp_path / "closed", check=2, privileged=False)
    assert "Permission denied" in done.stderr


def test_watch_finds_an_edit_and_ends_on_ctrl_c(
    ragtui: Run, started_ragtui: Start, sample: Path
) -> None:
    process = started_ragtui("index", sample, "--watch", "--no-embed", "--json")
    events = map(json.loads, output(process))
    assert any(event["event"] == "scan_finished" for event in events)
    (sample / "fresh.md").write_text("# Fresh\n\nA kumquat.")
    assert any(e["event"] == "scan_finished" and e["added"] for e in events)
    out = ragtui("search", "kumquat", "--vault", sample, "--json").stdout
    assert [hit["path"] for hit in json.loads(out)["hits"]] == ["fresh.md"]
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=TIMEOUT) == 130


def test_an_emptied_vault_keeps_its_index_until_its_deletions_are_accepted(
    ragtui: Run, started_ragtui: Start, sample: Path
) -> None:
    ragtui("index", sample, "--no-embed")
    sample.rename(sample.with_name("unmounted"))
    sample.mkdir()
    refused = ragtui("index", sample, "--no-embed", check=2).stderr
    assert "all 56 indexed documents are missing from" in refused
    assert refused.count("\n") == 1
    status = ragtui("status", "--vault", sample).stdout
    assert "state      files of the vault are missing (56 of 56" in status
    assert "budget" in ragtui("search", "budget", "--vault", sample).stdout.lower()

    # A watcher goes on, says the same, and is the one that removes them.
    process = started_ragtui("index", sample, "--watch", "--no-embed", "--json")
    events = map(json.loads, output(process))
    notice = next(event for event in events if event["event"] == "index_notice")
    assert notice["kind"] == "deletions_refused"
    assert notice["message"] in refused
    ragtui("index", sample, "--accept-deletions", check=2)
    done = next(event for event in events if event["event"] == "scan_finished")
    assert done["deleted"] == 56
    process.send_signal(signal.SIGINT)
    process.wait(timeout=TIMEOUT)
    reported = json.loads(ragtui("status", "--vault", sample, "--json").stdout)
    assert (reported["documents"], reported["missing"]) == (0, 0)


def test_help_and_version(ragtui: Run) -> None:
    assert "usage: ragtui" in ragtui("--help").stdout
    assert ragtui("--version").stdout.startswith("ragtui 0.")
    assert "--mode" in ragtui("search", "--help").stdout
