"""Statistics as labels and figures, the same for every front end."""

from datetime import UTC, datetime

from ragtui_core.history import (
    Figure,
    Latency,
    ProviderFigures,
    SearchFigures,
    Statistics,
    StatisticsView,
)
from ragtui_core.history.statistics import (
    CitedDocument,
    Outcomes,
    UnansweredQuestion,
    VerdictShare,
)

ASKED = datetime(2026, 3, 1, tzinfo=UTC)


def view(found: Statistics, max_items: int = 2) -> StatisticsView:
    return StatisticsView(found, max_items=max_items)


def test_numbers_have_their_nouns() -> None:
    one = view(Statistics("/notes", None, Outcomes(1), searches=SearchFigures(1)))
    assert (one.questions, one.searches, one.damaged) == ("1 question", "1 search", "")
    many = view(
        Statistics(None, None, Outcomes(900, 150), searches=SearchFigures(2), damaged=2)
    )
    assert many.title == "1,050 questions to all vaults"
    assert many.searches == "2 searches"
    assert many.damaged == "2 damaged lines of the log left out"


def test_each_figure_has_a_label_and_a_text() -> None:
    provider = ProviderFigures(
        "claude", "", 3, Latency(80, 4200), {"cache_read_input_tokens": 1_500}
    )
    shown = view(
        Statistics(
            "/notes",
            None,
            providers=(provider,),
            verdicts=(VerdictShare("file_missing", 3, 0.75),),
        )
    )
    assert [*shown.answer_times()] == [
        Figure("claude p50", 80, "80 ms"),
        Figure("claude p95", 4200, "4.2 s"),
    ]
    assert [*shown.tokens()] == [Figure("claude cache read input", 1_500, "1,500")]
    assert [*shown.verdicts()] == [Figure("file missing", 0.75, "3 · 75%")]


def test_lists_are_cut_and_say_so() -> None:
    questions = [
        UnansweredQuestion("/notes", f"Who is\x1b[2J {n}?", n, ASKED) for n in (1, 2, 3)
    ]
    files = tuple(CitedDocument("/my/notes", f"{n}.md", 9, n) for n in range(3))
    shown = view(Statistics(None, None, unanswered=tuple(questions), cited=files))
    (unanswered,) = shown.lists()
    assert unanswered.heading == "Unanswered (2 of 3)"
    assert unanswered.items == (
        ("2026-03-01  Who is 1?",),
        ("2026-03-01  (2 times) Who is 2?",),
    )
    assert unanswered.more == 1
    heading, cited = shown.cited()
    assert heading == "Most cited, by questions (2 of 3)"
    assert cited[1] == Figure("notes/1.md", 1, "1")
