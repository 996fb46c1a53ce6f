"""What a cosine of a model means, whatever the query and its candidates are.

Each model has its own range: two unrelated English texts have about .59 with the
bundled model, and .75 with E5. Scores of queries, and of models, can be compared only
on a scale that is fixed for the model. It is measured by questions and passages that
answer them.

The pairs are ragtui's, not of the index: in the notes of one company or of one
person even unrelated passages are alike, so that a scale measured on them would call
right answers unrelated. (Mean cosine of first sentences with other documents, bundled
model: .51 in the sample vault, .42 in XQuAD; that of unrelated questions: .45, .41.)
English pairs serve all languages: with multilingual-e5-small, questions and unrelated
paragraphs of XQuAD have .772, .774 and .772 in German, Russian and Hindi, the pairs
.772. `benchmarks/results/cosine-scales.md` has the measurements.
"""

from __future__ import annotations

import json
import math
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ragtui_core.embedding.embedder import Embedder, Vectors


@dataclass(frozen=True, slots=True)
class CosineScale:
    """The cosines of a model's vectors for unrelated and for matching texts."""

    low: float
    """The median of random pairs of a heading and a section: unrelated texts."""
    high: float
    """The median of pairs of a section and its own heading; above `low`."""


BUNDLED_SCALE = CosineScale(low=0.59, high=0.88)
"""The scale of the bundled model: the median of random pairs of a title and an abstract
was .590 (SciFact) and .598 (cisi), that of matching pairs .915 and .844."""


@cache
def scale_pairs() -> tuple[tuple[str, str], ...]:
    """Questions as people type them, each with a passage that answers it."""
    text = Path(__file__).with_name("scale_pairs.toml").read_text("utf-8")
    rows = tomllib.loads(text)["pair"]
    return tuple((row["question"], row["passage"]) for row in rows)


UNRELATED, MATCHING = 0.419, 0.738
"""The mean cosines of the bundled model: of each question with the passages of others,
and with its own."""

MIN_DIFFERENCE = 0.02
"""A model whose matching pairs are less above the unrelated ones cannot tell them
apart; the least of real models was .099."""

SILENT = CosineScale(low=1.0, high=2.0)
"""The scale of such a model: no cosine says that a text matches."""


def measured_scale(embedder: Embedder) -> CosineScale:
    """The scale on which a model's cosines mean what the bundled model's do.

    Takes 24 texts, about a second.

    Raises:
        ModelError: The model fails.
    """
    questions, passages = zip(*scale_pairs(), strict=True)
    # One at a time, since a server has little time for the queries of a request.
    asked = [embedder.embed_queries([question])[0] for question in questions]
    answers = embedder.embed(passages)
    cosines = [[float(one @ other) for other in answers] for one in asked]
    size = len(questions)
    matching = sum(cosines[position][position] for position in range(size)) / size
    unrelated = (sum(map(sum, cosines)) - matching * size) / (size * (size - 1))
    return scale_of(unrelated=unrelated, matching=matching)


def scale_of(*, unrelated: float, matching: float) -> CosineScale:
    """The scale of a model with these mean cosines of `scale_pairs`."""
    difference = matching - unrelated
    if difference < MIN_DIFFERENCE:
        return SILENT
    ratio = difference / (MATCHING - UNRELATED)
    return CosineScale(
        low=unrelated + (BUNDLED_SCALE.low - UNRELATED) * ratio,
        high=unrelated + (BUNDLED_SCALE.high - UNRELATED) * ratio,
    )


SAMPLE_NUMBERS = 16
"""Numbers of one vector by which a model is recognised."""

SAME_MODEL = 0.9
"""The least cosine of samples of one model; another one's are near 0. Numbers of other
machines, batches or versions of a server differ in the third decimal."""


def sample_of(embedder: Embedder) -> Vectors:
    """The beginning of a model's vector of a question, by which it is recognised.

    Raises:
        ModelError: The model fails.
    """
    return embedder.embed_queries([scale_pairs()[0][0]])[0][:SAMPLE_NUMBERS]


def scale_text(scale: CosineScale, sample: Iterable[float] = ()) -> str:
    """A scale and a sample as an index keeps them: JSON, low, high and the sample."""
    return json.dumps([scale.low, scale.high, *(round(float(x), 5) for x in sample)])


def kept_scale(text: str) -> CosineScale | None:
    """The scale that `scale_text` wrote; None if the text is empty."""
    return CosineScale(*json.loads(text)[:2]) if text else None


def silenced(text: str) -> str:
    """What `scale_text` wrote, with a scale on which no cosine counts."""
    return scale_text(SILENT, json.loads(text)[2:])


def is_of_model(text: str, sample: Vectors) -> bool:
    """Whether what `scale_text` wrote is of the model with a sample.

    That of an older version has none, and is of any.
    """
    kept: list[float] = json.loads(text)[2:]
    if not kept or len(kept) != len(sample):
        return not kept
    numbers: list[float] = sample.tolist()
    product = sum(x * y for x, y in zip(kept, numbers, strict=True))
    return product >= SAME_MODEL * math.hypot(*kept) * math.hypot(*numbers)
