"""Asking in the app's chat."""

from ragtui_tui.chat_view.chat_pane import ChatPane
from ragtui_tui.chat_view.exchange import Exchange
from ragtui_tui.chat_view.question_box import QuestionBox
from ragtui_tui.chat_view.quotation_view import QuotationView
from support.screens import Terminal

QUESTION = "How long does the lithium battery last in the harbour?"


def pane(terminal: Terminal) -> ChatPane:
    return terminal.main.query_one(ChatPane)


def exchanges(terminal: Terminal) -> list[Exchange]:
    return list(terminal.main.query(Exchange))


def box(terminal: Terminal) -> QuestionBox:
    return terminal.main.query_one(QuestionBox)


def view(terminal: Terminal) -> QuotationView:
    return terminal.main.query_one(QuotationView)


def is_over(terminal: Terminal) -> bool:
    return not pane(terminal).is_answering


async def ask(terminal: Terminal, question: str = QUESTION) -> None:
    """Put a question, and do not wait."""
    await terminal.press("f4")
    await terminal.paste(question)
    await terminal.press("enter")


async def answered(terminal: Terminal, question: str = QUESTION) -> Exchange:
    """Put a question, and wait until the answer is complete."""
    before = len(exchanges(terminal))
    await ask(terminal, question)
    await terminal.until(lambda: len(exchanges(terminal)) > before)
    await terminal.until(lambda: is_over(terminal))
    return exchanges(terminal)[-1]


def shown(terminal: Terminal) -> str:
    """What is said about a quotation, and the rows of its file that are in view."""
    document = view(terminal).view
    rows = (document.render_line(y).text.rstrip() for y in range(document.size.height))
    return "\n".join([str(view(terminal).query_one("Static").render()), *rows])
