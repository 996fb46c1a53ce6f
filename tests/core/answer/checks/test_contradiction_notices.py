"""Contradictory files are reported: by the model, or by comparing their text."""

import re

import pytest

from fakes.anthropic_service import FakeAnthropic
from fakes.compatible_server import FakeCompatible
from ragtui_core.answer.answer_json import (
    answer_as_json,
    answer_as_markdown,
    event_as_json,
)
from ragtui_core.answer.recorder import replay_events
from ragtui_core.answer.request import AskOptions
from ragtui_core.citations.citation import Citation
from ragtui_core.vault import Vault, open_vault
from support.answers import collected, disagreements, notices
from support.vaults import MakeVault

QUESTION = "How long does the Heron run on a cell?"
NEW = "---\nupdated: 2026-03-01\n---\n\nThe Heron runs 26 months on one cell.\n"
OLD = NEW.replace("2026-03-01", "2024-05-02").replace("26 m", "11 m")
OTHER = "# Lunch\n\nThe canteen of Lindow opens at noon.\n"
TOLD = (
    "Files disagree: new.md:5 (updated 2026-03-01) says “The Heron runs 26 months on "
    "one cell”, old.md:5 (updated 2024-05-02) says “The Heron runs 11 months on one "
    "cell”."
)


Told = tuple[str, set[str]]


async def told(vault: Vault, server: FakeCompatible, says: str) -> list[Told]:
    """The notices on an answer by that server; {pump} is the number of pump.md."""
    asked = open_vault(vault.root, flags={"answer.server.base_url": server.base_url})
    await collected(asked.ask(QUESTION))
    sent = server.calls[-1]["messages"][-1]["content"]
    numbers = {
        name: number for number, name in re.findall(r'id="(\d)" path="(\w+)', sent)
    }
    server.says = says.format_map(numbers)
    found = disagreements(await collected(asked.ask(QUESTION)))
    return [(notice.text, set(notice.paths)) for notice in found]


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    """Two notes that disagree, and one that has nothing to do with them."""
    made = make_vault({"new.md": NEW, "old.md": OLD, "lunch.md": OTHER})
    made.index(embed=False)
    return made


async def test_contradictory_extracts_are_reported(vault: Vault) -> None:
    events = await collected(vault.ask(QUESTION))
    (notice,) = disagreements(events)
    assert notice.text == TOLD
    assert notice.paths == ("new.md", "old.md")
    assert notices(events) == []


async def test_every_form_of_an_answer_includes_it(vault: Vault) -> None:
    events = await collected(vault.ask(QUESTION))
    (notice,) = disagreements(events)
    assert event_as_json(notice) == {
        "event": "notice",
        "text": TOLD,
        "retryable": False,
        "kind": "disagreement",
        "paths": ["new.md", "old.md"],
        "terms": [],
        "citations": [each.number for each in events if isinstance(each, Citation)],
    }
    assert notice.citations
    assert TOLD in answer_as_json(QUESTION, events, 1)["notices"]
    assert f"Note: {TOLD}" in answer_as_markdown(QUESTION, events)


async def test_a_saved_conversation_shows_it_again(vault: Vault) -> None:
    events = await collected(vault.ask(QUESTION))
    (turn,) = vault.chats.read(vault.chats.list()[0].id).turns
    again = disagreements(list(replay_events(turn)))
    assert again == disagreements(events)
    assert [(n.text, bool(n.citations)) for n in again] == [(TOLD, True)]


async def test_a_passage_that_an_answer_passes_over_counts(
    vault: Vault, server: FakeCompatible
) -> None:
    says = 'They say "The Heron runs 26 months on one cell." [{new}]'
    assert await told(vault, server, says) == [(TOLD, {"new.md", "old.md"})]


async def test_a_contradiction_found_by_both_is_reported_once(
    vault: Vault, server: FakeCompatible
) -> None:
    says = (
        'The notes disagree: "The Heron runs 26 months on one cell." [{new}], and '
        '"The Heron runs 11 months on one cell." [{old}].'
    )
    ((text, _),) = await told(vault, server, says)
    assert text.startswith("The answer says that files disagree")


async def test_long_sentences_are_cut_to_where_they_differ(
    make_vault: MakeVault,
) -> None:
    before = "Whoever borrows the Heron of the loft in Lindow " + "in the morning " * 9
    notes = {f"{n}.md": f"{before}pays {n} euros to the clerk." for n in (5, 7)}
    vault = make_vault({path: f"# Loans\n\n{text}\n" for path, text in notes.items()})
    vault.index(embed=False)
    (notice,) = disagreements(await collected(vault.ask("Who borrows the Heron?")))
    assert "says \u201c\u2026 in the morning" in notice.text
    assert "pays 5 euros to the clerk\u201d" in notice.text
    assert "pays 7 euros to the clerk\u201d" in notice.text
    assert len(notice.text) < 300


def edited(text: str) -> AskOptions:
    return AskOptions(keep=False, unsaved={"old.md": text})


async def test_what_is_not_saved_yet_counts(vault: Vault) -> None:
    same = NEW
    assert not disagreements(await collected(vault.ask(QUESTION, edited(same))))


# --- as a model says it ---


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
