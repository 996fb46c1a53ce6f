"""Remarks follow the sentences they are about, wherever the stream is cut."""

import re

import pytest
from hypothesis import given, strategies as st

from fakes.compatible_server import FakeCompatible
from ragtui_core import open_vault
from ragtui_core.answer_events import WEAK_EVIDENCE
from support.answers import citations, collected, notices, said
from support.checked_answers import checked
from support.vaults import IndexVault

NOTES = {"a.md": "It costs euros and goes on, e.g. for Dr. Berg.\n"}


async def remarked(answer: str, piece: int = 7) -> str:
    """An answer in which `@` is a mark and the note does not have a 5; `!` remarks."""
    shown = said(await checked(NOTES, answer.replace("@", "[1]"), piece))
    return re.sub(r"\[[^\[\]]*: not in the passage\]", "[!]", shown)


REMARKED = [
    ("It costs 5 euros @.", "It costs 5 euros [1]. [!]"),
    ("It costs 5 euros. @ Then more.", "It costs 5 euros. [1] [!] Then more."),
    ("Costs 5 @, or euros @. No more.", "Costs 5 [1], or euros [1]. [!] No more."),
    ("Costs 5 @. Two. Costs 5 @.", "Costs 5 [1]. [!] Two. Costs 5 [1]. [!]"),
    ("Costs 5 @, e.g. for Dr. Berg. Yes.",
     "Costs 5 [1], e.g. for Dr. Berg. [!] Yes."),
    ("- costs 5 @\n- two\n- costs 5 @\n",
     "- costs 5 [1] [!]\n- two\n- costs 5 [1] [!]\n"),
    ("# Costs 5 @\nText.", "# Costs 5 [1] [!]\nText."),
    ("It costs 5 @ and\ngoes on.\n\nNext.",
     "It costs 5 [1] and\ngoes on. [!]\n\nNext."),
    ("| a | b |\n|---|---|\n| costs | 5 @ |\n| b | 6 |\n",
     "| a | b |\n|---|---|\n| costs | 5 [1] [!] |\n| b | 6 |\n"),
    ("Costs 5 `a. B` @ now. Or not.", "Costs 5 `a. B` [1] now. [!] Or not."),
    ("Costs 5 @ [so. Or](x) now. No.", "Costs 5 [1] [so. Or](x) now. [!] No."),
    ("It costs 5 @:\n\n```\nA. B\n\nC. D\n```\nEnd.",
     "It costs 5 [1]: [!]\n\n```\nA. B\n\nC. D\n```\nEnd."),
    ("**It costs 5 @.** More.", "**It costs 5 [1].** [!] More."),
    ("costs 5\u6b27\u5143@\u3002\u5176\u4ed6\u3002",
     "costs 5\u6b27\u5143[1]\u3002 [!]\u5176\u4ed6\u3002"),
    ("It costs 5. At all.", "It costs 5. At all."),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "shown"), REMARKED)
async def test_a_remark_follows_its_sentence(answer: str, shown: str) -> None:
    assert await remarked(answer) == shown


@given(st.sampled_from(REMARKED), st.integers(1, 60))
async def test_cuts_of_the_stream_do_nothing(case: tuple[str, str], piece: int) -> None:
    assert await remarked(case[0], piece) == case[1]


# --- in a whole answer ---

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
