"""The words of an answer as rows: what came in pieces reads as what came at once."""

from dataclasses import replace

import pytest
from textual import on
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Offset
from textual.selection import Selection

from fakes.long_answer import markdown
from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.types import Lines, Span
from ragtui_tui.chat_view.answer_text import AnswerText, annotate


def citation(number: int, verdict: Verdict = Verdict.EXACT) -> Citation:
    return Citation(
        number=number,
        path="gauge.md",
        span=Span(9, 39),
        lines=Lines(3, 3),
        heading_path=("Gauge",),
        quote="The gauge is read twice a day.",
        verdict=verdict,
        quoted=True,
    )


class Page(App[None]):
    """An answer that is scrolled."""

    CSS = "AnswerText { height: auto; }"

    def __init__(self) -> None:
        super().__init__()
        self.chosen: list[int] = []

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield AnswerText()

    @property
    def text(self) -> AnswerText:
        return self.query_one(AnswerText)

    @property
    def rows(self) -> list[str]:
        rows = map(self.text.row_at, range(self.text.row_count))
        return [row.content.plain for row in rows if row]

    @on(AnswerText.MarkChosen)
    def _chosen(self, message: AnswerText.MarkChosen) -> None:
        self.chosen.append(message.number)


@pytest.mark.parametrize("size", [1, 7, 500])
async def test_what_comes_in_pieces_reads_as_what_comes_at_once(size: int) -> None:
    app = Page()
    async with app.run_test(size=(80, 24)) as pilot:
        source = f"See [it].\n\n{markdown(120)}"
        for start in range(0, len(source), size):
            app.text.feed(source[start : start + size])
            app.text.write()
        await pilot.pause()
        in_pieces = app.rows
        await app.recompose()
        app.text.feed(source)
        app.text.write()
        await pilot.pause()
        assert app.rows == in_pieces
        assert len(in_pieces) > 10
        app.text.feed("\n\n[it]: gauge.md\n")
        app.text.finish()
        assert app.rows[0] == "See it."


async def test_the_answer_is_as_high_as_its_rows() -> None:
    app = Page()
    async with app.run_test(size=(80, 24)) as pilot:
        source = markdown(1_000)
        for start in range(0, len(source), 500):
            app.text.feed(source[start : start + 500])
            app.text.write()
            await pilot.pause()
        app.text.finish()
        await pilot.pause()
        assert app.text.size.height == len(app.rows) + 1 > 60
        wide_width = len(app.rows)
        await pilot.resize_terminal(30, 24)
        await pilot.pause()
        assert app.text.size.height == len(app.rows) + 1 > wide_width + 1


async def test_a_mark_shows_its_verdict_and_links_to_the_quotation() -> None:
    app = Page()
    async with app.run_test(size=(60, 24)) as pilot:
        app.text.feed(
            "It is read twice [1]. `[1]` \\[1]\n\n| when |\n|---|\n| daily [2] |\n"
        )
        app.text.finish()
        await pilot.pause()
        assert "[1]" in app.rows[0]
        app.text.cite(citation(1))
        app.text.cite(citation(2, Verdict.MISSING))
        await pilot.pause()
        assert app.rows[0].replace("\u200b", "") == "It is read twice [1✓]. [1] [1]"
        assert any("daily [2∅]" in row for row in app.rows)
        await pilot.click(offset=(2 + app.rows[0].index("1✓"), 0))
        assert app.chosen == [1]
        await pilot.click(offset=(4, 0))
        assert app.chosen == [1]


async def test_rows_can_be_selected_without_their_margin() -> None:
    app = Page()
    async with app.run_test(size=(60, 24)) as pilot:
        app.text.feed("The first row.\n\nThe second row.")
        app.text.finish()
        await pilot.pause()
        selection = Selection(Offset(6, 0), Offset(12, 2))
        assert app.text.get_selection(selection) == ("first row.\n\nThe second", "\n")


def annotated(text: str, *remarks: str) -> Content:
    passage = replace(citation(2), quoted=False)
    return annotate(Content(text), {1: citation(1), 2: passage}, remarks)


def test_a_quotation_and_a_passage_have_other_signs() -> None:
    shown = annotated('It is "5" [1], or 6 [2].')
    assert shown.plain == 'It is "5" [1\u2713], or 6 [2\u00b6].'


def test_a_remark_stands_out() -> None:
    shown = annotated("It is 5 [not in the file], [x].", "[not in the file]")
    assert shown.plain == "It is 5 [not in the file], [x]."
    (span,) = shown.spans
    assert shown.plain[span.start : span.end] == "[not in the file]"
    assert annotated("It is 5 [not in the file].").spans == []
