"""What denies, dates or limits an extract is shown with it."""

import pytest

from ragtui_core.citations.shown_passage import passage_of
from ragtui_core.documents import without_escapes
from support.answers import citations, collected, said
from support.vaults import Files, IndexVault

KINDS = {
    "lead": ("Never do the following:\n\n- open the pump valve by hand\n", "Never do"),
    "lead of a numbered list": (
        "Not allowed:\n\n1. to clean the pump valve\n",
        "Not allowed",
    ),
    "outer item": ("- Forbidden:\n  - the old pump valve\n- Allowed:\n", "Forbidden:"),
    "heading": ("## Rejected\n\n### Winter\n\nThe pump valve is open.\n", "Rejected"),
    "label": ("**Dropped plans**\n\nThe pump valve gets a lamp.\n", "Dropped plans"),
    "callout": (
        "> [!warning] Outdated\n> The pump valve is closed by key 7.\n",
        "Outdated",
    ),
    "details": (
        "<details><summary>Before 2020</summary>\n\nThe pump valve is red.\n\n"
        "</details>\n",
        "Before 2020",
    ),
    "group of rows": (
        "| Part | Price |\n|---|---|\n| **Until 2023** | |\n| pump valve | 40 |\n",
        "Until 2023",
    ),
    "heads of columns": (
        "| Part | Planned day |\n|---|---|\n| pump valve | 3 May |\n",
        "Planned day",
    ),
    "next sentence": ("The pump valve is for rent. This was deleted.\n", "was deleted"),
    "sentence before": ("It is not true. The pump valve is blue.\n", "It is not true"),
    "footnote": (
        "The pump valve was sold.[^1]\n\nAlas.\n\n[^1]: The sale was cancelled.\n",
        "The sale was cancelled",
    ),
    "question": ("Is the seal new?\n\nYes, and so is the pump valve.\n", "the seal"),
    "lead of code": ("An example:\n\n```\npump valve = 5\n```\n", "An example:"),
    "words above a quotation": (
        "This is wrong.\n\n> The pump valve is of oak.\n",
        "This is wrong",
    ),
}


@pytest.mark.parametrize("kind", KINDS)
async def test_what_is_above_it_is_shown(index_vault: IndexVault, kind: str) -> None:
    text, context = KINDS[kind]
    vault = index_vault({"a.md": f"# Notes\n\n{text}", "b.md": "# Bees\n\nA hive.\n"})
    answer = without_escapes(said(await collected(vault.ask("the pump valve"))))
    assert "pump valve" in answer
    assert context in answer


@pytest.mark.parametrize(
    "beside",
    [
        "[The pump valve](valve.md)",
        "[[valve|The pump valve]] [[pump]]\n[[valve]]",
        "3 May 2026",
        "#pump #valve",
        "^pump-valve",
        "Dear pump valve,",
    ],
)
async def test_what_says_nothing_is_no_extract(
    index_vault: IndexVault, beside: str
) -> None:
    vault = index_vault(
        {"a.md": f"# Pump valve\n\n{beside}\n\nIt was oiled by Rosa.\n"}
    )
    answer = said(await collected(vault.ask("the pump valve")))
    assert "It was oiled by Rosa." in answer
    assert beside not in answer


async def test_a_note_of_links_is_no_evidence(index_vault: IndexVault) -> None:
    links = "[[valve|The pump valve]] [[pump]]\n\n- [valve](valve.md)\n"
    files: Files = {"a.md": f"# Pump valve\n\n{links}", "b.md": "# B\n\nA hive.\n"}
    assert "valve" not in said(
        await collected(index_vault(files).ask("the pump valve"))
    )


async def test_a_question_is_quoted_with_its_answer(index_vault: IndexVault) -> None:
    vault = index_vault(
        {
            "faq.md": "# FAQ\n\n**Is the pump valve open?**\n\nAsk Rosa.\n\n"
            "**Is the pump new?**\n\nNo.\n"
        }
    )
    answer = said(await collected(vault.ask("Is the pump valve open?")))
    assert "Is the pump valve open?\n\n> Ask Rosa." in answer
    assert "> **Is the pump new?**\n> \n> No." in answer


async def test_an_extract_is_shown_as_its_file_displays_it(
    index_vault: IndexVault,
) -> None:
    text = "The notice period is **six months**, see [[lease]]."
    made = index_vault({"flat.md": f"# Flat\n\n{text}\n"}, embed=True)
    [cited] = citations(await collected(made.ask("how long is the notice period?")))
    assert cited.quote == text
    shown = "The notice period is six months, see lease."
    assert passage_of(cited).quoted == shown
