"""`ragtui telegram` as a process, against a fake of Telegram."""

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes.telegram_api import TOKEN, FakeTelegram
from support import commands
from support.commands import Run, Start
from support.vaults import write_files
from support.waiting import TIMEOUT

HAS_EXTRA = (
    subprocess.run(
        [commands.python(), "-c", "import telegram"], check=False, stderr=-3
    ).returncode
    == 0
)

pytestmark = pytest.mark.skipif(
    not HAS_EXTRA, reason="needs the extra ragtui[telegram]"
)

SECRET = TOKEN.partition(":")[2]
CHAT = 7


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    write_files(tmp_path / "notes", {"pump.md": "# Pump\n\nThe impeller is blue.\n"})
    return tmp_path / "notes"


@pytest.fixture
def fake() -> Iterator[FakeTelegram]:
    with FakeTelegram() as fake:
        yield fake


def settings(fake: FakeTelegram, **others: str) -> dict[str, str]:
    """Variables for a bot that talks to `fake`."""
    given = {"base_url": fake.base_url, "token": TOKEN, "chats": str(CHAT)} | others
    return {f"RAGTUI_TELEGRAM_{name.upper()}": value for name, value in given.items()}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_indexes_answers_and_ends_by_a_signal(
    fake: FakeTelegram, notes: Path, started_ragtui: Start, number: signal.Signals
) -> None:
    process = started_ragtui(
        "telegram", notes, stderr=subprocess.PIPE, **settings(fake)
    )
    fake.wait_for(lambda: fake.called("getupdates"))
    fake.say(666, "/search impeller")
    fake.say(CHAT, "/search impeller")
    while not fake.sent(1)[-1].text.startswith("1. Pump"):  # it is being indexed
        fake.say(CHAT, "/search impeller")
        fake.sent(len(fake.messages) + 1)
    process.send_signal(number)
    assert process.wait(TIMEOUT) == 0
    assert process.stderr
    told = process.stderr.read()
    assert "@notes_bot answers in 1 chat" in told
    assert "chat 666, not in telegram.chats" in told
    assert SECRET not in told
    assert "Traceback" not in told


def test_it_finds_a_chat(
    fake: FakeTelegram, notes: Path, started_ragtui: Start
) -> None:
    given = settings(fake, chats="")
    process = started_ragtui("telegram", notes, "--chat-id", **given)
    fake.wait_for(lambda: fake.called("getupdates"))
    fake.say(4711, "hello")
    assert process.wait(TIMEOUT) == 0
    assert process.stdout
    assert process.stdout.read().splitlines()[-1] == "4711"
    assert fake.messages == []


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"chats": ""}, "ragtui telegram --chat-id"),
        ({"token": f"1{TOKEN}"}, "Telegram refuses the bot's token"),
        ({"base_url": "http://127.0.0.1:9"}, "check the connection"),
    ],
)
def test_without_what_it_needs_it_does_not_start(
    fake: FakeTelegram, notes: Path, ragtui: Run, wrong: dict[str, str], said: str
) -> None:
    refused = ragtui("telegram", notes, check=2, **settings(fake, **wrong))
    assert said in refused.stderr
    assert SECRET not in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
