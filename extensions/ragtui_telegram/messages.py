"""Messages of the bot, which have a plain-text form."""

from collections.abc import Sequence

from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, Message
from telegram.error import BadRequest

from ragtui_telegram.markup import messages_of, plain_text
from ragtui_telegram.replies import Buttons, Reply


async def send(bot: Bot, chat: int, markup: str, buttons: Buttons = ()) -> Message:
    """Send a message.

    Raises:
        TelegramError: It cannot be sent.
    """
    keyboard = _keyboard(buttons)
    try:
        return await bot.send_message(chat, markup, reply_markup=keyboard)
    except BadRequest as error:
        if not _is_unparsable(error):
            raise
        plain = plain_text(markup)
        return await bot.send_message(
            chat, plain, parse_mode=None, reply_markup=keyboard
        )


async def edit(message: Message, markup: str, buttons: Buttons = ()) -> None:
    """Replace the text and buttons of a message.

    Raises:
        TelegramError: It cannot be replaced.
    """
    keyboard = _keyboard(buttons)
    try:
        await message.edit_text(markup, reply_markup=keyboard)
    except BadRequest as error:
        if _is_unparsable(error):
            plain = plain_text(markup)
            await message.edit_text(plain, parse_mode=None, reply_markup=keyboard)
        elif "not modified" not in str(error):
            raise


async def send_reply(bot: Bot, chat: int, reply: Reply) -> None:
    """Send the messages of a reply, with its buttons below the last one.

    Raises:
        TelegramError: One cannot be sent.
    """
    *messages, last = messages_of(reply.parts)
    for text in messages:
        await send(bot, chat, text)
    await send(bot, chat, last, reply.buttons)


def _is_unparsable(error: BadRequest) -> bool:
    return "parse entities" in str(error)


def _keyboard(rows: Sequence[Sequence[tuple[str, str]]]) -> InlineKeyboardMarkup | None:
    if not rows:
        return None
    return InlineKeyboardMarkup(
        [
            [InlineKeyboardButton(label, callback_data=data) for label, data in row]
            for row in rows
        ]
    )
