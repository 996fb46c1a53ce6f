"""Verdicts on quotations, and what is quoted: the rows of `rows.txt`."""

import re
from dataclasses import replace
from pathlib import Path

from ragtui_core.citations.citation import SavedCitation, Verdict, quotation_digest
from ragtui_core.citations.comparing.normalization import plain
from ragtui_core.citations.comparing.quotation_rule import compare
from ragtui_core.citations.comparing.verification import cite
from ragtui_core.citations.quote_selection import relocated
from ragtui_core.citations.quoting.quoted_text import quotes_of
from ragtui_core.citations.recheck import Rechecked, recheck
from ragtui_core.citations.saving.saved_citations import read_citations, write_citation
from ragtui_core.citations.selected_text import query_of
from ragtui_core.citations.shown.displayed_file import displayed
from ragtui_core.citations.shown.quotable_file import quotable
from ragtui_core.citations.shown.quotations_shown import shown_text
from ragtui_core.types import Span
from support.answers import CITATION
from support.extensions import needs_files
from support.notes import parse
from support.rows import Reader, rows_test

FOLDER = Path(__file__).parent
CRANE = (FOLDER / "crane.md").read_text("utf-8")
_CHANGE = re.compile(r"\{\{(.*?) => (.*?)\}\}", re.DOTALL)


def verdict(answer: str) -> str:
    """Whether the quotation in an answer is displayed so in `crane.md`."""
    (quotation,) = shown_text(answer).quotations
    file = quotable(parse(CRANE, "crane.md"))
    found = compare(quotation.blocks, file, quotation.source).verdict
    return "parts" * (found is Verdict.PARTS) or "verified" * found.verified


def verdict_after(row: str) -> str:
    """What a saved quotation is worth after the `{{old => new}}` of its note."""
    quote, text = row.split(" ¦ ")
    before, after = _CHANGE.sub(r"\1", text), _CHANGE.sub(r"\2", text)
    start = next(
        found.start()
        for found in re.finditer(re.escape(quote), before)
        if not before[: found.start()][-1:].isalnum()
    )
    cited = cite(1, quote, Span(start, start + len(quote)), (), parse(before))
    assert cited.verdict is Verdict.EXACT
    written = write_citation(SavedCitation.of(cited))
    (unchanged,) = recheck(written, lambda _: parse(before), lambda _: ())
    assert unchanged.verdict.verified
    (now,) = recheck(written, lambda _: parse(after), lambda _: ())
    if now.verdict is Verdict.CONTEXT_CHANGED:
        return now.change.partition(";")[0]
    return "verified" if now.verdict.verified else ""


def verdict_of_quotation(row: str) -> str:
    """The verdict on words of a note; a saved citation of them is worth as much."""
    text, quote = row.split(" ¦ ")
    document, start = parse(text), text.index(quote)
    cited = cite(1, quote, Span(start, start + len(quote)), (), document)
    forged = SavedCitation(1, "a.md", (), None, quote, quotation_digest(quote))
    saved = SavedCitation.of(cited) if cited.verdict.verified else forged
    (now,) = recheck(write_citation(saved), lambda _: document, lambda _: ())
    assert now.verdict.verified == cited.verdict.verified
    return cited.verdict


PROBE = (
    "Store it dry. Recalibrate the probe every 9 months, and after each fall. "
    "Rinse the tip in fresh water before it is used. Never bend it.\n\n"
    "- Clean it weekly with a brush of soft hair.\n- Oil the hinge daily.\n"
)


def requoted(quote: str) -> str:
    """What is quoted of a note in place of words that it does not have any more."""
    saved = SavedCitation(2, "a.md", (), None, quote, quotation_digest(quote))
    changed = Rechecked(saved, Span(0, 1), Verdict.STALE, "a.md", None, None)
    found = relocated(changed, parse(f"# Probe\n\n{PROBE}"))
    assert found is None or found.intact
    return found.quote.removeprefix("- ") if found else ""


def read_back(text: str) -> str:
    """Which saved citations are in a text."""
    ours = SavedCitation.of(CITATION)
    return " ¦ ".join(
        "the same" if replace(found, quote=found.quote.strip()) == ours else "another"
        for found, _ in read_citations(text)
    )


def is_whole(row: str) -> str:
    """Whether a quotation cuts no word or number of what is displayed."""
    text, quote = row.split(" ¦ ")
    start = text.index(quote)
    file = quotable(parse(text))
    places = file.places_in(Span(start, start + len(quote)))
    return "whole" if places and not file.is_cut(places) else ""


def context(row: str) -> str:
    """What a block of a file is, and what it is within."""
    name, text, words = row.split(" ¦ ")
    shown = displayed(parse(text, name))
    (block,) = (block for block in shown if block.text == words)
    return " ¦ ".join([block.state.name.lower(), *block.parents])


def quoted(text: str) -> str:
    return " ¦ ".join(found.text for found in shown_text(text).quotations)


READERS: dict[str, Reader] = {
    "what is displayed is verified, and nothing else": verdict,
    "a verdict says what is around the words now": verdict_after,
    "code in a comment or a string is another": verdict_after,
    "a verdict says whether words are shown as they are quoted": verdict_of_quotation,
    "every sentence that was quoted is quoted as it is now": requoted,
    "a saved citation is read however it is written, and nothing else is one": (
        read_back
    ),
    "every border of a word counts": is_whole,
    "a block has its context": context,
    "quotations are found in an answer": quoted,
    "marks in a text that quote nothing": lambda text: len(quotes_of(text)) or "",
    "markup and typography are removed": plain,
    "a selection is searched for by its words": query_of,
}

test_rows = rows_test(
    FOLDER / "rows.txt",
    READERS,
    {
        "code in a comment or a string is another": needs_files,
        "a block has its context": needs_files,
    },
)
