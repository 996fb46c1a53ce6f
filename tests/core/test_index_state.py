"""The states of an index: how they follow from events, and their words."""

from dataclasses import replace

import pytest

from ragtui_core import Vault
from ragtui_core.errors import DiskFull, ModelError
from ragtui_core.index_state import IndexState, IndexStateName, state_of_error
from ragtui_core.indexing.events import IndexEvent, IndexNotice, IndexNoticeKind
from ragtui_core.indexing.index_tracker import IndexTracker
from ragtui_core.settings.schema import EmbeddingSettings
from ragtui_core.store.sqlite.store import SqliteStore
from support.index_states import EVERY_STATE, SCANNED, covered, embedding, reading
from support.vaults import IndexVault, MakeVault


def _name(tracker: IndexTracker) -> IndexStateName:
    return tracker.state.name


def _seen(vault: Vault) -> IndexStateName:
    """The state as a process sees it that does not index."""
    return vault.coverage.state(vault.coverage.whole()).name


@pytest.mark.parametrize("name", IndexStateName)
def test_every_state_is_one_line_with_what_to_do(name: IndexStateName) -> None:
    begin, sentence = EVERY_STATE[name]
    tracker = IndexTracker()
    begin(tracker)
    assert _name(tracker) is name
    assert tracker.state.sentence == sentence
    assert "\n" not in sentence
    assert bool(tracker.state.action) is (name is not IndexStateName.UP_TO_DATE)


def test_a_problem_ends_with_the_next_scan() -> None:
    tracker = IndexTracker()
    tracker.note(IndexNotice(IndexNoticeKind.VAULT_UNREADABLE, "x", "gone"))
    assert _name(tracker) == IndexStateName.FOLDER_MISSING
    tracker.note(SCANNED)
    tracker.cover(covered(100), elsewhere=False)
    assert _name(tracker) == IndexStateName.UP_TO_DATE


def test_a_model_that_fails_is_told_until_it_embeds() -> None:
    tracker = IndexTracker()
    tracker.note(IndexNotice(IndexNoticeKind.EMBEDDING_FAILED, "x", "gone"))
    tracker.cover(covered(40), elsewhere=False)
    assert _name(tracker) == IndexStateName.MODEL_FAILED
    tracker.note(embedding(60, 60))
    tracker.cover(covered(100), elsewhere=False)
    assert _name(tracker) == IndexStateName.UP_TO_DATE


def test_what_resumes_is_no_longer_paused_or_failed() -> None:
    tracker = IndexTracker()
    tracker.note(reading(1, 2))
    tracker.pause()
    tracker.resume()
    assert _name(tracker) == IndexStateName.READING
    tracker.fail(DiskFull("full"))
    tracker.resume()
    assert _name(tracker) == IndexStateName.READING


def test_a_long_reason_stays_on_its_line() -> None:
    assert "\n" not in state_of_error(ModelError("one\ntwo")).sentence


def test_a_process_that_does_not_index_sees_the_state(index_vault: IndexVault) -> None:
    vault = index_vault({"a.md": "# Apple"})
    assert _seen(vault) is IndexStateName.INCOMPLETE
    vault.index()
    assert _seen(vault) is IndexStateName.UP_TO_DATE
    with SqliteStore(vault.index_path).writer():
        assert _seen(vault) is IndexStateName.ELSEWHERE
    assert _seen(vault) is IndexStateName.UP_TO_DATE
    vault.root.rename(vault.root.with_name("away"))
    assert _seen(vault) is IndexStateName.FOLDER_MISSING


def test_a_model_that_is_not_bundled_is_announced_once(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = make_vault({"a.md": "# Apple"})
    bundled = vault.embedder()
    settings = replace(vault.settings, embedding=EmbeddingSettings(model="/models/one"))
    other = vault.under(settings)
    monkeypatch.setattr(type(vault), "_embedder_of", lambda *_: bundled)
    events: list[IndexEvent] = []
    other.index(events.append)
    states = [event for event in events if isinstance(event, IndexState)]
    names = [state.name for state in states]
    loading = names.index(IndexStateName.MODEL_LOADING)
    assert names.count(IndexStateName.MODEL_LOADING) == 1
    assert loading < names.index(IndexStateName.EMBEDDING)
    assert states[loading].detail == "/models/one"
    other.close()
