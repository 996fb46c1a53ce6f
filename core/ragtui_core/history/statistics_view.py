"""The statistics of the audit log as labels and formatted figures.

Each front end draws the same ones: as lines of text, as bars.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from ragtui_core.citations.verdict_wording import verdict_name
from ragtui_core.history.statistics import Latency, ProviderFigures, Statistics
from ragtui_core.text.plurals import counted
from ragtui_core.text.sanitizing import sanitize


@dataclass(frozen=True, slots=True)
class Figure:
    """A labelled amount, 0 or more, with its text, such as `1.2 s`."""

    label: str
    amount: float
    text: str


@dataclass(frozen=True, slots=True)
class ItemList:
    """The most important items of a list, each of one or more lines."""

    heading: str
    """With their number."""
    items: tuple[tuple[str, ...], ...]
    more: int
    """Number of further items."""


class StatisticsView:
    """The parts of a page of statistics. Text is on one line and safe to display."""

    def __init__(self, found: Statistics, *, max_items: int) -> None:
        """Show `found`, with at most `max_items` of each list."""
        self._found = found
        self._max_items = max_items

    @property
    def questions(self) -> str:
        """The number of questions."""
        return counted(self._found.outcomes.questions, "question")

    @property
    def title(self) -> str:
        """The number of questions, their time, and their vault."""
        place = "all vaults" if self._found.vault is None else self._found.vault
        since = f" since {self._found.since}" if self._found.since else ""
        return f"{self.questions}{since} to {place}"

    def outcomes(self) -> tuple[Figure, ...]:
        """Questions by outcome: answered, unanswered, failed, cancelled."""
        names = ("answered", "unanswered", "failed", "cancelled")
        counts = [getattr(self._found.outcomes, name) for name in names]
        return tuple(
            Figure(name, count, f"{count:,}")
            for name, count in zip(names, counts, strict=True)
        )

    @property
    def failures(self) -> str:
        """The kinds of failure with their number; empty without failures."""
        return ", ".join(
            f"{_words(kind)} {times}" for kind, times in self._found.errors
        )

    def answer_times(self) -> Iterator[Figure]:
        """The latency of complete answers of each provider."""
        for each in self._found.providers:
            if each.latency_ms:
                yield from latency_figures(provider_label(each), each.latency_ms)

    def tokens(self) -> Iterator[Figure]:
        """The tokens of each provider, by kind."""
        for each in self._found.providers:
            for kind, tokens in each.tokens.items():
                words = _words(kind).removesuffix(" tokens")
                label = f"{provider_label(each)} {words}"
                yield Figure(label, tokens, f"{tokens:,}")

    @property
    def quotations(self) -> str:
        """The number of quotations."""
        return counted(sum(v.citations for v in self._found.verdicts), "quotation")

    def verdicts(self) -> Iterator[Figure]:
        """The share of each verdict, 0..1, of all quotations."""
        for each in self._found.verdicts:
            text = f"{each.citations:,} · {each.share:.0%}"
            yield Figure(verdict_name(each.verdict), each.share, text)

    def cited(self) -> tuple[str, tuple[Figure, ...]]:
        """The heading, and the most cited files with their number of questions."""
        found = self._found.cited
        return self._heading("Most cited, by questions", found), tuple(
            Figure(
                self._path(each.vault, each.path), each.questions, f"{each.questions:,}"
            )
            for each in found[: self._max_items]
        )

    def lists(self) -> Iterator[ItemList]:
        """Questions without an answer, and those that were asked again."""
        unanswered = [
            (f"{each.last:%Y-%m-%d}  {_times(each.times)}{_line(each.question)}",)
            for each in self._found.unanswered
        ]
        rephrased = [
            (
                f"{each.first:%Y-%m-%d}  {_line(each.questions[0])}",
                *map(_line, each.questions[1:]),
            )
            for each in self._found.rephrased
        ]
        for words, items in (
            ("Unanswered", unanswered),
            ("Asked again in other words", rephrased),
        ):
            if items:
                shown = tuple(items[: self._max_items])
                yield ItemList(
                    self._heading(words, items), shown, len(items) - len(shown)
                )

    @property
    def searches(self) -> str:
        """The number of searches; empty if there are none."""
        searches = self._found.searches.searches
        return counted(searches, "search") if searches else ""

    @property
    def search_results(self) -> str:
        """How many searches found nothing or little."""
        figures = self._found.searches
        return (
            f"{figures.empty:,} without a hit, {figures.weak:,} with weak hits, "
            f"{figures.relaxed:,} relaxed"
        )

    @property
    def damaged(self) -> str:
        """A sentence on lines of the log that are damaged; empty if there are none."""
        damaged = self._found.damaged
        return (
            f"{counted(damaged, 'damaged line')} of the log left out" if damaged else ""
        )

    def _heading(self, words: str, items: Sequence[object]) -> str:
        more = f" of {len(items):,}" if len(items) > self._max_items else ""
        return f"{words} ({min(self._max_items, len(items))}{more})"

    def _path(self, vault: str, path: str) -> str:
        own = self._found.vault is not None
        return _line(path if own else f"{PurePath(vault).name}/{path}")


def latency_figures(label: str, latency: Latency) -> tuple[Figure, Figure]:
    """The median and the 95th percentile of a latency."""
    p50, p95 = latency.p50, latency.p95
    return (
        Figure(f"{label} p50", p50, milliseconds(p50)),
        Figure(f"{label} p95", p95, milliseconds(p95)),
    )


def latency_text(latency: Latency) -> str:
    """`p50 120 ms, p95 1.4 s`."""
    return f"p50 {milliseconds(latency.p50)}, p95 {milliseconds(latency.p95)}"


def milliseconds(time: float) -> str:
    """`120 ms`, `1.4 s`."""
    return f"{time:.0f} ms" if time < 999.5 else f"{time / 1000:.1f} s"


def provider_label(figures: ProviderFigures) -> str:
    """The model, else the provider."""
    return _line(figures.model or figures.provider) or "unknown"


def _times(times: int) -> str:
    return f"({times} times) " if times > 1 else ""


def _line(text: str) -> str:
    return sanitize(text, one_line=True)


def _words(value: str) -> str:
    return _line(value).replace("_", " ")
