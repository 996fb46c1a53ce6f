"""Is the right file, page, slide or section among the first hits, and verified?"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ragtui_core import Document, Hit, RagtuiError, SearchOptions, Vault
from ragtui_core.citations import locate, plain, with_whole_words
from ragtui_eval.quotation_set import LocatedQuotation
from ragtui_eval.text_table import format_ratio, format_table
from ragtui_eval.vault_measurement import SYSTEMS

TOP = 5
"""Hits among which the file and the location have to be."""


@dataclass(frozen=True, slots=True)
class QuotationResult:
    """What came of one query and its quotation.

    Attributes:
        quotation: The query.
        kind: The kind of its file: that of an extracted text, else `markdown`; empty if
            it cannot be read.
        file: Whether the file is among the hits.
        location: Whether a hit is at the page or slide, else in the section or passage.
        verified: Whether the quotation is verified at its location.
        completed: Whether it ends inside a word, and was verified with the whole word.
    """

    quotation: LocatedQuotation
    kind: str
    file: bool
    location: bool
    verified: bool
    completed: bool


@dataclass(frozen=True, slots=True)
class QuotationSummary:
    """Shares, 0..1, of the queries of one kind of file or query."""

    group: str
    queries: int
    file: float
    location: float
    verified: float


def measure_quotations(
    vault: Vault, quotations: Sequence[LocatedQuotation], system: str
) -> list[QuotationResult]:
    """Ask every query, and check every quotation against its file.

    Args:
        vault: Indexed.
        quotations: The queries.
        system: A key of SYSTEMS.
    """
    mode, fusion = SYSTEMS[system]
    options = SearchOptions(limit=TOP, mode=mode, fusion=fusion, strict=False)
    return [_measured(vault, quotation, options) for quotation in quotations]


def _measured(
    vault: Vault, quotation: LocatedQuotation, options: SearchOptions
) -> QuotationResult:
    hits = vault.search(quotation.query, options).hits
    right = [hit for hit in hits if hit.path == quotation.file]
    try:
        document = vault.documents.read(quotation.file)
    except RagtuiError:
        return QuotationResult(quotation, "", bool(right), False, False, False)
    verified = _is_verified(quotation.quote, quotation, document)
    whole = "" if verified else with_whole_words(quotation.quote, document)
    completed = bool(whole) and _is_verified(whole, quotation, document)
    return QuotationResult(
        quotation=quotation,
        kind=_kind(document),
        file=bool(right),
        location=any(_is_there(hit, quotation, document) for hit in right),
        verified=verified or completed,
        completed=completed,
    )


def _kind(document: Document) -> str:
    return document.encoding.partition("/")[0] if document.is_extracted else "markdown"


def _is_there(hit: Hit, quotation: LocatedQuotation, document: Document) -> bool:
    if quotation.number:
        return hit.location is not None and hit.location.number == quotation.number
    if plain(quotation.quote) in plain(hit.span.of(document.text)):
        return True
    ends = hit.heading_path[-1:], quotation.heading_path[-1:]
    return all(ends) and plain(ends[0][0]) == plain(ends[1][0])


def _is_verified(quote: str, quotation: LocatedQuotation, document: Document) -> bool:
    starts = [
        each.start
        for each in document.anchors
        if each.location.number == quotation.number
    ]
    found = locate(quote, document, starts[0] if starts else 0)
    if found.span is None or not found.verdict.verified:
        return False
    place = document.location(found.span.start)
    return not quotation.number or (
        place is not None and place.number == quotation.number
    )


def summarise_quotations(results: Sequence[QuotationResult]) -> list[QuotationSummary]:
    """The shares by kind of file, by kind of query, and of all."""
    groups: dict[str, list[QuotationResult]] = {}
    for each in results:
        for group in (each.kind or "unread", each.quotation.group, "all"):
            groups.setdefault(group, []).append(each)
    groups["all"] = groups.pop("all")
    return [
        QuotationSummary(
            group,
            len(found),
            file=_share([each.file for each in found]),
            location=_share([each.location for each in found]),
            verified=_share([each.verified for each in found]),
        )
        for group, found in groups.items()
    ]


def _share(values: Sequence[bool]) -> float:
    return sum(values) / len(values)


def quotations_as_text(results: Sequence[QuotationResult]) -> Iterator[str]:
    """A table of the groups, then the queries with a miss."""
    heads = ["queries", "n", f"file@{TOP}", f"location@{TOP}", "verified"]
    rows = [
        [each.group, str(each.queries)]
        + [format_ratio(share) for share in (each.file, each.location, each.verified)]
        for each in summarise_quotations(results)
    ]
    yield from format_table(heads, rows)
    if completed := sum(each.completed for each in results):
        yield f"({completed} end inside a word: verified with the whole word)"
    for each in results:
        if missed := _missed(each):
            yield f"{each.quotation.id} misses {missed}: {each.quotation.file}"


def _missed(result: QuotationResult) -> str:
    names = ("file", "location", "verified")
    return ", ".join(name for name in names if not getattr(result, name))


def quotations_as_json(results: Sequence[QuotationResult]) -> dict[str, Any]:
    """The object that `ragtui eval FILE.jsonl --json` prints."""
    return {
        "groups": [asdict(each) for each in summarise_quotations(results)],
        "queries": [
            asdict(each) | {"quotation": each.quotation.id} for each in results
        ],
    }
