"""Is the right file, page, slide or section among the first hits, and verified?"""

from collections.abc import Sequence

from ragtui_core import Document, Hit, RagtuiError, Vault
from ragtui_core.citations import locate, plain
from ragtui_eval.measurement import Values
from ragtui_eval.query_set import LocatedQuotation

TOP = 5
"""Hits among which the file and the location have to be."""


def quotation_values(
    vault: Vault, quotation: LocatedQuotation, hits: Sequence[Hit]
) -> Values:
    """`file@5`, `location@5` and `verified`, alone and by kind of file and of query.

    The location is the page or slide, else the section or the passage. Of a quotation
    that begins or ends inside a word, the words between are verified.
    """
    right = [hit for hit in hits[:TOP] if hit.path == quotation.file]
    values = {f"file@{TOP}": bool(right), f"location@{TOP}": False, "verified": False}
    kind = "unread"
    try:
        document = vault.documents.read(quotation.file)
    except RagtuiError:
        pass
    else:
        kind = document.encoding.partition("/")[0]
        kind = kind if document.is_extracted else "markdown"
        at_location = any(_is_there(hit, quotation, document) for hit in right)
        values[f"location@{TOP}"] = at_location
        values["verified"] = _is_verified(quotation, document)
    groups = ("", f" of {kind}", f" of {quotation.group}")
    return {
        f"{name}{group}": float(value)
        for group in groups
        for name, value in values.items()
    }


def _is_there(hit: Hit, quotation: LocatedQuotation, document: Document) -> bool:
    if quotation.number:
        return hit.location is not None and hit.location.number == quotation.number
    if plain(quotation.quote) in plain(hit.span.of(document.text)):
        return True
    ends = hit.heading_path[-1:], quotation.heading_path[-1:]
    return all(ends) and plain(ends[0][0]) == plain(ends[1][0])


def _is_verified(quotation: LocatedQuotation, document: Document) -> bool:
    starts = [
        anchor.start
        for anchor in document.anchors
        if anchor.location.number == quotation.number
    ]
    inner = " ".join(quotation.quote.split()[1:-1])
    for quote in (quotation.quote, inner):
        match = locate(quote, document, starts[0] if starts else 0)
        if match.span is not None and match.verdict.verified:
            location = document.location(match.span.start)
            number = location.number if location is not None else None
            if quotation.number in (0, number):
                return True
    return False
