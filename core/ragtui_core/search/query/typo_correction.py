"""Words that occur nowhere -> words of the vault that were probably meant.

Damerau-Levenshtein distance, so that swapped neighbours are one slip: at most one
slip in words of four to seven letters, two in longer ones, none in the first letter
(where fingers seldom slip: Pollock & Zamora, CACM 1984) and none in words that hold
digits. A word that the embedding model's vocabulary holds whole is no slip: "find" was
not meant to be "fine", though the vault holds only that.
"""

from collections.abc import Collection, Mapping

from rapidfuzz import process
from rapidfuzz.distance import OSA

from ragtui_core.embedding.token_counting import bundled_vocabulary
from ragtui_core.search.query.index_query import Term, quoted
from ragtui_core.store.sqlite.reader import Reader

MIN_LETTERS = 4
LONG_LETTERS = 8
"""From here on a word may hold two slips."""

_STEMS = 8
"""Stems looked at closely for a word, by its own stem and by its beginning."""

_CHUNKS = 20
"""Chunks of each stem in which its words are looked up."""


def corrections(terms: Collection[Term], reader: Reader) -> dict[str, str]:
    """For unknown words that look like a slip: the word of the vault that is nearest.

    Args:
        terms: Terms that occur nowhere.
        reader: Of the index whose words count.
    """
    known = reader.corrections
    for term in terms:
        if term.surface not in known:
            known[term.surface] = _nearest(term, reader)
    found = {term.surface: known[term.surface] for term in terms}
    return {surface: better for surface, better in found.items() if better}


def _nearest(term: Term, reader: Reader) -> str | None:
    typed = term.surface.lower()
    if len(typed) < MIN_LETTERS or not typed.isalpha():
        return None
    if typed in bundled_vocabulary():
        return None
    slips = 2 if len(typed) >= LONG_LETTERS else 1
    counts = dict(reader.terms_from(typed[0]))
    whole = _by_stem(term.stem, counts)
    stems = dict.fromkeys((*whole, *_by_beginning(typed, counts, slips)))
    words = [word for stem in stems for word in _words_of(stem, reader)]
    near = [(OSA.distance(typed, word), -words.count(word), word) for word in words]
    best = min(near, default=None)
    return best[2] if best and best[0] <= slips else None


def _by_stem(typed: str, counts: Mapping[str, int]) -> list[str]:
    """The stems one slip from that of a word, where it left the ending alone."""
    near = process.extract_iter(
        typed, list(counts), scorer=OSA.distance, score_cutoff=1
    )
    nearest = {stem: distance for stem, distance, _ in near}
    return _first(nearest, counts)


def _by_beginning(typed: str, counts: Mapping[str, int], slips: int) -> list[str]:
    """The stems nearest to the beginning of a word, whose ending may be the slip."""
    by_length: dict[int, list[str]] = {}
    for stem in counts:
        if len(typed) - 6 <= len(stem) <= len(typed) + slips:
            by_length.setdefault(len(stem), []).append(stem)
    nearest: dict[str, float] = {}
    for length, stems in by_length.items():
        for start in {typed[: length + more] for more in (-1, 0, 1)}:
            # Stemming may have changed the last letter: one slip more.
            for stem, distance, _ in process.extract_iter(
                start, stems, scorer=OSA.distance, score_cutoff=slips + 1
            ):
                nearest[stem] = min(distance, nearest.get(stem, distance))
    return _first(nearest, counts)


def _first(nearest: Mapping[str, float], counts: Mapping[str, int]) -> list[str]:
    """Some stems, by their distance; the longer, then the more frequent ones first."""
    order = sorted(nearest, key=lambda s: (nearest[s], -len(s), -counts[s], s))
    return order[:_STEMS]


def _words_of(stem: str, reader: Reader) -> list[str]:
    """The words with this stem, as they stand in some chunks."""
    # A stem may have a stem of its own, under which it is not found.
    for expression in (quoted(stem), f"{quoted(stem)}*"):
        matches = reader.match(expression, (1.0,) * 8, _CHUNKS)
        if words := reader.words_in((chunk for chunk, _ in matches), stem):
            return words
    return []
