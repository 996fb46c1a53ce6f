"""What the editor reads about citations, places and vaults: sentences."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ragtui_core.text import sanitize

if TYPE_CHECKING:
    from ragtui_core.citations import Rechecked


def verdict_sentence(checked: "Rechecked") -> str:
    """What the quotation is worth, in a sentence."""
    from ragtui_core.citations import verdict_sentence

    return verdict_sentence(checked.verdict, checked.path)


def sentence_of_all(checked: "Sequence[Rechecked]") -> str:
    """What the citations of a note are worth together, in a sentence."""
    if not checked:
        return "This note quotes nothing yet."
    bad = sum(not each.verdict.verified for each in checked)
    return f"{bad} of {len(checked)} do not hold." if bad else "All of them hold."


def describe_location(path: str, first: int, last: int) -> str:
    """A file and the lines that are meant, both counted."""
    lines = f"line {first}" if first == last else f"lines {first}–{last}"
    return f"{sanitize(path, one_line=True)}, {lines}"


def describe_answer(provider: str, model: str, confidence: str) -> str:
    """Who has answered, and whether that is to be doubted."""
    by = model or provider
    return f"{by} · low confidence" if confidence == "low" else by


def describe_coverage(status: Mapping[str, Any]) -> str:
    """How much of a vault can be found, and how."""
    searchable = f"{status['embedded']} of {status['chunks']} passages"
    return f"{status['documents']} notes; {searchable} searchable by meaning"


def _missing_in_words(missing: int) -> str:
    if not missing:
        return ""
    return (
        f"{missing} notes are kept in the index although their files are gone: "
        "`ragtui index` says what to do"
    )


def facts_of(status: Mapping[str, Any]) -> list[str]:
    """What is wrong with a vault, who answers, and who keeps the index true."""
    if status["indexing"]:
        kept = "being made"
    elif status["watching"]:
        kept = "kept true by this editor"
    else:
        kept = "kept true by another program, or nobody"
    facts = [
        status["message"],
        _missing_in_words(status["missing"]),
        f"Answers: {status['provider'] or 'nobody'}",
        f"The index is {kept}: {status['index_path']}",
    ]
    return [fact for fact in facts if fact]
