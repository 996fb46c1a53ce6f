"""Which provider is used, and which ones are available.

No network access.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ragtui_core.errors import AnswerError, AnswerErrorKind, PluginError
from ragtui_core.plugins import PluginGroup, find_plugin, plugin_names
from ragtui_core.settings.schema import AnswerSettings, ProviderName

if TYPE_CHECKING:
    from ragtui_core.answer.request import AnswerContext, OwnProvider

DEFAULT_MODEL = "claude-sonnet-5-5"
"""The current Sonnet of the installed SDK; a test compares it with the SDK's list."""

SMALL_MODEL = "claude-haiku-5-5"
"""The current Haiku, tested in the same way."""

KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_PROFILE")
"""Environment variables of which Claude needs one: a key, or the name of a profile of
the SDK."""

MODELS = (
    "set ANTHROPIC_API_KEY for Claude; name a server of your own in "
    "`answer.server.base_url` (Ollama, LM Studio, vLLM, llama.cpp)"
)

PROVIDERS = (
    f"There are three ways to get answers: {MODELS}; or set `answer.provider = "
    "'extractive'` for exact extracts, which need no model."
)


def key_is_present() -> bool:
    """Whether the environment has a key for Claude."""
    return any(os.environ.get(name, "").strip() for name in KEYS)


def provider_name(settings: AnswerSettings) -> str:
    """The provider to use, with `auto` resolved; others need not be installed.

    Raises:
        AnswerError: The configured provider has no key or no address.
    """
    match settings.provider:
        case ProviderName.AUTO if settings.server.base_url:
            return ProviderName.COMPATIBLE
        case ProviderName.AUTO:
            has_key = key_is_present()
            return ProviderName.CLAUDE if has_key else ProviderName.EXTRACTIVE
        case ProviderName.CLAUDE if not key_is_present():
            raise _not_configured("There is no key for Claude.")
        case ProviderName.COMPATIBLE if not settings.server.base_url:
            raise _not_configured("No compatible server is configured.")
    return settings.provider


def configured_provider(settings: AnswerSettings) -> str:
    """The provider to use, `auto` resolved, whether it has a key and address or not."""
    try:
        return provider_name(settings)
    except AnswerError:
        return settings.provider


def open_provider(name: str, answer_context: "AnswerContext") -> "OwnProvider":
    """The provider of that name, for one question.

    Raises:
        AnswerError: It is not installed, or cannot be used.
    """
    try:
        plugin = find_plugin(PluginGroup.PROVIDERS, name)
        factory = plugin.load()
        if plugin.package:
            from ragtui_core.answer.installed_provider import InstalledProvider

            return InstalledProvider(plugin, factory, answer_context)
    except PluginError as error:
        raise AnswerError(
            str(error), kind=AnswerErrorKind.PROVIDER, retryable=False
        ) from error
    provider: OwnProvider = factory(answer_context)
    return provider


def load_provider(settings: AnswerSettings) -> None:
    """Import the provider of the settings ahead of the first question, if it can be.

    What prevents it is an error of that question.
    """
    try:
        find_plugin(PluginGroup.PROVIDERS, provider_name(settings)).load()
    except (AnswerError, PluginError):
        return


def _not_configured(reason: str) -> AnswerError:
    return AnswerError(
        f"{reason} {PROVIDERS}", kind=AnswerErrorKind.NO_KEY, retryable=False
    )


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


def available_providers(settings: AnswerSettings) -> tuple[ProviderChoice, ...]:
    """All providers under these settings, including those that cannot be used."""
    names = plugin_names(PluginGroup.PROVIDERS)
    installed = (
        ProviderChoice(name) for name in names if name not in set(ProviderName)
    )
    return (*_choices(settings), *installed)


def _choices(settings: AnswerSettings) -> Iterator[ProviderChoice]:
    no_key = "" if key_is_present() else NO_KEY
    models = (settings.model, DEFAULT_MODEL, SMALL_MODEL)
    for model in dict.fromkeys(filter(None, models)):
        yield ProviderChoice(ProviderName.CLAUDE, model, no_key)
    server = settings.server
    no_server = "" if server.base_url else NO_SERVER
    yield ProviderChoice(ProviderName.COMPATIBLE, server.model, no_server)
    yield ProviderChoice(ProviderName.EXTRACTIVE)


def chosen_provider(settings: AnswerSettings) -> ProviderChoice:
    """The provider that is used now; with its obstacle, if it cannot be."""
    provider = configured_provider(settings)
    for choice in _choices(settings):
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
