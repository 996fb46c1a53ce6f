"""Files written by an earlier version are read as that version read them.

`earlier/` has a conversation and an audit log of November 2026, with what was made of
them then: the output of `ragtui chats show --json`, `ragtui chats export` and `ragtui
stats --json`. `config.toml` there has every setting of that version.
"""

import json
import re
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ragtui_core.answer import replay_events
from ragtui_core.answer_events import Notice, NoticeKind, Sent
from ragtui_core.citations.citation import Citation, SavedCitation, Verdict
from ragtui_core.citations.saving.saved_citations import read_citations
from ragtui_core.history import conversation_as_json, conversation_as_markdown
from ragtui_core.history.audit_log import AuditLog
from ragtui_core.history.conversation_store import ConversationStore
from ragtui_core.settings import LogSettings, Settings, known_keys, load_settings
from support.chats import at
from support.extensions import needs_eval

EARLIER = Path(__file__).parent / "earlier"
EARLIER_CONFIG = EARLIER / "config.toml"
CHAT = "20261122-1a2b3c"


def expected(name: str) -> Any:
    return json.loads((EARLIER / f"{name}.json").read_text("utf-8"))


@pytest.fixture
def store(tmp_path: Path) -> ConversationStore:
    shutil.copy(EARLIER / "conversation.jsonl", tmp_path / f"{CHAT}.jsonl")
    return ConversationStore(tmp_path)


def test_an_earlier_conversation_is_the_same(store: ConversationStore) -> None:
    chat = store.read(CHAT)
    before = expected("conversation")
    for turn in before["turns"]:
        lists: dict[str, Any] = {"notice_subjects": [], "remarks": []}
        turn |= lists | {"searched_time": None}  # since added
    assert conversation_as_json(chat) == before
    assert store.list() == (chat.summary(),)
    exported = (EARLIER / "conversation.md").read_text("utf-8")
    # Whether the answer quotes them was not written down then.
    found = re.compile(r"^\[\d+\] Passage found: .*\n\n", re.MULTILINE)
    now = conversation_as_markdown(chat)
    assert found.sub("", now) == exported
    verified = [c for turn in chat.turns for c in turn.citations if c.verdict.verified]
    assert len(found.findall(now)) == len(verified)


def test_the_earlier_conversation_has_every_kind_of_event() -> None:
    turns = expected("conversation")["turns"]
    verdicts = {c["verdict"] for turn in turns for c in turn["citations"]}
    since_added = {Verdict.FILE_NOT_HERE, Verdict.CONTEXT_CHANGED, Verdict.PARTS}
    assert verdicts == set(Verdict) - since_added
    assert {s["sent"] for turn in turns for s in turn["sources"]} == set(Sent)
    for key in ("notices", "disagreements", "search_notes", "usage", "error", "sent"):
        assert any(turn[key] for turn in turns)


def test_an_earlier_conversation_is_replayed(store: ConversationStore) -> None:
    turn = store.read(CHAT).turns[1]
    events = list(replay_events(turn))
    assert [e for e in events if isinstance(e, Citation)] == list(turn.citations)
    assert {e.kind for e in events if isinstance(e, Notice)} == set(NoticeKind)


def test_an_earlier_conversation_is_continued(store: ConversationStore) -> None:
    before = store.read(CHAT)
    store.add(CHAT, at(1))
    after = store.read(CHAT)
    assert after.turns == (*before.turns, at(1))
    assert after.damaged == before.damaged == 1  # its last line was unfinished


@needs_eval
def test_an_earlier_log_has_the_same_statistics(tmp_path: Path) -> None:
    for file in EARLIER.glob("2026-*.jsonl"):
        shutil.copy(file, tmp_path)
    log = AuditLog(tmp_path, LogSettings(), lambda: date(2026, 11, 23))
    found, before = log.statistics(), expected("statistics")
    for row in before["providers"]:
        row["tokens"] = sum(row["tokens"].values())
        del row["latency_ms"]
    assert found == {key: before[key] for key in found}  # others were since removed


def test_citations_of_earlier_exports_are_checked(store: ConversationStore) -> None:
    exported = (EARLIER / "conversation.md").read_text("utf-8")
    found = [citation for citation, _ in read_citations(exported)]
    every = [c for turn in store.read(CHAT).turns for c in turn.citations]
    assert found == [SavedCitation.of(c) for c in every if c.verdict.verified]
    assert {bool(citation.surroundings) for citation in found} == {True, False}


def test_earlier_settings_open_after_the_renames_of_errors(tmp_path: Path) -> None:
    """What is not a setting any more is named, and the others count."""
    written = dotted(tomllib.loads(EARLIER_CONFIG.read_text("utf-8")))
    file = tmp_path / "config.toml"
    settings = loaded(file, written)
    (sentence,) = settings.unknown
    assert f"(unknown there: {len(written.keys() - known_keys().keys())})" in sentence
    found = dotted(asdict(settings))
    kept = {key: value for key, value in written.items() if key in known_keys()}
    assert kept == {key: found[key] for key in kept}


def loaded(file: Path, values: Mapping[str, Any]) -> Settings:
    """The settings, after `values` were written to `file`."""
    lines = [f"{key} = {toml(value)}\n" for key, value in values.items()]
    file.write_text("".join(lines), encoding="utf-8")
    return load_settings(environ={"RAGTUI_CONFIG": str(file)})


def toml(value: Any) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value)


def dotted(tables: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """The values of nested tables by dotted key, lists as tuples."""
    found: dict[str, Any] = {}
    for key, value in tables.items():
        if isinstance(value, dict):
            found |= dotted(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = tuple(value) if isinstance(value, list) else value
    return found
