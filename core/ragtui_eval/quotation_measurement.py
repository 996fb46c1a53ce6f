"""Is the right file, page, slide or section among the first hits, and verified?"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import Any

from ragtui_core import Document, Hit, RagtuiError, Vault
from ragtui_core.citations import locate, plain, with_whole_words
from ragtui_eval.query_set import EvaluationQuery, LocatedQuotation
from ragtui_eval.text_table import format_ratio, format_table
from ragtui_eval.vault_measurement import options_of

TOP = 5
"""Hits among which the file and the location have to be."""

_SHARES = ("file", "location", "verified")


@dataclass(frozen=True, slots=True)
class QuotationResult:
    """What came of one query and its quotation.

    Attributes:
        quotation: The query's id.
        group: The kind of query.
        path: The file that contains the quotation.
        kind: The kind of that file: of an extracted text, else `markdown`; empty if
            it cannot be read.
        file: Whether the file is among the hits.
        location: Whether a hit is at the page or slide, else in the section or passage.
        verified: Whether the quotation is verified at its location.
        completed: Whether it ends inside a word, and was verified with the whole word.
    """

    quotation: str
    group: str
    path: str
    kind: str = ""
    file: bool = False
    location: bool = False
    verified: bool = False
    completed: bool = False


@dataclass(frozen=True, slots=True)
class QuotationSummary:
    """Shares, 0..1, of the queries of one kind of file or query."""

    group: str
    queries: int
    file: float
    location: float
    verified: float


def measure_quotations(
    vault: Vault, queries: Sequence[EvaluationQuery], system: str
) -> "QuotationReport":
    """Ask every query that has a quotation, and check this against the file.

    The `system` is a key of SYSTEMS.
    """
    return QuotationReport(
        [
            _measured(vault, query, query.quotation, system)
            for query in queries
            if query.quotation
        ]
    )


def _measured(
    vault: Vault, query: EvaluationQuery, quotation: LocatedQuotation, system: str
) -> QuotationResult:
    names = query.id, quotation.group, quotation.file
    options = replace(options_of(system, query), limit=TOP)
    hits = vault.search(query.text, options).hits
    right = [hit for hit in hits if hit.path == quotation.file]
    try:
        document = vault.documents.read(quotation.file)
    except RagtuiError:
        return QuotationResult(*names, file=bool(right))
    verified = _is_verified(quotation.quote, quotation, document)
    whole = "" if verified else with_whole_words(quotation.quote, document)
    completed = bool(whole) and _is_verified(whole, quotation, document)
    extracted = document.encoding.partition("/")[0]
    return QuotationResult(
        *names,
        kind=extracted if document.is_extracted else "markdown",
        file=bool(right),
        location=any(_is_there(hit, quotation, document) for hit in right),
        verified=verified or completed,
        completed=completed,
    )


def _is_there(hit: Hit, quotation: LocatedQuotation, document: Document) -> bool:
    if quotation.number:
        return hit.location is not None and hit.location.number == quotation.number
    if plain(quotation.quote) in plain(hit.span.of(document.text)):
        return True
    ends = hit.heading_path[-1:], quotation.heading_path[-1:]
    return all(ends) and plain(ends[0][0]) == plain(ends[1][0])


def _is_verified(quote: str, quotation: LocatedQuotation, document: Document) -> bool:
    starts = [
        anchor.start
        for anchor in document.anchors
        if anchor.location.number == quotation.number
    ]
    match = locate(quote, document, starts[0] if starts else 0)
    if match.span is None or not match.verdict.verified:
        return False
    location = document.location(match.span.start)
    return not quotation.number or (
        location is not None and location.number == quotation.number
    )


@dataclass(frozen=True, slots=True)
class QuotationReport:
    """What came of all queries with quotations."""

    results: Sequence[QuotationResult]

    def groups(self) -> list[QuotationSummary]:
        """The shares by kind of file, by kind of query, and of all."""
        groups: dict[str, list[QuotationResult]] = {}
        for result in self.results:
            for group in (result.kind or "unread", result.group, "all"):
                groups.setdefault(group, []).append(result)
        groups["all"] = groups.pop("all")
        return [
            QuotationSummary(
                group,
                len(members),
                *(fmean(getattr(one, name) for one in members) for name in _SHARES),
            )
            for group, members in groups.items()
        ]

    def lines(self) -> Iterator[str]:
        """A table of the groups, then the queries with a miss."""
        heads = ["queries", "n", f"file@{TOP}", f"location@{TOP}", "verified"]
        rows = []
        for summary in self.groups():
            shares = (format_ratio(getattr(summary, name)) for name in _SHARES)
            rows.append([summary.group, str(summary.queries), *shares])
        yield from format_table(heads, rows)
        if completed := sum(result.completed for result in self.results):
            yield f"({completed} end inside a word: verified with the whole word)"
        for result in self.results:
            if missed := [name for name in _SHARES if not getattr(result, name)]:
                yield f"{result.quotation} misses {', '.join(missed)}: {result.path}"

    def as_json(self) -> dict[str, Any]:
        """The object of `--json`."""
        return {
            "groups": [asdict(summary) for summary in self.groups()],
            "queries": [asdict(result) for result in self.results],
        }
