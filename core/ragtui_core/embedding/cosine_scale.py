"""What a cosine of a model means, whatever the query and its candidates are.

Each model has its own range: two unrelated English texts have about .59 with the
bundled model, and .75 with E5. Scores of queries, and of models, can be compared only
on a scale that is fixed for the model.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CosineScale:
    """The cosines of a model's vectors for unrelated and for matching texts."""

    low: float
    """The median of random pairs of a heading and a section: unrelated texts."""
    high: float
    """The median of pairs of a section and its own heading; above `low`."""

    def of(self, cosine: float) -> float:
        """The similarity: 0 for unrelated texts, 1 for matching ones.

        It is not limited to that range, since the order of closer texts counts, too.
        """
        return (cosine - self.low) / (self.high - self.low)


BUNDLED_SCALE = CosineScale(low=0.59, high=0.88)
"""The scale of the bundled model: the median of random pairs of a title and an abstract
was .590 (SciFact) and .598 (cisi), that of matching pairs .915 and .844."""
