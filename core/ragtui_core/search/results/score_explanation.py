"""Why a hit was found and where it ranks, in words."""

from collections.abc import Iterator

from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import Explanation, Hit

HIGH = 1.0
"""Log-odds from which a hit is similar in meaning; below 0 it is not."""

_REASONS = {
    "recency": "its date",
    "time": "the time in the query",
    "rerank": "what the reranker read",
    "typed name": "its name, as typed",
    "best evidence": "",  # the score that the same evidence has in every query
}
"""Adjustments in words; the others are named as they are."""

_PLACES = ("title", "heading", "tags", "summary")
"""Fields that are named if words of the query are in them, the first of them alone."""


def explanation_lines(hit: Hit, why: Explanation) -> Iterator[str]:
    """How a hit got its rank and score, as lines."""
    yield sanitize(f"{_words(why)}; {_meaning(hit, why)}", one_line=True)
    matched = (f"{name}: {' '.join(words)}" for name, words in why.matched.items())
    if why.matched:
        yield sanitize("found in " + "; ".join(matched), one_line=True)
    reasons = {_REASONS.get(name, name): factor for name, factor in why.adjustments}
    for verb, is_raised in (("raised for", True), ("lowered for", False)):
        names = [name for name, by in reasons.items() if name and (by > 1) is is_raised]
        if names:
            yield sanitize(f"{verb} {', '.join(names)}", one_line=True)


def _words(why: Explanation) -> str:
    """How many words of the query are in the hit, such as `all 3 words`."""
    matched = {word for words in why.matched.values() for word in words} & {*why.words}
    count, total = len(matched), len(why.words)
    if not matched:
        return "none of the words"
    said = f"{count} of {total} words"
    if count == total:
        said = "the word" if total == 1 else f"all {total} words"
    for name in _PLACES:
        if inside := len(matched.intersection(why.matched.get(name, ()))):
            number = "all" if 1 < inside == count else "one" if inside == 1 else inside
            where = f"in the {name}"
            return f"{said}, {number} {where}" if total > 1 else f"{said}, {where}"
    return said


def _meaning(hit: Hit, why: Explanation) -> str:
    if hit.similarity is None:
        return "not compared in meaning"
    part = why.fusion["meaning"]
    degree = "high" if part >= HIGH else "medium" if part >= 0 else "low"
    return f"similar in meaning: {degree}"
