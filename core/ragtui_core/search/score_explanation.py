"""Why a hit was found and where it ranks, in words."""

from collections.abc import Iterator

from ragtui_core.search_results import Explanation, Hit
from ragtui_core.text.sanitizing import sanitize

HIGH, MEDIUM = 4.0, 2.0
"""Log-odds for its cosine from which a hit is similar in meaning, and somewhat."""

_REASONS = {
    "recency": "its date",
    "time": "the time in the query",
    "place": "its place near the current file",
    "state": "its state: quoted, superseded or a draft",
    "rerank": "what the reranker read",
    "further": "being a further passage of its document",
}
"""Summands in words."""


def explanation_lines(hit: Hit, why: Explanation) -> Iterator[str]:
    """How a hit got its rank and score, as lines."""
    yield sanitize(f"{_words(why)}; {_meaning(hit, why)}", one_line=True)
    matched = (f"{name}: {' '.join(words)}" for name, words in why.matched.items())
    if why.matched:
        yield sanitize("found in " + "; ".join(matched), one_line=True)
    for verb, sign in (("raised for", 1), ("lowered for", -1)):
        names = [
            said for name, said in _REASONS.items() if sign * why.parts.get(name, 0) > 0
        ]
        if names:
            yield sanitize(f"{verb} {', '.join(names)}", one_line=True)
    if why.parts:
        summands = (f"{name} {part:+.2f}" for name, part in why.parts.items())
        yield f"log-odds {hit.fused:.2f} = {' '.join(summands)}"


def _words(why: Explanation) -> str:
    """How many words of the query are in the hit, such as `all 3 words`."""
    matched = {word for words in why.matched.values() for word in words} & {*why.words}
    count, total = len(matched), len(why.words)
    if not matched:
        return "none of the words"
    if count == total:
        return "the word" if total == 1 else f"all {total} words"
    return f"{count} of {total} words"


def _meaning(hit: Hit, why: Explanation) -> str:
    if hit.similarity is None:
        return "not compared in meaning"
    part = why.parts.get("meaning", 0.0)
    degree = "high" if part >= HIGH else "medium" if part >= MEDIUM else "low"
    return f"similar in meaning: {degree}"
