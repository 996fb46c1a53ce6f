"""Claude's answers against a faithful fake of the service, with the real SDK."""

import asyncio
from dataclasses import replace
from typing import get_args

import pytest

from fakes.anthropic_service import FakeAnthropic, search_results
from ragtui_core import Done, Notice, Sources, Vault
from ragtui_core.answer import DEFAULT_MODEL
from ragtui_core.answer.checks.notices import AnswerNotices
from ragtui_core.answer_events import WEAK_EVIDENCE
from ragtui_core.citations.citation import Verdict
from ragtui_core.errors import AnswerError
from ragtui_core.search_results import Confidence
from support.answer_requests import files_of, request_about
from support.answers import citations, collected, notices, said
from support.log import logged
from support.vaults import open_with
from support.waiting import counted_timeout


@pytest.mark.parametrize("scenario", ["cited", "text-first", "bytes", "529-once"])
async def test_an_answer_cites_exact_spans_of_the_files(
    vault: Vault, fake: FakeAnthropic, scenario: str
) -> None:
    fake.scenario = scenario
    events = await collected(vault.ask("pump"))
    assert isinstance(events[0], Sources)
    assert said(events) == "Here is what your notes say: Claim one [1]. Claim two [2]. "
    cited = citations(events)
    assert {citation.path for citation in cited} == {"pump.md", "boat.md"}
    for citation in cited:
        text = (vault.root / citation.path).read_bytes().decode()
        assert citation.span.of(text) == citation.quote
        assert citation.verdict is Verdict.EXACT
    done = events[-1]
    assert isinstance(done, Done)
    assert (done.provider, done.model) == ("claude", DEFAULT_MODEL)
    assert done.usage["output_tokens"] == 42
    assert notices(events) == []


async def test_the_request_keeps_notes_out_of_the_system_prompt(
    vault: Vault, fake: FakeAnthropic
) -> None:
    await collected(vault.ask("pump"))
    body = fake.calls[0]
    assert "impeller" not in body["system"]
    assert "don't have information" in body["system"]
    assert "tools" not in body
    results = search_results(body)
    assert {result["source"] for result in results} == {"pump.md", "boat.md"}
    texts = [part["text"] for result in results for part in result["content"]]
    assert "Its impeller is changed every second winter." in texts
    assert "seal | 12" in texts
    assert "Its pump is old." in texts  # the escape sequence is not sent
    assert body["messages"][-1]["content"][-1]["text"].endswith("\n\npump")
    assert "test-key" in fake.headers[0]["authorization"]


@pytest.mark.parametrize(
    ("scenario", "kind"),
    [
        ("400-long", "context_too_long"),
        ("400-context", "context_too_long"),
        ("401", "auth"),
        ("402", "billing"),
        ("404", "model_not_found"),
        ("413", "context_too_long"),
        ("429", "rate_limited"),
        ("529", "overloaded"),
        ("500", "server"),
        ("html", "server"),
        ("refusal", "refused"),
    ],
)
@pytest.mark.usefixtures("no_waiting")
async def test_a_failure_before_the_first_word_is_an_error(
    vault: Vault, fake: FakeAnthropic, scenario: str, kind: str
) -> None:
    fake.scenario = scenario
    with pytest.raises(AnswerError) as caught:
        await collected(vault.ask("pump"))
    assert caught.value.kind == kind
    lasting = {"overloaded", "server"}
    assert len(fake.calls) == (3 if kind in lasting else 1)
    assert [record["error"] for record in logged(vault)] == [kind]


@pytest.mark.parametrize("scenario", ["silence", "stall", "pings"])
async def test_a_stream_without_words_is_given_up(
    vault: Vault, fake: FakeAnthropic, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asyncio, "timeout", counted_timeout)
    fake.scenario = scenario
    impatient = open_with(vault.root, {"answer.stall_timeout": 0.2})
    events = await collected(impatient.ask("pump"))
    assert said(events).startswith("Here is what")
    done = events[-1]
    assert isinstance(done, Done)
    assert done.error == "timeout"
    notice = next(e for e in events if isinstance(e, Notice) and e.retryable)
    assert "did not answer in time" in notice.text


async def test_a_service_that_never_begins_is_asked_once(
    vault: Vault, fake: FakeAnthropic
) -> None:
    fake.scenario = "mute"
    impatient = open_with(vault.root, {"answer.first_event_timeout": 0.1})
    with pytest.raises(AnswerError) as caught:
        await collected(impatient.ask("pump"))
    assert (caught.value.kind, caught.value.retryable) == ("timeout", True)
    assert len(fake.calls) == 1


@pytest.mark.usefixtures("no_waiting", "fake")
async def test_a_missing_service_is_unreachable(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
    with pytest.raises(AnswerError) as caught:
        await collected(vault.ask("pump"))
    assert (caught.value.kind, caught.value.retryable) == ("unreachable", True)


async def test_a_missing_profile_is_reported(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_PROFILE", "unknown")
    with pytest.raises(AnswerError) as caught:
        await collected(vault.ask("pump"))
    assert caught.value.kind == "auth"
    assert "'unknown'" in str(caught.value)


async def test_broken_bytes_can_be_asked(vault: Vault, fake: FakeAnthropic) -> None:
    await collected(vault.ask("pump \udce9"))
    assert fake.calls[0]["messages"][-1]["content"][-1]["text"].endswith("pump ?")
    assert len(logged(vault)) == 1


async def test_citations_of_no_good_match_are_weak_evidence(
    vault: Vault, fake: FakeAnthropic
) -> None:
    question = "turbine reactor coolant pump inspection"
    assert all(hit.is_weak for hit in vault.search(question).hits)
    events = await collected(vault.ask(question))
    [weak] = [e for e in events if isinstance(e, Notice) and e.citations]
    assert weak.text.endswith(WEAK_EVIDENCE[1:])
    assert weak.citations == tuple(each.number for each in citations(events))
    assert weak.citations
    assert WEAK_EVIDENCE not in notices(await collected(vault.ask("pump")))


async def test_an_answer_from_weak_matches_alone_has_low_confidence(
    vault: Vault,
) -> None:
    events = await collected(vault.ask("pump"))
    result = vault.search("pump")
    weak = tuple(replace(hit, score=0.1) for hit in result.hits)
    for hits, confidence in ((result.hits, "high"), (weak, "low")):
        found = replace(result, hits=hits, confidence=Confidence.HIGH)
        passed = AnswerNotices(request_about({}, result=found), files_of({}))
        *_, done = [told for event in events for told in passed.take(event)]
        assert isinstance(done, Done)
        assert done.confidence.value == confidence


async def test_what_a_user_should_know_is_a_notice(
    vault: Vault, fake: FakeAnthropic
) -> None:
    fake.scenario = "uncited"
    events = await collected(vault.ask("pump"))
    assert any("quotes no file" in notice for notice in notices(events))


async def test_deleted_files_are_reported(vault: Vault, fake: FakeAnthropic) -> None:
    (vault.root / "pump.md").unlink()
    events = await collected(vault.ask("pump"))
    assert any("pump.md" in notice for notice in notices(events))
    assert [c.path for c in citations(events)] == ["boat.md"]


def test_the_default_model_is_known_to_the_sdk() -> None:
    from anthropic.types import Model

    names = [name for part in get_args(Model) for name in get_args(part)]
    sonnets = [name for name in names if name.startswith("claude-sonnet-")]
    assert sonnets[0] == DEFAULT_MODEL


@pytest.mark.live
async def test_the_real_service_gives_a_cited_answer(
    vault: Vault, live_key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", live_key)
    events = await collected(vault.ask("How often is the impeller changed?"))
    assert any(citation.verdict.verified for citation in citations(events))
