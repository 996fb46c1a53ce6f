"""Who answers: as set, or by what is there."""

import pytest

from ragtui_core.answer import DEFAULT_MODEL
from ragtui_core.answer.provider_choice import (
    KEYS,
    available_providers,
    chosen_provider,
    provider_name,
    with_provider,
)
from ragtui_core.errors import AnswerError
from ragtui_core.settings import AnswerSettings, ProviderName, ServerSettings
from support.answers import collected
from support.vaults import MakeVault

KEY = {"ANTHROPIC_API_KEY": "k"}
SERVER = ServerSettings(base_url="http://127.0.0.1:11434")


def set_keys(monkeypatch: pytest.MonkeyPatch, keys: dict[str, str]) -> None:
    """Give the environment these keys for Claude, and no others."""
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)
    for name, value in keys.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize(
    ("server", "environ", "name"),
    [
        (SERVER, {}, ProviderName.COMPATIBLE),
        (SERVER, KEY, ProviderName.COMPATIBLE),
        (ServerSettings(), KEY, ProviderName.CLAUDE),
        (ServerSettings(), {"ANTHROPIC_AUTH_TOKEN": "t"}, ProviderName.CLAUDE),
        (ServerSettings(), {"ANTHROPIC_PROFILE": "p"}, ProviderName.CLAUDE),
        (ServerSettings(), {}, ProviderName.EXTRACTIVE),
        (ServerSettings(), {"ANTHROPIC_API_KEY": " "}, ProviderName.EXTRACTIVE),
    ],
)
def test_auto_takes_what_is_there(
    server: ServerSettings,
    environ: dict[str, str],
    name: ProviderName,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_keys(monkeypatch, environ)
    assert provider_name(AnswerSettings(server=server)) is name


@pytest.mark.parametrize("name", list(ProviderName)[1:])
def test_what_is_set_is_taken(
    name: ProviderName, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_keys(monkeypatch, KEY)
    settings = AnswerSettings(provider=name, server=SERVER)
    assert provider_name(settings) is name


@pytest.mark.parametrize("name", [ProviderName.CLAUDE, ProviderName.COMPATIBLE])
async def test_what_is_set_but_lacks_something_names_the_three_ways(
    make_vault: MakeVault, name: ProviderName, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAGTUI_ANSWER_PROVIDER", name.value)
    vault = make_vault({"a.md": "# A"})
    with pytest.raises(AnswerError) as caught:
        await collected(vault.ask("pump"))
    assert (caught.value.kind, caught.value.retryable) == ("no_key", False)
    for way in ("ANTHROPIC_API_KEY", "answer.server.base_url", "extractive"):
        assert way in str(caught.value)


def test_every_method_names_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    set_keys(monkeypatch, {})
    found = available_providers(AnswerSettings(model="claude-own"))
    assert [way.provider for way in found][-2:] == [
        ProviderName.COMPATIBLE,
        ProviderName.EXTRACTIVE,
    ]
    assert [way.model for way in found][:2] == ["claude-own", DEFAULT_MODEL]
    assert "ANTHROPIC_API_KEY" in found[0].obstacle
    assert "answer.server.base_url" in found[-2].obstacle
    assert not found[-1].obstacle
    set_keys(monkeypatch, KEY)
    ready = available_providers(AnswerSettings(server=SERVER))
    assert not any(way.obstacle for way in ready)


@pytest.mark.parametrize("environ", [{}, KEY])
@pytest.mark.parametrize("server", [ServerSettings(), SERVER])
def test_a_way_that_was_taken_is_the_way(
    environ: dict[str, str], server: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_keys(monkeypatch, environ)
    settings = AnswerSettings(server=server)
    assert not chosen_provider(settings).obstacle
    for way in available_providers(settings):
        assert chosen_provider(with_provider(settings, way)) == way
