"""Answers name the state of superseded notes, beside what they quote of them."""

import re

import pytest

from fakes.compatible_server import FakeCompatible
from ragtui_core import Citation, Remark, Vault, open_vault
from support.answers import collected, said
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
