"""What becomes of the answers of models, however they are cut: rows of `rows.txt`."""

import asyncio
import re
from pathlib import Path

from support.answers import citations, said
from support.checked_answers import checked, remarks
from support.rows import Reader, rows_test

PUMP = (
    "# Pump\n\nThe operator must wear a helmet. The pump isn't blue. Its impeller is "
    "changed every second winter. The pipe is 5\" wide and 6' long, they said. The "
    "operators' manual says so.\n\n> Quoted here by Anna in the winter\n\n"
    "Read [1] and [2] for details of the pump.\n"
)
BOAT = "# Boat\n\nThe boat leaks at the stern. The reason is unknown.\n"
NOTES = {"pump.md": PUMP, "boat.md": BOAT}
PIECES = (1, 2, 7, 60)


def verdicts(answer: str) -> str:
    """Those of the quotations; one that is not verified has a remark."""
    events = asyncio.run(checked(NOTES, answer))
    found = [citation.verdict for citation in citations(events) if citation.quoted]
    assert bool(remarks(events)) is any(not verdict.verified for verdict in found)
    return " ".join(found)


def shown(notes: dict[str, str], answer: str) -> str:
    """An answer as it is shown, in whatever pieces it came."""
    (text,) = {said(asyncio.run(checked(notes, answer, piece))) for piece in PIECES}
    return text


def remarked(answer: str) -> str:
    """An answer in which `@` is a mark and the note does not have a 5; `!` remarks."""
    note = "It costs euros and goes on, e.g. for Dr. Berg.\n"
    text = shown({"a.md": note}, answer.replace("@", "[1]"))
    return re.sub(r"\[[^\[\]]*: not in the passage\]", "[!]", text)


READERS: dict[str, Reader] = {
    "each quotation has a verdict, and what is no quotation has none": verdicts,
    "a mark in code is text": lambda answer: shown(NOTES, answer),
    "a remark follows the sentence it is about": remarked,
}

test_rows = rows_test(Path(__file__).with_name("rows.txt"), READERS)
