"""Answers: streamed, cancelled for real, and failing in words."""

import asyncio
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from fakes.anthropic_service import FakeAnthropic
from ragtui_core import Vault
from support.editor import Editor, StartEditor

QUESTION = "How often is the impeller changed?"


DRAFT = "# Draft 😀\n\nThe impeller squeaks. é\n"


def place(editor: Editor, words: str = "The impeller squeaks. é") -> dict[str, Any]:
    """Some words of the draft that is open."""
    return {
        "textDocument": {"uri": editor.uri("draft.md")},
        "range": editor.range("draft.md", words),
    }


@pytest.fixture
async def asking(
    vault: Vault, start_editor: StartEditor, service: FakeAnthropic
) -> Editor:
    """An editor whose server asks the fake service."""
    return await start_editor(vault.root)


def events(editor: Editor, token: str) -> list[object]:
    return [
        value["event"]
        for progress_token, value in editor.progress
        if progress_token == token
    ]


async def test_extracts_quote_the_files(editor: Editor, vault: Vault) -> None:
    found = await editor.command("ragtui.ask", question=QUESTION, token="t")
    assert found["provider"] == "extractive"
    (citation, *_) = found["citations"]
    assert citation["uri"] == editor.uri("products/pump.md")
    assert citation["verdict"] == "exact"
    assert citation["verified"]
    assert citation["message"].startswith("Verified")
    reported = next(v for _, v in editor.progress if v["event"] == "citation")
    assert reported["verified"]
    assert citation["quote"].startswith("Its *impeller* is changed")
    assert citation["words"].startswith("Its impeller is changed")
    assert found["chat"]
    (checked, *_) = vault.quotations.verify(found["text"])
    assert checked.verdict.verified
    assert events(editor, "t")[0] == "sources"
    assert events(editor, "t")[-1] == "done"
    assert editor.progress[-1][1]["by"] == "exact extracts"


async def test_answers_are_followed_up(asking: Editor, service: FakeAnthropic) -> None:
    found = await asking.command("ragtui.ask", question=QUESTION, token="t")
    assert "Claim one" in found["answer"]
    reported = [value for token, value in asking.progress if token == "t"]
    assert reported[0]["event"] == "sources"
    assert reported[0]["sources"][0]["uri"].startswith("file://")
    said = "".join(value["text"] for value in reported if value["event"] == "text")
    assert said.strip() == found["answer"]
    assert reported[-1]["chat"] == found["chat"]
    assert reported[-1]["by"].startswith("claude")
    cited = [value for value in reported if value["event"] == "citation"]
    assert [each["number"] for each in cited] == [*range(1, len(cited) + 1)]
    assert all(each["where"].startswith(each["path"] + ", line") for each in cited)
    again = await asking.command("ragtui.ask", question="Why?", chat=found["chat"])
    assert again["chat"] == found["chat"]
    assert len(service.calls[-1]["messages"]) > len(service.calls[0]["messages"])


async def test_what_is_not_saved_or_not_followed_is_asked_about(
    asking: Editor, service: FakeAnthropic
) -> None:
    asking.open("draft.md", "# Draft 😀\n\nThe 漢字 impeller squeaks. é\n")
    given = place(asking, "漢字 impeller squeaks. é")
    await asking.command("ragtui.askSelection", **given, question="Is that normal?")
    assert "漢字 impeller squeaks. é" in str(service.calls[-1]["messages"])
    assert "Draft" not in str(service.calls[-1]["messages"][-1]["content"][-1])
    code = "# é 😀\nnote = 'The impeller 漢字 hums'\n"
    await asking.command(
        "ragtui.askSelection",
        textDocument={"uri": asking.uri("pump.py"), "text": code},
        range={
            "start": {"line": 1, "character": 0},
            "end": {"line": 2, "character": 0},
        },
    )
    assert "The impeller 漢字 hums" in str(service.calls[-1]["messages"])
    asking.open("products/pump.md")
    asking.change("products/pump.md", "second winter", "third 😀 winter")
    await asking.command("ragtui.ask", question=QUESTION)
    assert "third 😀 winter" in str(service.calls[-1]["messages"])
    assert "second winter" not in str(service.calls[-1]["messages"])


async def test_a_follow_up_is_about_the_selection_of_the_question_before(
    asking: Editor, service: FakeAnthropic
) -> None:
    asking.open("draft.md", "# Draft\n\nThe 漢字 impeller squeaks. é\n")
    chat = ""

    async def is_asked_about(command: str, question: str, **given: Any) -> bool:
        nonlocal chat
        found = await asking.command(command, question=question, chat=chat, **given)
        chat = found["chat"]
        last = service.calls[-1]["messages"][-1]
        return "漢字 impeller squeaks" in str(last)

    given = place(asking, "The 漢字 impeller squeaks. é")
    assert await is_asked_about("ragtui.askSelection", "Is that right?", **given)
    assert await is_asked_about("ragtui.ask", "Who says so?")
    assert await is_asked_about("ragtui.ask", "And why?")
    assert not await is_asked_about("ragtui.ask", "Where does Anna buy rubber hoses?")
    assert not await is_asked_about("ragtui.ask", "Who says so?")
    chat = ""
    assert not await is_asked_about("ragtui.ask", "Who says so?")


async def test_quotations_are_placed_in_what_is_not_saved_yet(editor: Editor) -> None:
    editor.open("products/pump.md")
    editor.change("products/pump.md", "moves water.", "moves water. é\n\n😀 New.")
    editor.change("products/pump.md", "second winter", "third 😀 winter [9]")
    found = await editor.command("ragtui.ask", question=QUESTION, token="t")
    shown = "".join(value.get("shown", "") for _, value in editor.progress)
    assert "third 😀 winter [9]" in shown
    (citation, *_) = found["citations"]
    assert citation["quote"].startswith("Its *impeller* is changed every third 😀")
    assert citation["verdict"] == "exact"
    assert editor.at_json("products/pump.md", citation["range"]) == citation["quote"]


@pytest.mark.parametrize("way", ["command", "request"])
async def test_cancelling_closes_the_stream_of_the_model(
    asking: Editor, service: FakeAnthropic, way: str
) -> None:
    service.scenario = "stall"
    params: Any
    method, params = "ragtui/ask", {"question": QUESTION, "token": "t"}
    if way == "command":
        method = "workspace/executeCommand"
        params = types.ExecuteCommandParams("ragtui.ask", [params])
    sent = asking.client.protocol.send_request(method, params, msg_id="to-cancel")
    await asking.until(lambda: "text" in events(asking, "t"))
    assert not service.disconnected.is_set()
    asking.client.cancel_request(types.CancelParams("to-cancel"))
    with pytest.raises(JsonRpcException) as failure:
        await asyncio.wrap_future(sent)
    assert failure.value.code == -32800
    assert await asyncio.to_thread(service.disconnected.wait)
    count = len(events(asking, "t"))
    found = await asking.command("ragtui.search", query="impeller")
    assert found["hits"]
    assert len(events(asking, "t")) == count


async def test_failures_are_sentences_with_their_kind(
    vault: Vault,
    editor: Editor,
    start_editor: StartEditor,
    request: pytest.FixtureRequest,
) -> None:
    async def fails(asked: Editor, command: str, **given: object) -> str:
        with pytest.raises(JsonRpcException) as failure:
            await asked.command(command, **given)
        assert failure.value.code == -32803
        data: Any = failure.value.data
        kind = data["kind"] if isinstance(data, dict) else data.kind
        return f"{kind}: {failure.value}"

    by_claude = {"editor.index": False, "answer.provider": "claude"}
    keyless = await start_editor(vault.root, by_claude)
    told = await fails(keyless, "ragtui.ask", question=QUESTION)
    assert told.startswith("no_key")
    assert "ANTHROPIC_API_KEY" in told
    request.getfixturevalue("service").scenario = "401"
    told = await fails(await start_editor(vault.root), "ragtui.ask", question=QUESTION)
    assert told.startswith("auth")
    assert "key" in told


async def test_an_answer_is_shown_as_a_document(asking: Editor) -> None:
    asking.open("draft.md", DRAFT)
    actions = await asking.actions("draft.md", place(asking)["range"])
    asked = actions["Ask your notes about the selection"].command
    assert asked
    given: Any = asked.arguments
    await asking.command(asked.command, **given[0])
    (shown,) = asking.client.shown_documents
    assert shown.uri.endswith(".md")
