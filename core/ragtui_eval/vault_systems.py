"""The ways to search a vault that an evaluation compares."""

import time
from collections.abc import Sequence

from ragtui_core import Confidence, Mode, SearchOptions, Vault
from ragtui_core.settings import Fusion
from ragtui_eval.measurement import Ranking, System
from ragtui_eval.query_set import EvaluationQuery

SYSTEMS: dict[str, tuple[Mode, Fusion | None]] = {
    "keyword": (Mode.KEYWORD, None),
    "semantic": (Mode.SEMANTIC, None),
    "hybrid": (Mode.HYBRID, Fusion.SCORE),
    "hybrid-rrf": (Mode.HYBRID, Fusion.RRF),
}
"""Name to mode and fusion."""


def systems_of(vault: Vault, names: Sequence[str]) -> list[System]:
    """The systems called `names`, keys of SYSTEMS, over an indexed vault.

    The embedding model is loaded here, so that no query is charged with it.
    """
    if any(SYSTEMS[name][0] is not Mode.KEYWORD for name in names):
        vault.embedder()
    return [_system(vault, name) for name in names]


def _system(vault: Vault, name: str) -> System:
    mode, fusion = SYSTEMS[name]

    def rank(query: EvaluationQuery, depth: int) -> Ranking:
        options = SearchOptions(
            mode=mode, fusion=fusion, filters=query.filters, at=query.at
        )
        # What a user waits for is a search of the usual length, so that is timed;
        # its query's embedding is then known to the deeper ranking.
        started = time.perf_counter()
        result = vault.search(query.text, options)
        seconds = time.perf_counter() - started
        ranked, _ = vault.rank(query.text, options, depth=depth)
        return Ranking(
            documents=tuple((found.path, found.score) for found in ranked),
            low_confidence=result.confidence is Confidence.LOW,
            seconds=seconds,
        )

    return System(name, rank)
