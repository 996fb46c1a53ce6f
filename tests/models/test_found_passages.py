"""A sentence that the model gave no mark gets the passage that has its words."""

import re

import pytest

from fakes.compatible_server import FakeCompatible
from ragtui_core import Vault, open_vault
from ragtui_core.answer.marks.answer_citations import FOUND
from ragtui_core.citations.verdict_wording import citation_sign
from support.answers import citations, collected, notices, said
from support.vaults import IndexVault

NOTES: dict[str, str | bytes] = {
    "pump.md": "# Pump\n\nThe pump is blue. Its impeller is changed every second "
    "winter by Rosa.\n\n| part | price |\n|---|---|\n| seal | 12 |\n| hose | 31 |\n",
    "boat.md": "# Boat\n\nThe boat leaks. Its pump was bought in 2019.\n",
    "post.md": "# 水泵\n\n水泵每年冬天更换一次。\n",
}


@pytest.fixture
def vault(index_vault: IndexVault, server: FakeCompatible) -> Vault:
    made = index_vault(NOTES)
    flags = {"answer.server.base_url": server.base_url}
    return open_vault(made.root, flags=flags)


@pytest.mark.parametrize("scenario", ["cited", "bytes"])
@pytest.mark.parametrize(
    ("says", "written", "quotes"),
    [
        (
            "Rosa changes the impeller every second winter.",
            "Rosa changes the impeller every second winter. [1]",
            ["Its impeller is changed every second winter by Rosa."],
        ),
        (
            "The impeller is changed by Anna. The seal costs 12.\n\nThe boat leaks.",
            "The impeller is changed by Anna. [no passage found] The seal costs 12. [1]"
            "\n\nThe boat leaks. [2]",
            ["| seal | 12 |", "The boat leaks."],
        ),
        ("The hose costs 12.", "The hose costs 12. [no passage found]", []),
        ("The boat's pump is of 2019", "The boat's pump is of 2019 [1]", None),
        (
            "# Pump\n\nThis is known:\n\n- The pump is blue\n- It sings at night\n",
            "# Pump\n\nThis is known:\n\n- The pump is blue [1]\n"
            "- It sings at night [no passage found]\n",
            ["The pump is blue."],
        ),
        ("```\nThe pump is blue.\n```", None, []),
        ("Is it so?", None, []),
    ],
)
async def test_sentences_without_a_mark_get_their_passage(
    vault: Vault,
    server: FakeCompatible,
    scenario: str,
    says: str,
    written: str | None,
    quotes: list[str] | None,
) -> None:
    server.says, server.scenario = says, scenario
    events = await collected(vault.ask("What about pump and boat?"))
    assert said(events) == (written or says)
    found = citations(events)
    assert quotes is None or [c.quote for c in found] == quotes
    assert {citation_sign(c) for c in found} <= {"\u00b6"}
    assert (FOUND in notices(events)) == bool(found)


async def test_what_a_model_cites_or_quotes_is_left_to_its_own_check(
    vault: Vault, server: FakeCompatible
) -> None:
    await collected(vault.ask("pump boat"))
    paths = re.findall(r'path="([\w.]+)"', server.calls[0]["messages"][0]["content"])
    mark = f"[{paths.index('boat.md') + 1}]"
    server.says = f'The boat leaks {mark}.\n\nThey say "The pump is blue."'
    events = await collected(vault.ask("pump boat"))
    assert said(events) == 'The boat leaks [1].\n\nThey say "The pump is blue." [2]'
    assert FOUND not in notices(events)


async def test_an_answer_in_another_language_has_no_passage(
    vault: Vault, server: FakeCompatible
) -> None:
    server.says = "Das Laufrad wird jeden zweiten Winter gewechselt."
    events = await collected(vault.ask("When is the impeller changed?"))
    assert said(events).endswith("gewechselt. [no passage found]")


async def test_a_call_as_text_stays_text(vault: Vault, server: FakeCompatible) -> None:
    server.says = '<tool_call>\n{"name": "search", "arguments": {}}\n</tool_call>'
    events = await collected(vault.ask("pump"))
    assert "tool_call" in said(events)
    assert citations(events) == []
