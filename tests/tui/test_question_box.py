"""Typing a question: several lines, and those of before."""

from ragtui_core import Vault
from support.chatting import answered, box, exchanges
from support.screens import OpenApp


async def test_a_question_may_have_several_lines(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("f4")
        await terminal.paste("Which pack lasts longer:\n- lithium\n- rechargeable")
        await terminal.press("ctrl+j")
        await terminal.type("in months?")
        expected = "Which pack lasts longer:\n- lithium\n- rechargeable\nin months?"
        assert box(terminal).text == expected
        assert box(terminal).region.height == 6
        await terminal.press("enter")
        await terminal.until(lambda: exchanges(terminal))
        assert exchanges(terminal)[0].question == expected
        assert box(terminal).text == ""
        assert box(terminal).region.height == 3


async def test_earlier_questions_come_back(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await answered(terminal, "Who is Zoë?")
        await answered(terminal, "Where are\nthe buoys?")
        await terminal.type("and")
        await terminal.press("up")
        assert box(terminal).text == "Where are\nthe buoys?"
        await terminal.press("up")
        assert box(terminal).text == "Where are\nthe buoys?"
        await terminal.press("up")
        assert box(terminal).text == "Who is Zoë?"
        await terminal.press("up")
        assert box(terminal).text == "Who is Zoë?"
        await terminal.press("down", "down", "down")
        assert box(terminal).text == "and"


async def test_keys_typed_ahead_are_taken_in_order(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("f4")
        await terminal.type_ahead("a", "b", "backspace", "c", "left", "d", "home", "e")
        assert box(terminal).text == "eadc"
        await terminal.type_ahead("ctrl+j", "f", "enter", "g")
        assert box(terminal).text == "g"
        await terminal.until(lambda: exchanges(terminal))
        assert exchanges(terminal)[0].question == "e\nfadc"


async def test_the_keys_of_the_app_work_while_one_types(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("f4")
        await terminal.type("what?")
        await terminal.press("f2")
        assert terminal.view == "search"
        await terminal.press("f4")
        assert box(terminal).text == "what?"


async def test_what_is_replaced_can_be_brought_back(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await answered(terminal, "Who is Zoë?")
        await answered(terminal, "Where are the buoys?")
        await terminal.press("up", "!", "up", "up")  # past a changed question
        assert box(terminal).text == "Who is Zoë?"
        await terminal.press("ctrl+z")
        assert box(terminal).text == "Where are the buoys?!"
        await terminal.press("ctrl+l")  # editing a question replaces the draft
        await terminal.until(lambda: box(terminal).text == "Where are the buoys?")
        await terminal.press("ctrl+z")
        assert box(terminal).text == "Where are the buoys?!"
        await terminal.press("escape")  # gives up editing
        assert box(terminal).text == ""
        await terminal.press("ctrl+z")
        assert box(terminal).text == "Where are the buoys?!"


async def test_a_question_that_was_not_sent_is_there_at_the_next_start(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("f4")
        await terminal.paste("Where are\nthe buoys?")
        await terminal.press("ctrl+q")
    async with open_app(vault) as terminal:
        await terminal.press("f4")
        assert box(terminal).text == "Where are\nthe buoys?"
        await terminal.press("enter")
        await terminal.until(lambda: exchanges(terminal))
        await terminal.press("ctrl+q")
    async with open_app(vault) as terminal:
        await terminal.press("f4")
        assert box(terminal).text == ""
