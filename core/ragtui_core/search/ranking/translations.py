"""Recognizes translations of one page by their paths and texts, and groups them.

`content/en/docs/traces.md` and `content/es/docs/traces.md` differ only in a folder that
is a language code, `index.md` and `index.fr.md` in a suffix. Folders may be countries
too (`visa/de/fees.md`), so the text must be in the language that its path says.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from ragtui_core.language.function_words import (
    function_word_language,
    function_words_in,
    language_of,
)
from ragtui_core.search.query.index_query import Query
from ragtui_core.search.ranking.grouping import in_order
from ragtui_core.search.retrieval.fusion import STEP, Evidence
from ragtui_core.search.retrieval.keyword_stage import KeywordResult
from ragtui_core.store.records import ChunkLocation, ChunkMatch
from ragtui_core.text.subwords import unspaced_runs
from ragtui_core.types import ChunkId, DocumentId

_LISTED = """
af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fil fr ga gl gu he hi hr
hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl nn no or pa pl
ps pt ro ru si sk sl sq sr sv sw ta te tg th tr uk ur uz vi yo zh zu
"""
_CODES = frozenset(_LISTED.split())
"""Language codes (ISO 639) that documentation is commonly translated to."""

_SAME = {"no": "nb", "nn": "nb"}
"""Codes of languages whose function words are those of another."""

_UNSPACED = frozenset({"ja", "km", "ko", "lo", "my", "th", "zh"})
"""Languages in scripts whose characters are indexed (`text/subwords.py`)."""

_FOLDER = re.compile(r"(?<![^/])([a-z]{2,3})(?:[-_][A-Za-z]{2,4})?/")
_SUFFIX = re.compile(r"\.([a-z]{2,3})(?:[-_][A-Za-z]{2,4})?(?=\.[a-z]+$)")

_WORD = re.compile(r"[^\W\d_]+")

MAX_WORDS = 120
"""Words of a text by which its language is found."""

FEW_WORDS = 2
"""A text with at most this many function words may be in any language: it may be
code, or in a language without a list."""

MIN_CHARACTERS = 8
"""A text with this number of characters of a script without spaces is written in it,
whatever English names it has."""

_NO_PROSE = re.compile(
    r"""```.*?(?:```|\Z) | `[^`\n]*`          # code
    | \{\#[^}\n]*\} | \{\{.*?\}\}           # anchors of headings, directives
    | \]\([^)\n]*\) | https?://\S+          # targets of links
    """,
    re.DOTALL | re.VERBOSE,
)
"""What is the same in all languages."""


def page_and_language(path: str) -> tuple[str, str]:
    """A path without its first language code, and that code; "" if it has none."""
    for pattern in (_FOLDER, _SUFFIX):
        for match in pattern.finditer(path):
            if match[1] in _CODES:
                code = _SAME.get(match[1], match[1])
                return path[: match.start()] + path[match.end() :], code
    return path, ""


def is_in_language(text: str, code: str) -> bool:
    """Whether a text may be in the language `code`; any may be in ""."""
    if not code:
        return True
    prose = _NO_PROSE.sub(" ", text)
    if code in _UNSPACED and len("".join(unspaced_runs(prose))) >= MIN_CHARACTERS:
        return True
    words = _WORD.findall(prose)[:MAX_WORDS]
    return len(function_words_in(words)) <= FEW_WORDS or language_of(words) == code


def one_of_each_page(
    evidence: dict[ChunkId, Evidence],
    locations: Mapping[ChunkId, ChunkLocation],
    matches: Mapping[ChunkId, ChunkMatch],
    keyword: KeywordResult,
    query: Query,
) -> dict[ChunkId, Evidence]:
    """The evidence with one translation of each page at the rank of the best one.

    It is the one whose name is the query, else the one in the query's language. The
    others follow all other pages. Only those with a text in `matches` are looked for.
    """
    order = in_order(evidence)
    read: dict[str, tuple[DocumentId, str]] = {}
    for chunk in order:
        if chunk in matches:
            location = locations[chunk]
            read.setdefault(location.path, (location.document, matches[chunk].text))
    pages: dict[str, dict[str, str]] = {}
    for path in read:
        page, code = page_and_language(path)
        pages.setdefault(page, {})[path] = code
    translated = [codes for codes in pages.values() if len(codes) > 1]
    if not translated:
        return evidence
    language = function_word_language([term.surface for term in query.terms])
    if not language:
        paths = (location.path for location in locations.values())
        # No such language has a query without characters of its script.
        language = _most_frequent_language(paths, unspaced=bool(query.grams))
    named = {locations[chunk].document for chunk in keyword.named if chunk in locations}
    shown: dict[DocumentId, DocumentId] = {}
    for codes in translated:
        shown |= _kept_of(codes, read, language, named)
    return _with_translations(order, evidence, locations, shown) if shown else evidence


def _most_frequent_language(paths: Iterable[str], *, unspaced: bool) -> str:
    codes = (page_and_language(path)[1] for path in paths)
    counts = Counter(code for code in codes if unspaced or code not in _UNSPACED)
    return max(counts, key=lambda code: counts[code], default="")


def _kept_of(
    codes: Mapping[str, str],
    read: Mapping[str, tuple[DocumentId, str]],
    language: str,
    named: Collection[DocumentId],
) -> dict[DocumentId, DocumentId]:
    """For each translation of a page the one that keeps its rank."""
    languages = {
        read[path][0]: code
        for path, code in codes.items()
        if is_in_language(read[path][1], code)
    }
    if len(set(languages.values())) < 2:
        return {}
    wanted = {d: code for d, code in languages.items() if d in named} or languages
    first = next(iter(wanted))
    best = next((d for d, code in wanted.items() if code == language), first)
    return dict.fromkeys(languages, best)


def _with_translations(
    order: Sequence[ChunkId],
    evidence: Mapping[ChunkId, Evidence],
    locations: Mapping[ChunkId, ChunkLocation],
    shown: Mapping[DocumentId, DocumentId],
) -> dict[ChunkId, Evidence]:
    """The evidence with the translations that are shown raised, and others lowered.

    For each translation of a page, `shown` has the one at its location.
    """
    moved, first = dict(evidence), dict[DocumentId, float]()
    lowest = evidence[order[-1]].fused
    for rank, chunk in enumerate(order, 1):
        document = locations[chunk].document
        page, fused = shown.get(document, document), evidence[chunk].fused
        if page != document:
            first.setdefault(page, fused)
            moved[chunk] = evidence[chunk].moved("translation", lowest - rank * STEP)
        elif (best := first.pop(page, fused)) > fused:
            moved[chunk] = evidence[chunk].moved("translation", best)
    return moved
