"""Messages for the editor about citations, locations and vaults."""

from collections.abc import Mapping, Sequence
from typing import Any

from ragtui_core import Lines, Location, LocationKind
from ragtui_core.citations import Rechecked
from ragtui_core.settings import PROVIDER_TITLES
from ragtui_core.text import counted, sanitize


def sentence_of_all(checked: Sequence[Rechecked]) -> str:
    """A summary of the verdicts on a note's citations, as a sentence."""
    if not checked:
        return "This note has no saved citations."
    bad = sum(not citation.verdict.verified for citation in checked)
    return (
        f"{bad} of {counted(len(checked), 'citation')} could not be verified."
        if bad
        else "All citations verified."
    )


def describe_location(path: str, first: int, last: int) -> str:
    """A file and a range of lines, both ends included."""
    return f"{sanitize(path, one_line=True)}, {Lines(first, last)}"


def describe_part(
    path: str, kind: str, label: str, number: int | None, *, ocr: bool = False
) -> str:
    """A file and the part of it that JSON `location` names: `report.pdf, p. 12`."""
    is_scan = ocr and kind == LocationKind.PAGE
    named = LocationKind.SCAN if is_scan else LocationKind(kind)
    location = Location(named, label, number or 0)
    return sanitize(f"{path}, {location}", one_line=True)


def describe_coverage(status: Mapping[str, Any]) -> str:
    """How many notes and passages of a vault are searchable."""
    searchable = f"{status['embedded']:,} of {counted(status['chunks'], 'passage')}"
    return f"{counted(status['documents'], 'note')}; {searchable} searchable by meaning"


def facts_of(status: Mapping[str, Any]) -> list[str]:
    """Problems of a vault, its answer provider, and the state of its index."""
    from ragtui_core.indexing import waiting_words  # Not before an editor is greeted.

    provider = PROVIDER_TITLES.get(status["provider"], status["provider"])
    facts = [
        sanitize(status["state_sentence"], one_line=True),
        *(sanitize(text, one_line=True) for text in status["setting_problems"]),
        status["model_advice"],
        waiting_words(status["waiting"]) if status["waiting"] else "",
        f"Answers: {provider or 'no provider'}",
        f"Index: {status['index_path']}",
    ]
    return [fact for fact in facts if fact]
