"""How good a ranking is, on one query; the same numbers as trec_eval's.

Each function takes the ranked document ids, best first and without repeats, the
judgements (document to grade; what is missing or 0 is not relevant) and the depth
`k >= 1` to look at, and gives a ratio, 0..1. A query without any relevant document
gives 0.0, as with trec_eval.
"""

import math
from collections.abc import Mapping, Sequence


def ndcg(ranked: Sequence[str], relevant: Mapping[str, int], k: int) -> float:
    """Discounted cumulative gain relative to the best possible one.

    A document of grade g at rank r gains g / log2(r + 1); the best possible ranking
    contains every judged document, best grade first, cut at k as well. Järvelin &
    Kekäläinen 2002, with the discount and linear gain of trec_eval's `ndcg_cut`.
    """
    ideal = _discounted(sorted(_grades(relevant).values(), reverse=True)[:k])
    gained = _discounted([max(relevant.get(document, 0), 0) for document in ranked[:k]])
    return gained / ideal if ideal else 0.0


def reciprocal_rank(
    ranked: Sequence[str], relevant: Mapping[str, int], k: int
) -> float:
    """1 / the rank of the first relevant document; 0.0 if none is in the first k.

    trec_eval's `recip_rank` on a run cut at k.
    """
    for rank, document in enumerate(ranked[:k], start=1):
        if relevant.get(document, 0) > 0:
            return 1.0 / rank
    return 0.0


def precision(ranked: Sequence[str], relevant: Mapping[str, int], k: int) -> float:
    """The ratio of the first k ranks that are relevant; a missing rank is not.

    trec_eval's `P`: a ranking shorter than k is still divided by k.
    """
    return _found(ranked, relevant, k) / k


def recall(ranked: Sequence[str], relevant: Mapping[str, int], k: int) -> float:
    """The ratio of the relevant documents that are in the first k ranks.

    trec_eval's `recall`.
    """
    judged = len(_grades(relevant))
    return _found(ranked, relevant, k) / judged if judged else 0.0


def _grades(relevant: Mapping[str, int]) -> dict[str, int]:
    return {document: grade for document, grade in relevant.items() if grade > 0}


def _found(ranked: Sequence[str], relevant: Mapping[str, int], k: int) -> int:
    return sum(relevant.get(document, 0) > 0 for document in ranked[:k])


def _discounted(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))
