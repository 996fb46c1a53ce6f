"""Answers name the state of superseded notes, beside what they quote of them."""

import re

import pytest

from fakes.compatible_server import FakeCompatible
from ragtui_core import Citation, Remark, Sources, Vault, open_vault
from support.answers import citations, collected, said
from support.vaults import IndexVault

OLD = "---\ntitle: Fees 2025\nupdated: 2025-03-01\n---\n# Fees 2025\n\n{opening}\n\n"
NEW = "---\ntitle: Fees 2026\nupdated: 2026-03-01\n---\n# Fees 2026\n\n"
FEE = "The mooring fee of a ferry is {} euros.\n"


@pytest.fixture
def vault(index_vault: IndexVault) -> Vault:
    opening = "Superseded by [[fees-2026]]."
    return index_vault(
        {
            "fees-2025.md": OLD.format(opening=opening) + FEE.format("12"),
            "fees-2026.md": NEW + "Since spring:\n\n" + FEE.format("15"),
            "ferry.md": "# Ferry\n\nIt leaves at seven.\n",
        },
        embed=True,
    )


async def test_extracts_quote_the_current_note_first(vault: Vault) -> None:
    events = await collected(vault.ask("What is the mooring fee of a ferry?"))
    cited = [citation.path for citation in citations(events)]
    assert cited.index("fees-2026.md") < cited.index("fees-2025.md")
    remarks = [event.text for event in events if isinstance(event, Remark)]
    of_old = cited.count("fees-2025.md")
    assert remarks == [" [superseded by fees-2026]"] * of_old
    [sources] = [event for event in events if isinstance(event, Sources)]
    listed = [source.path for source in sources.sources]
    assert listed.index("fees-2026.md") < listed.index("fees-2025.md")
    assert {source.path: source.state for source in sources.sources} == {
        "fees-2026.md": "",
        "fees-2025.md": "superseded by fees-2026",
        "ferry.md": "",
    }


async def test_what_the_newer_lacks_is_quoted_first(index_vault: IndexVault) -> None:
    made = index_vault(
        {
            "fees-2025.md": OLD.format(opening="Superseded by [[fees-2026]].")
            + "The fee of a canoe is 4 euros.\n",
            "fees-2026.md": NEW + "The laundry opens at nine on weekdays.\n",
        },
        embed=True,
    )
    events = await collected(made.ask("What is the fee of a canoe?"))
    assert citations(events)[0].path == "fees-2025.md"
    assert "[1] [superseded by fees-2026]" in said(events)


@pytest.mark.parametrize("front", ["", "---\ndate: 202{}-03-01\n---\n"])
async def test_beside_the_newest_nothing_is_quoted_that_it_replaces(
    index_vault: IndexVault, front: str
) -> None:
    allowance = "The allowance is {} euros a day.\n"
    replaced = "Superseded by [[policy-v{}]].\n\n" + allowance
    texts = {
        1: replaced.format(2, 38),
        2: replaced.format(3, 30),
        3: "Travel by rail is second class.\n\n" + allowance.format(42),
    }
    vault = index_vault(
        {
            f"policy-v{n}.md": f"{front.format(n)}# Travel policy v{n}\n\n{text}"
            for n, text in texts.items()
        },
        embed=True,
    )
    newest = citations(await collected(vault.ask("What is the latest travel policy?")))
    assert {cited.path for cited in newest} == {"policy-v3.md"}
    assert allowance.format(42).strip() in {cited.quote for cited in newest}
    every = citations(
        await collected(vault.ask("How did the travel allowance change?"))
    )
    assert {cited.path for cited in every} == {f"policy-v{n}.md" for n in texts}


async def test_models_are_told_and_their_citations_marked(
    vault: Vault, server: FakeCompatible
) -> None:
    asked = open_vault(vault.root, flags={"answer.server.base_url": server.base_url})
    await collected(asked.ask("mooring fee"))
    sent = server.calls[-1]["messages"][-1]["content"]
    notes = dict(re.findall(r'id="(\d)" path="([^"]+)"', sent))
    told = re.findall(
        r'path="fees-(\d+).md" changed="([\d-]+)"(?: state="(.*?)")?>', sent
    )
    assert sorted(told) == [
        ("2025", "2025-03-01", "superseded by fees-2026"),
        ("2026", "2026-03-01", ""),
    ]
    number = {path: number for number, path in notes.items()}
    old, new = number["fees-2025.md"], number["fees-2026.md"]
    fees = [FEE.format(euros).strip() for euros in (12, 15)]
    server.says = f'"{fees[0]}" [{old}] "{fees[1]}" [{new}]'
    events = await collected(asked.ask("mooring fee"))
    assert said(events).count("[superseded by fees-2026]") == 1
    place = next(i for i, event in enumerate(events) if isinstance(event, Remark))
    following = events[place + 1]
    assert isinstance(following, Citation)
    assert following.path == "fees-2025.md"
    asked.close()


async def test_extracts_are_of_all_files_that_answer(index_vault: IndexVault) -> None:
    care = "".join(f"The pump is cleaned in step {n} of {n}.\n\n" for n in range(1, 6))
    made = index_vault(
        {
            "sheet.md": f"# Curlew\n\nRecalibrate the Curlew every 6 months.\n\n{care}",
            "policy.md": "# Calibration\n\n| instrument | recalibrated every |\n"
            "|---|---|\n| Curlew | 12 months |\n| Heron | 3 months |\n",
        },
        embed=True,
    )
    events = await collected(made.ask("How often must the Curlew be recalibrated?"))
    quotes = [citation.quote for citation in citations(events)]
    assert any("6 months" in quote for quote in quotes)
    assert any("12 months" in quote for quote in quotes)
