"""A sentence of an answer is compared with the passage that it cites."""

import pytest

from fakes.compatible_server import FakeCompatible
from ragtui_core import open_vault
from ragtui_core.answer_events import WEAK_EVIDENCE
from support.answers import citations, collected, notices, said
from support.vaults import IndexVault

HERON = "# Heron\n\n## Cells of rev5\n\nThe Heron of Lindow runs 26 months on a cell.\n"


async def answer_of(index_vault: IndexVault, server: FakeCompatible, says: str) -> str:
    """What is told about the Heron, and the notices."""
    vault = index_vault({"heron.md": HERON})
    server.says = says
    asked = open_vault(vault.root, flags={"answer.server.base_url": server.base_url})
    events = await collected(asked.ask("How long does it run?"))
    assert all(citation.verdict.verified for citation in citations(events))
    told = [text for text in notices(events) if text != WEAK_EVIDENCE]
    return "\n".join([said(events), *told])


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (
            "The Heron of Lindow runs 27 months on a cell [1]. So it does.",
            "The Heron of Lindow runs 27 months on a cell [1]. "
            "[27 months: not in the passage] So it does.",
        ),
        (
            'Its Heron rev5 "runs 26 months on a cell" [1].',
            'Its Heron rev5 "runs 26 months on a cell" [1].',
        ),
    ],
)
async def test_a_sentence_is_compared_with_its_passage(
    index_vault: IndexVault, server: FakeCompatible, says: str, told: str
) -> None:
    assert await answer_of(index_vault, server, says) == told
