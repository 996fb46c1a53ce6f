"""Records and tuned settings as text for people: ASCII, at most 120 columns wide."""

from collections.abc import Iterator, Sequence
from statistics import stdev

from ragtui_core.text import sanitize
from ragtui_eval.evaluation_records import Estimate, Record
from ragtui_eval.measurement import NDCG
from ragtui_eval.significance import paired_test
from ragtui_eval.tuning import Tuned

_LONGEST_NAME = 20
_OF_HISTORY = {"nDCG@10": NDCG, "MRR@10": "mrr@10", "R@100": "r@100"}


def record_lines(records: Sequence[Record], p: Sequence[float | None]) -> Iterator[str]:
    """A table of one record or more on one set: a row a measure, a column a record.

    Args:
        records: They share the set.
        p: The p-value of each record's nDCG@10; None for that it is compared with.
    """
    first = records[0]
    split = f", split {first.split}" if first.split else ""
    yield f"{_line(first.set)}{_line(split)}: {len(first.per_query)} queries"
    names = dict.fromkeys(name for record in records for name in record.metrics)
    rows = [
        [_line(name, 40), *(_interval(record.metrics.get(name)) for record in records)]
        for name in names
    ]
    latencies = [record.latency_ms for record in records]
    times = [f"{latency['p50']:.0f}/{latency['p95']:.0f}" for latency in latencies]
    if any(value is not None for value in p):
        rows.append([f"p of {NDCG}", *map(_p_value, p)])
    heads = ["", *(_line(record.system, _LONGEST_NAME) for record in records)]
    yield from table([heads, *rows, ["p50/p95 ms", *times]])


def history_lines(records: Sequence[Record]) -> Iterator[str]:
    """One line a record."""
    if not records:
        yield "no evaluation is recorded yet: run `ragtui eval SET`"
        return
    heads = ["id", "at", "set", "system", *_OF_HISTORY, "p95 ms"]
    yield from table([heads, *map(_history_row, records)])


def _history_row(record: Record) -> list[str]:
    names = [_line(record.id), _line(record.at, 19), _line(record.set, 28)]
    estimates = (record.metrics.get(name) for name in _OF_HISTORY.values())
    return [
        *names,
        _line(record.system, _LONGEST_NAME),
        *(ratio(estimate.mean if estimate else None) for estimate in estimates),
        f"{record.latency_ms['p95']:.0f}",
    ]


def tuning_lines(tuned: Tuned, names: Sequence[str]) -> Iterator[str]:
    """Every trial, what was held out, and what was chosen, of sets with `names`."""
    several = list(names) if len(names) > 1 else []
    rows = [
        [
            trial.key,
            str(trial.value),
            *map(ratio, (trial.mean, *trial.of_sets)[: 1 + len(several)]),
        ]
        for trial in tuned.trials
    ]
    yield from table([["setting", "value", "nDCG@10", *several], *rows])
    yield ""
    yield (
        f"Held out: nDCG@10 {ratio(tuned.before)} with the current settings, "
        f"{ratio(tuned.after)} with those that the other queries chose "
        f"(p {_p_value(paired_test(*tuned.held_out))})."
    )
    for name, pair in zip(several, tuned.of_sets, strict=False):
        yield f"  {name}: {ratio(pair[0])}, {ratio(pair[1])}"
    gains = [after - before for before, after in tuned.of_folds]
    spread = ratio(stdev(gains))
    yield f"The standard deviation of the gain over {len(gains)} folds is {spread}."
    if not tuned.winners:
        yield "No value is better than the current ones by more than a standard error."
    for key, value in tuned.winners.items():
        yield f"All queries choose {key} = {value}"
    if tuned.winners and tuned.after <= tuned.before:
        yield "The gain does not generalize: keep the current settings."


def table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """One line a row; columns are two spaces apart, all but the first to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = [
            cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)
        ]
        yield "  ".join([first.ljust(widths[0]), *cells]).rstrip()


def ratio(value: float | None, digits: int = 3) -> str:
    """A number of 0..1 without its leading zero, `.754` or `1.000`; None is `-`."""
    if value is None:
        return "-"
    text = f"{value:.{digits}f}"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def _interval(estimate: Estimate | None) -> str:
    """A mean with its 95% interval, `.754 [.70, .81]`; None is `-`."""
    if not estimate:
        return "-"
    ends = f"[{ratio(estimate.low, 2)}, {ratio(estimate.high, 2)}]"
    return f"{ratio(estimate.mean)} {ends}"


def _p_value(p: float | None) -> str:
    """`.034`, and `<.001` for what 10,000 flips cannot distinguish from 0."""
    if p is None:
        return ""
    return "<.001" if p < 0.001 else ratio(p)


def _line(text: str, width: int | None = None) -> str:
    return sanitize(text, one_line=True)[:width]
