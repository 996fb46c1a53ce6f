"""Rows of short texts as columns: the first to the left, the others to the right."""

from collections.abc import Iterator, Sequence

from ragtui_eval.summary import Estimate


def format_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """One line for the heads and one a row; columns are two spaces apart."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        first = row[0].ljust(widths[0])
        others = [
            cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)
        ]
        yield "  ".join([first, *others]).rstrip()


def format_ratio(value: float | None, digits: int = 3) -> str:
    """A number of 0..1 without its leading zero, `.754` or `1.000`; None is `-`."""
    if value is None:
        return "-"
    text = f"{value:.{digits}f}"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def format_interval(estimate: Estimate | None) -> str:
    """A mean with its 95% interval, `.754 [.70, .81]`; None is `-`."""
    if not estimate:
        return "-"
    ends = f"[{format_ratio(estimate.low, 2)}, {format_ratio(estimate.high, 2)}]"
    return f"{format_ratio(estimate.mean)} {ends}"


def format_p_value(p: float) -> str:
    """`.034`, and `<.001` for what 10,000 flips cannot distinguish from 0."""
    return "<.001" if p < 0.001 else format_ratio(p)
