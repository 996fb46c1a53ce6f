"""Factors for what is true of a candidate besides its words: date, location, text."""

import math
import re
from collections.abc import Mapping
from datetime import date, timedelta
from functools import lru_cache

from ragtui_core.search.options import CurrentLocation
from ragtui_core.search.ranking import grouping
from ragtui_core.search.retrieval.fusion import LINKS_ALONE, QUOTED_TEXT, STEP, Evidence
from ragtui_core.search.retrieval.keyword_stage import KeywordResult
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.records import ChunkLocation, ChunkMatch
from ragtui_core.types import ChunkId, SearchedTime, TimeEffect

SAME_FOLDER = 4.0
"""Factor of the odds for documents in the folder of the current file."""

SAME_FILE = 2.0
"""Additional factor for the current file itself."""

OF_TIME = SAME_FOLDER
"""Factor for documents of a time that the query may name, such as a bare year."""

OF_ANOTHER_YEAR = 1 / 100
"""Factor for documents of a past December, if the coming one is asked for: what they
say of December may be their own date."""

RECENT = 5.0
"""Log-odds for a document dated today, times the setting `search.recency_weight`."""

QUOTED = 1 / 40
"""Factor for what the sender of a mail did not write, quotations and signatures, and
for saved citations, so that what they quote is found first (docs/benchmarks.md,
threads)."""

LINK_LIST = 1 / 250
"""Factor for passages that only name other files, such as `SUMMARY.md`."""


def adjusted(
    evidence: Mapping[ChunkId, Evidence],
    locations: Mapping[ChunkId, ChunkLocation],
    settings: SearchSettings,
    today: date,
    at: CurrentLocation | None,
    time: SearchedTime | None = None,
) -> dict[ChunkId, Evidence]:
    """The evidence with every factor for the dates and locations of the chunks."""
    adjusted_evidence = {}
    for chunk, item in evidence.items():
        location = locations[chunk]
        if location.is_quoted:
            item = item.adjusted(QUOTED_TEXT, QUOTED)
        recent = recency(location.latest, today, settings.recency_days)
        if weight := settings.recency_weight * recent:
            item = item.adjusted("recency", math.exp(RECENT * weight))
        if time and _is_preferred(location, time):
            item = item.adjusted("time", OF_TIME)
        if time and _is_of_another_year(location, time, today):
            item = item.adjusted("another year", OF_ANOTHER_YEAR)
        # What filters alone select is in the order of its dates, for any limit.
        if at and not item.is_selected:
            item = _near(item, location.path, at)
        adjusted_evidence[chunk] = item
    return adjusted_evidence


def _is_preferred(location: ChunkLocation, time: SearchedTime) -> bool:
    """Whether a document has a day of a time that the query may name."""
    if not location.day or time.effect is not TimeEffect.PREFERRED:
        return False
    return time.has_days(location.day, location.until)


_MONTH = timedelta(days=31)


def _is_of_another_year(
    location: ChunkLocation, time: SearchedTime, today: date
) -> bool:
    """Whether a document of the past has the month that is asked for, which is to come.

    A day with its year is another matter: notes of past years may name it.
    """
    if not (location.day and time.first and time.last and time.first > today):
        return False
    months = {f"{time.first:%m}", f"{time.last:%m}"}
    is_past = location.day < today.isoformat() and location.day[5:7] in months
    return is_past and time.first < time.last < time.first + _MONTH


def _near(evidence: Evidence, path: str, at: CurrentLocation) -> Evidence:
    if path.rpartition("/")[0] == at.path.rpartition("/")[0]:
        evidence = evidence.adjusted("same folder", SAME_FOLDER)
    if path == at.path:
        evidence = evidence.adjusted("same file", SAME_FILE)
    return evidence


@lru_cache(maxsize=4096)
def recency(day: str, today: date, days: int) -> float:
    """1 for today, falling to 0 over `days` days before; 0 if not a date.

    It is 1 for a later day, too, such as that of a plan, but 0 for one more than `days`
    later: the clock was wrong.
    """
    try:
        age = (today - date.fromisoformat(day)).days
    except ValueError:
        return 0.0
    return min(1.0, max(0.0, 1.0 - age / days)) if age >= -days else 0.0


LINK_LINES = 0.7
"""From this ratio of its lines on, a text is a list of links."""

_LINK_LINE = re.compile(
    r"""
    \s*(?:
        (?:(?:[-*+]|\d{1,9}[.)])\s+)?                      # a list item, or none
        (?:\[[ xX]\]\s+)?
        (?:!?\[[^\]]*\]\([^)]*\)|\[\[[^\]]*\]\]|<https?://[^>]*>|https?://\S+)
        [\s,;.|]*
        |
        \{\{[#%<]?[^}]*\}\}                                # {{#include path}}
        |
        \{%[^%]*%\}
        |
        \[[^\]]+\]:\s*\S+(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?   # a definition
    )\s*
    """,
    re.VERBOSE,
)
"""A link, an include directive or the definition of a link."""


def is_link_list(text: str) -> bool:
    """Whether most lines of `text` only name other files.

    Headings and blank lines do not count.
    """
    lines = [
        line for line in text.splitlines() if line.strip() and not line.startswith("#")
    ]
    named = len(list(filter(None, map(_LINK_LINE.fullmatch, lines))))
    return bool(named) and named >= LINK_LINES * len(lines)


def leveled(
    evidence: dict[ChunkId, Evidence], before: Mapping[ChunkId, Evidence]
) -> dict[ChunkId, Evidence]:
    """The evidence, all moved alike, so that the first has the best that there was.

    What is raised for location or date moves among the candidates: that does not make
    it more likely that the vault has an answer. What is lowered for its text counts
    only if it is the first nevertheless.
    """
    if not evidence:
        return evidence
    first = grouping.in_order(evidence)[0]
    best = next(
        chunk
        for chunk in grouping.in_order({chunk: before[chunk] for chunk in evidence})
        if chunk == first or not evidence[chunk].is_lowered
    )
    change = before[best].fused - evidence[first].fused
    if abs(change) < STEP:
        return evidence
    return {
        chunk: item.moved("best evidence", item.fused + change)
        for chunk, item in evidence.items()
    }


def without_link_lists(
    evidence: dict[ChunkId, Evidence],
    keyword: KeywordResult,
    matches: Mapping[ChunkId, ChunkMatch],
) -> dict[ChunkId, Evidence]:
    """Lower the candidates that only name other files, unless named itself."""
    lists = {
        chunk: evidence[chunk].adjusted(LINKS_ALONE, LINK_LIST)
        for chunk, match in matches.items()
        if chunk not in keyword.named and is_link_list(match.text)
    }
    return evidence | lists
