"""What a bot needs is checked before anything is sent."""

import pytest

from fakes.telegram_api import TOKEN
from ragtui_core import SettingsError
from ragtui_core.settings import TelegramSettings
from ragtui_telegram.service import bot_settings

COMPLETE = {"token": TOKEN, "chats": ("7", "-1001")}


def test_complete_settings() -> None:
    settings = bot_settings(TelegramSettings(**COMPLETE), require_chats=True)  # type: ignore[arg-type]
    assert settings.chats == {7, -1001}
    assert settings.base_url == "https://api.telegram.org"
    assert TOKEN not in repr(settings)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"chats": ()}, "ragtui telegram --chat-id"),
        ({"chats": ("ann",)}, "'ann', which is not the id of a chat"),
        ({"token": ""}, "RAGTUI_TELEGRAM_TOKEN"),
        ({"token": "12345/../secret"}, "`telegram.token` is not a bot's token"),
    ],
)
def test_wrong_settings_are_one_sentence(changed: dict[str, object], said: str) -> None:
    given = TelegramSettings(**(COMPLETE | changed))  # type: ignore[arg-type]
    with pytest.raises(SettingsError) as caught:
        bot_settings(given, require_chats=True)
    assert said in str(caught.value)
    assert "secret" not in str(caught.value)
