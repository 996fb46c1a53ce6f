"""What tuning found, as text for people and as JSON for programs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import stdev
from typing import Any

from ragtui_eval.significance import paired_test
from ragtui_eval.text_table import format_p_value, format_ratio, format_table
from ragtui_eval.tuning import Tuned


@dataclass(frozen=True, slots=True)
class TuningReport:
    """Settings tuned on sets with `names`."""

    tuned: Tuned
    names: Sequence[str]

    def lines(self) -> Iterator[str]:
        """Every trial, what was held out, and what was chosen."""
        tuned = self.tuned
        several = self.names if len(self.names) > 1 else ()
        rows = [
            (
                trial.key,
                str(trial.value),
                *map(format_ratio, (trial.mean, *trial.of_sets)[: 1 + len(several)]),
            )
            for trial in tuned.trials
        ]
        yield from format_table(("setting", "value", "nDCG@10", *several), rows)
        yield ""
        before, after = zip(*tuned.held_out, strict=True)
        p = format_p_value(paired_test(before, after))
        yield (
            f"Held out: nDCG@10 {format_ratio(tuned.before)} with the current "
            f"settings, {format_ratio(tuned.after)} with those that the other queries "
            f"chose (p {p})."
        )
        for name, pair in zip(several, tuned.of_sets, strict=False):
            yield f"  {name}: {format_ratio(pair[0])}, {format_ratio(pair[1])}"
        gains = [after - before for before, after in tuned.of_folds]
        spread = format_ratio(stdev(gains))
        yield f"The standard deviation of the gain over {len(gains)} folds is {spread}."
        if not tuned.winners:
            found = "No value is better than the current ones"
            yield f"{found} by more than a standard error."
        for key, value in tuned.winners.items():
            yield f"All queries choose {key} = {value}"
        if tuned.winners and tuned.after <= tuned.before:
            yield "The gain does not generalize: keep the current settings."

    def as_json(self) -> dict[str, Any]:
        """The object that `ragtui tune --json` prints."""
        tuned = self.tuned
        return {
            "before": tuned.before,
            "after": tuned.after,
            "sets": {
                name: {"before": before, "after": after}
                for name, (before, after) in zip(self.names, tuned.of_sets, strict=True)
            },
            "folds": [[before, after] for before, after in tuned.of_folds],
            "winners": dict(tuned.winners),
            "trials": [
                [trial.key, trial.value, trial.mean, *trial.of_sets]
                for trial in tuned.trials
            ],
        }
