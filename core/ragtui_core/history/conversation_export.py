"""A conversation as JSON, and as a Markdown document that needs no ragtui."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ragtui_core.citations.citation import Citation
from ragtui_core.citations.saving.saved_citations import write_citation
from ragtui_core.citations.verdict_wording import citation_sentence, verdict_name
from ragtui_core.errors import StorageError
from ragtui_core.files.private_files import open_private
from ragtui_core.history.conversation import (
    Conversation,
    ConversationSummary,
    Turn,
)
from ragtui_core.history.json_records import as_json
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.text.single_line import shown_line


def summary_as_json(conversation: ConversationSummary) -> dict[str, Any]:
    """`id`, `title`, `created`, `updated` (ISO 8601) and `turns`, their number."""
    return asdict(conversation)


def conversation_as_json(conversation: Conversation) -> dict[str, Any]:
    """A conversation's summary with `vault`, `damaged` lines and all stored `turns`."""
    turns = [as_json(turn) for turn in conversation.turns]
    facts = {
        "vault": conversation.vault,
        "damaged": conversation.damaged,
        "turns": turns,
    }
    return summary_as_json(conversation.summary()) | facts


def conversation_as_markdown(conversation: Conversation) -> str:
    """Title, date, then for each turn the question, the answer and its quotations.

    Quotations have the form of docs/citations.md, so that they can be checked again.
    Nothing in the text can command a terminal.
    """
    parts = [f"# {shown_line(conversation.title)}", _date(conversation.created)]
    for turn in conversation.turns:
        if turn.question != conversation.title or len(conversation.turns) > 1:
            parts.append(f"## {shown_line(turn.question)}")
        parts += _turn(turn)
    text = "\n\n".join(part for part in parts if part)
    return f"{text}\n".encode("utf-8", "replace").decode("utf-8")


def save_export(file: Path, text: str, *, overwrite: bool = False) -> bool:
    """Write an export to a file; False if it exists and may not be overwritten.

    Raises:
        StorageError: It cannot be written.
    """
    try:
        with open(file, "wb" if overwrite else "xb", opener=open_private) as out:
            out.write(text.encode())
    except FileExistsError:
        return False
    except OSError as error:
        raise StorageError(f"cannot write {file}: {error.strerror}") from error
    return True


def _turn(turn: Turn) -> Iterator[str]:
    yield _written_by(turn)
    *answer, quotations = answer_with_quotations(turn.answer, turn.citations)
    yield from answer
    if turn.error:
        yield f"Note: the answer ended in an error ({shown_line(turn.error)})."
    for notice in (*turn.search_notes, *turn.notices, *turn.disagreements):
        yield f"Note: {shown_line(notice)}"
    yield quotations


def answer_with_quotations(
    text: str, citations: Sequence[Citation], *, explained: bool = True
) -> list[str]:
    """The paragraphs of an answer, and last, as one part, its quotations and passages.

    A verified quotation that is a block quote of the answer has its saved form there,
    so that nothing is quoted twice.

    Args:
        text: The answer.
        citations: Its citations.
        explained: Whether a sentence says of each passage that the answer does not
            quote it, as far as is known, and remarks follow quotations.
    """
    left = list(citations)
    parts, further = list[str](), list[str]()
    for paragraph in sanitize(text).strip().split("\n\n"):
        quoted = next((c for c in left if _stands_in(paragraph, c)), None)
        if quoted is None:
            parts.append(paragraph)
            continue
        left.remove(quoted)
        parts += _as_markdown(quoted)
        if explained:
            parts.append(paragraph.partition(_mark(quoted))[2].strip())
    for citation in left:
        if explained and citation.is_found_passage:
            further.append(f"[{citation.number}] {citation_sentence(citation)}")
        further += _as_markdown(citation)
    return [*parts, "\n\n".join(further)]


def _stands_in(paragraph: str, citation: Citation) -> bool:
    """Whether a paragraph begins with a verified quotation that stands by itself.

    The answer may show its brackets and signs otherwise, so that they are no marks.
    """
    quote, mark, _ = paragraph.partition(_mark(citation))
    is_block = all(line.startswith(">") for line in quote.splitlines())
    is_quoted = citation.quoted and citation.verdict.verified
    return bool(mark) and is_block and is_quoted and _has_words(quote, citation)


def _has_words(quote: str, citation: Citation) -> bool:
    shown, words = (filter(str.isalnum, text) for text in (quote, citation.quote))
    return [*shown] == [*words]


def _mark(citation: Citation) -> str:
    return f" [{citation.number}]"


def _written_by(turn: Turn) -> str:
    writer = shown_line(" ".join(filter(None, (turn.provider, turn.model))))
    return " · ".join(filter(None, (_date(turn.time), writer)))


def _as_markdown(citation: Citation) -> Iterator[str]:
    """The saved form, with its digest only if the file contained the quotation."""
    if citation.verdict.verified:
        yield write_citation(citation)
        return
    verdict = verdict_name(citation.verdict)
    where = shown_line(citation.path)
    yield f"[{citation.number}] Not verified when it was given ({verdict}), {where}:"
    yield "\n".join(f"> {line}" for line in sanitize(citation.quote).splitlines())


def _date(time: str) -> str:
    """ISO 8601 in a readable form, in UTC; empty if it cannot be parsed."""
    try:
        return f"{datetime.fromisoformat(time).astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    except (ValueError, OverflowError):
        return ""
