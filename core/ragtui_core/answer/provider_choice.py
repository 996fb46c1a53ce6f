"""The available providers, and why others are not. No network access."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ragtui_core.answer.provider import KEYS, key_is_present, provider_name
from ragtui_core.answer.providers.claude.claude_models import (
    DEFAULT_MODEL,
    SMALL_MODEL,
)
from ragtui_core.errors import AnswerError, PluginError
from ragtui_core.plugins import PluginGroup, find_plugin, plugin_names
from ragtui_core.settings.schema import AnswerSettings, ProviderName

NO_KEY = f"no key: set {KEYS[0]}"
NO_SERVER = "no server: set answer.server.base_url"


@dataclass(frozen=True, slots=True)
class ProviderChoice:
    """A provider with a model.

    `model` is empty if there is none, or the server chooses. `obstacle` is the reason
    why it cannot be used, and empty if it can.
    """

    provider: str
    model: str = ""
    obstacle: str = ""


def available_providers(
    settings: AnswerSettings, environ: Mapping[str, str] = os.environ
) -> tuple[ProviderChoice, ...]:
    """All providers under these settings, including those that cannot be used."""
    return (*_choices(settings, environ), *_installed())


def _choices(
    settings: AnswerSettings, environ: Mapping[str, str]
) -> Iterator[ProviderChoice]:
    no_key = "" if key_is_present(environ) else NO_KEY
    models = (
        settings.model,
        DEFAULT_MODEL,
        settings.small_model or SMALL_MODEL,
    )
    for model in dict.fromkeys(filter(None, models)):
        yield ProviderChoice(ProviderName.CLAUDE, model, no_key)
    server = settings.server
    no_server = "" if server.base_url else NO_SERVER
    yield ProviderChoice(ProviderName.COMPATIBLE, server.model, no_server)
    yield ProviderChoice(ProviderName.EXTRACTIVE)


def _installed() -> Iterator[ProviderChoice]:
    own = set(ProviderName)
    names = plugin_names(PluginGroup.PROVIDERS)
    return (ProviderChoice(name) for name in names if name not in own)


def chosen_provider(
    settings: AnswerSettings, environ: Mapping[str, str] = os.environ
) -> ProviderChoice:
    """The provider that is used now; with its obstacle, if it cannot be."""
    try:
        provider = provider_name(settings, environ)
    except AnswerError:
        provider = settings.provider
    for choice in _choices(settings, environ):
        if choice.provider == provider:
            return choice
    try:
        find_plugin(PluginGroup.PROVIDERS, provider)
    except PluginError as error:
        return ProviderChoice(provider, obstacle=str(error))
    return ProviderChoice(provider)


def with_provider(settings: AnswerSettings, choice: ProviderChoice) -> AnswerSettings:
    """The settings with which `choice` is used."""
    chosen = replace(settings, provider=choice.provider)
    if choice.provider == ProviderName.CLAUDE:
        return replace(chosen, model=choice.model)
    if choice.provider == ProviderName.COMPATIBLE:
        return replace(chosen, server=replace(settings.server, model=choice.model))
    return chosen
