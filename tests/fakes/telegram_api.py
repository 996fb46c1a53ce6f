"""A real HTTP server on loopback that answers as Telegram's Bot API does.

It has what bots stumble over: long polling with offsets, text that is counted after its
entities are parsed, "can't parse entities", "message is not modified", 429 with
`retry_after`, callback data of 64 bytes at most, 409 for the older of two pollers, 401
for a wrong token, and connections that are dropped.
"""

import json
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs

from support.loopback_server import LoopbackServer, Request

TOKEN = "12345:AbCdEf-ghIJ_kl"
BOT_NAME = "notes_bot"
MAX_UNITS = 4096
MAX_CALLBACK_BYTES = 64
TAGS = frozenset({"b", "i", "s", "code", "pre", "blockquote"})

Json = dict[str, Any]


class Refused(Exception):
    """An error of the API."""

    def __init__(self, code: int, text: str, **parameters: Any) -> None:
        super().__init__(text)
        self.code = code
        self.parameters = parameters


class _Dropped(Exception):
    """The connection is closed without an answer."""


DROP = _Dropped()
"""A fault: the connection is closed without an answer."""


class Entities(HTMLParser):
    """The text of markup; raises where Telegram would refuse it."""

    def __init__(self, markup: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self._open: list[str] = []
        self.feed(markup)
        self.close()
        if self._open:
            self._refuse(f'can\'t find end tag corresponding to "{self._open[-1]}"')

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in TAGS or attrs:
            self._refuse(f'unsupported start tag "{tag}"')
        self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self._refuse("unexpected end tag")

    def handle_comment(self, data: str) -> None:
        self._refuse(f"unsupported {data!r}")

    def handle_decl(self, decl: str) -> None:
        self._refuse(f"unsupported {decl!r}")

    def unknown_decl(self, data: str) -> None:
        self._refuse(f"unsupported {data!r}")

    def handle_pi(self, data: str) -> None:
        self._refuse(f"unsupported {data!r}")

    def handle_data(self, data: str) -> None:
        self.text += data

    def _refuse(self, reason: str) -> None:
        at = len(self.text.encode())
        raise Refused(400, f"Bad Request: can't parse entities: {reason} at {at}")


@dataclass
class Sent:
    """A message of the bot, as it is now."""

    id: int
    chat: int
    text: str
    markup: str
    buttons: dict[str, str] = field(default_factory=dict)
    """Data by label."""
    edits: int = 0


class FakeTelegram(LoopbackServer):
    """Serves until the `with` block ends.

    Attributes:
        calls: The methods that were called, with their arguments.
        messages: What the bot sent, in order; edits replace the text.
        burst: Messages and edits that a chat may get before 429; None: no limit.
    """

    def __init__(self, token: str = TOKEN) -> None:
        """Prepare; nothing listens yet."""
        self.token = token
        self.calls: list[tuple[str, Json]] = []
        self.messages: list[Sent] = []
        self.burst: int | None = None
        self._faults: dict[str, deque[Exception]] = defaultdict(deque)
        self._updates: list[Json] = []
        self._poller = 0
        self._count = 0
        self._ended = False
        self._changed = threading.Condition()

    def handle(self, request: Request, body: bytes) -> None:
        """Call a method; or drop the connection."""
        form = parse_qs(body.decode(), keep_blank_values=True)
        _, bot, method = request.path.split("/", 2)
        given = {name: values[0] for name, values in form.items()}
        answer = self.answer(bot[3:], method.lower(), given)
        if answer is None:
            request.close_connection = True
            return
        request.send(answer[0], json.dumps(answer[1]).encode())

    def release(self) -> None:
        """Let long polls go."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    # --- what people do ---

    def say(self, chat: int, text: str | None, **more: Any) -> int:
        """A person writes; returns the id of the message."""
        with self._changed:
            number = self._id()
            kind = "private" if chat > 0 else "group"
            message = {
                "message_id": number,
                "date": int(time.time()),
                "chat": {"id": chat, "type": kind, "first_name": "Ann"},
                "from": {"id": abs(chat), "is_bot": False, "first_name": "Ann"},
            }
            message |= {} if text is None else {"text": text}
            if text and text.startswith("/"):
                length = len(text.split()[0])
                command = {"type": "bot_command", "offset": 0, "length": length}
                message |= {"entities": [command]}
            self._push({"message": message | more})
            return number

    def reply(self, chat: int, to: Sent, text: str) -> None:
        """A person replies to a message of the bot."""
        self.say(chat, text, reply_to_message=_message(to))

    def press(self, message: Sent, label: str, chat: int | None = None) -> None:
        """A person presses a button; `chat` claims another chat than its own."""
        data = message.buttons[label]
        shown = _message(message)
        if chat is not None:
            shown["chat"] = {"id": chat, "type": "private"}
        with self._changed:
            query = {
                "id": str(self._id()),
                "chat_instance": "1",
                "data": data,
                "from": {"id": 7, "is_bot": False, "first_name": "Ann"},
                "message": shown,
            }
            self._push({"callback_query": query})

    # --- what tests arrange and wait for ---

    def fail(self, method: str, *faults: Exception) -> None:
        """What the next calls of `method` (in lower case) meet, in order."""
        self._faults[method].extend(faults)

    def wait_for(self, condition: Callable[[], Any]) -> Any:
        """What `condition` returns when it is true; looked at after each call."""
        with self._changed:
            return self._changed.wait_for(condition)

    def sent(self, count: int) -> list[Sent]:
        """The messages, when there are `count` of them."""
        self.wait_for(lambda: len(self.messages) >= count)
        return self.messages

    def done(self, message: Sent) -> Sent:
        """The message, when it is edited and has no stop button any more."""
        self.wait_for(lambda: message.edits and "Stop" not in message.buttons)
        return message

    def called(self, method: str) -> list[Json]:
        """The arguments of the calls of `method`."""
        return [given for name, given in self.calls if name == method]

    # --- the API ---

    def answer(self, token: str, method: str, given: Json) -> tuple[int, Json] | None:
        """The status and body for a call; None drops the connection."""
        with self._changed:
            self.calls.append((method, given))
            try:
                result = self._result(token, method, given)
            except _Dropped:
                return None
            except Refused as error:
                more = {"parameters": error.parameters} if error.parameters else {}
                head = {"ok": False, "error_code": error.code}
                return error.code, head | {"description": str(error)} | more
            finally:
                self._changed.notify_all()
            return 200, {"ok": True, "result": result}

    def _result(self, token: str, method: str, given: Json) -> Any:
        if token != self.token:
            raise Refused(401, "Unauthorized")
        if self._faults[method]:
            raise self._faults[method].popleft()
        return getattr(self, f"_on_{method}", lambda _: True)(given)

    def _id(self) -> int:
        self._count += 1
        return self._count

    def _push(self, update: Json) -> None:
        self._updates.append({"update_id": self._id()} | update)
        self._changed.notify_all()

    def _on_getme(self, _: Json) -> Json:
        return {"id": 1, "is_bot": True, "first_name": "notes", "username": BOT_NAME}

    def _on_getupdates(self, given: Json) -> list[Json]:
        self._poller += 1  # a newer poller ends the older one
        me, offset = self._poller, int(given.get("offset", 0))
        self._updates = [u for u in self._updates if u["update_id"] >= offset]
        self._changed.notify_all()
        self._changed.wait_for(
            lambda: self._updates or self._ended or me != self._poller,
            float(given.get("timeout", 0)),
        )
        if me != self._poller:
            raise Refused(409, "Conflict: terminated by other getUpdates request")
        return list(self._updates)

    def _on_sendmessage(self, given: Json) -> Json:
        text, markup = self._checked(given)
        message = Sent(self._id(), int(given["chat_id"]), text, markup)
        message.buttons = _buttons(given)
        self.messages.append(message)
        return _message(message)

    def _on_editmessagetext(self, given: Json) -> Json:
        text, markup = self._checked(given)
        number = int(given["message_id"])
        found = [message for message in self.messages if message.id == number]
        if not found:
            raise Refused(400, "Bad Request: message to edit not found")
        message, buttons = found[0], _buttons(given)
        if (message.markup, message.buttons) == (markup, buttons):
            raise Refused(400, "Bad Request: message is not modified")
        message.text, message.markup, message.buttons = text, markup, buttons
        message.edits += 1
        return _message(message)

    def _checked(self, given: Json) -> tuple[str, str]:
        markup = given.get("text", "")
        text = Entities(markup).text if given.get("parse_mode") == "HTML" else markup
        if not text.strip():
            raise Refused(400, "Bad Request: message text is empty")
        if len(text.encode("utf-16-le")) // 2 > MAX_UNITS:
            raise Refused(400, "Bad Request: message is too long")
        if any(len(d.encode()) > MAX_CALLBACK_BYTES for d in _buttons(given).values()):
            raise Refused(400, "Bad Request: BUTTON_DATA_INVALID")
        if self.burst is not None:
            self.burst -= 1
            if self.burst < 0:
                self.burst = None
                raise Refused(429, "Too Many Requests: retry after 1", retry_after=1)
        return text, markup


def _buttons(given: Json) -> dict[str, str]:
    rows = json.loads(given.get("reply_markup", "{}")).get("inline_keyboard", [])
    return {b["text"]: b["callback_data"] for row in rows for b in row}


def _message(message: Sent) -> Json:
    kind = "private" if message.chat > 0 else "group"
    return {
        "message_id": message.id,
        "date": int(time.time()),
        "text": message.text,
        "chat": {"id": message.chat, "type": kind},
    }
