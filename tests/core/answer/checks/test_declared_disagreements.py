"""Disagreements between files that a model declares are reported."""

import re

import pytest

from fakes.anthropic_service import FakeAnthropic
from fakes.compatible_server import FakeCompatible
from ragtui_core import Vault, open_vault
from ragtui_core.answer.answer_json import (
    answer_as_json,
    answer_as_markdown,
    event_as_json,
)
from ragtui_core.answer.recorder import replay_events
from support.answers import collected, disagreements
from support.vaults import MakeVault

QUESTION = "How long does the Heron run on a cell?"

Told = tuple[str, set[str]]


def asking(vault: Vault, server: FakeCompatible) -> Vault:
    return open_vault(vault.root, flags={"answer.server.base_url": server.base_url})


async def told(vault: Vault, server: FakeCompatible, says: str) -> list[Told]:
    """The notices on an answer by that server; {pump} is the number of pump.md."""
    asked = asking(vault, server)
    await collected(asked.ask(QUESTION))
    sent = server.calls[-1]["messages"][-1]["content"]
    numbers = {
        name: number for number, name in re.findall(r'id="(\d)" path="(\w+)', sent)
    }
    server.says = says.format_map(numbers)
    found = disagreements(await collected(asked.ask(QUESTION)))
    return [(notice.text, set(notice.paths)) for notice in found]


@pytest.fixture
def pump(make_vault: MakeVault) -> Vault:
    """Notes whose words show nothing."""
    made = make_vault(
        {
            "pump.md": "The pump of the Heron is blue.",
            "boat.md": "The boat's pump, a Heron, is red.",
        }
    )
    made.index(embed=False)
    return made


BLUE = '"The pump of the Heron is blue" [{pump}]'
RED = '"The boat\'s pump, a Heron, is red" [{boat}]'


@pytest.mark.parametrize(
    "says",
    [
        f"The notes disagree: {BLUE}, but {RED}.",
        f"Pumps have colours.\n\n**The notes disagree:** {BLUE}, but {RED}.",
        f"The notes disagree:\n\n- {BLUE}\n- {RED}\n\nSo ask the owner.",
        f"The notes disagree: laut einer {BLUE}, laut einer anderen {RED}.",
    ],
)
async def test_a_contradiction_named_by_the_model_is_reported(
    pump: Vault, server: FakeCompatible, says: str
) -> None:
    ((text, paths),) = await told(pump, server, says)
    assert text.startswith("The answer says that files disagree: compare ")
    assert paths == {"pump.md", "boat.md"}
    assert "pump.md" in text
    assert "boat.md" in text


async def test_citations_of_another_paragraph_do_not_count(
    pump: Vault, server: FakeCompatible
) -> None:
    says = f"The notes disagree: {BLUE}, others do not.\n\nBesides, {RED}."
    ((text, paths),) = await told(pump, server, says)
    assert text == "The answer says that notes disagree, but quotes no two of them."
    assert paths == {"pump.md"}


@pytest.mark.parametrize(
    "says",
    [
        f"{BLUE}, but {RED}.",
        f"> The notes disagree: {BLUE}, but {RED}.",
        f"One cannot say that the notes disagree: {BLUE}, and {RED}.",
    ],
)
async def test_a_model_that_does_not_say_so_is_not(
    pump: Vault, server: FakeCompatible, says: str
) -> None:
    assert await told(pump, server, says) == []


async def test_a_note_cannot_say_so_for_a_model(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": "The notes disagree: the Heron of Lindow is blue.\n"})
    vault.index(embed=False)
    assert not disagreements(await collected(vault.ask("Is the Heron blue?")))


async def test_models_are_instructed_how_to_report_it(
    pump: Vault, server: FakeCompatible, fake: FakeAnthropic
) -> None:
    await told(pump, server, "It is blue.")
    flags = {"answer.provider": "claude"}
    await collected(open_vault(pump.root, flags=flags).ask(QUESTION))
    for body in (server.calls[-1], fake.calls[-1]):
        assert 'begins with the words "The notes disagree:"' in body["system"]


async def test_every_form_of_an_answer_includes_it(
    pump: Vault, server: FakeCompatible
) -> None:
    await told(pump, server, f"The notes disagree: {BLUE}, but {RED}.")
    asked = asking(pump, server)
    events = await collected(asked.ask(QUESTION))
    (notice,) = disagreements(events)
    assert event_as_json(notice) == {
        "event": "notice",
        "text": notice.text,
        "retryable": False,
        "kind": "disagreement",
        "paths": list(notice.paths),
        "terms": [],
        "citations": [],
    }
    assert notice.text in answer_as_json(QUESTION, events, 1)["notices"]
    assert f"Note: {notice.text}" in answer_as_markdown(QUESTION, events)
    (turn,) = asked.chats.read(asked.chats.list()[0].id).turns
    assert [n.text for n in disagreements(list(replay_events(turn)))] == [notice.text]


async def test_files_are_not_compared(make_vault: MakeVault) -> None:
    text = "The Heron runs {} months on a cell."
    vault = make_vault({"a.md": text.format(11), "b.md": text.format(26)})
    vault.index(embed=False)
    assert not disagreements(await collected(vault.ask(QUESTION)))
