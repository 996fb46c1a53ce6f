"""Who could answer, and why the others cannot. Nothing is asked of the network."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ragtui_core.answer.provider import KEYS, key_is_present, provider_name
from ragtui_core.answer.providers.claude.claude_models import (
    DEFAULT_MODEL,
    SMALL_MODEL,
)
from ragtui_core.errors import AnswerError
from ragtui_core.settings.schema import AnswerSettings, ProviderName

NO_KEY = f"no key: set {KEYS[0]}"
NO_SERVER = "no server: set answer.server.base_url"


@dataclass(frozen=True, slots=True)
class ProviderChoice:
    """Someone who may be asked.

    `model` is empty where there is none, or the server chooses. `obstacle` tells why
    it cannot answer, and is empty if it can.
    """

    provider: ProviderName
    model: str = ""
    obstacle: str = ""


def available_providers(
    settings: AnswerSettings, environ: Mapping[str, str] = os.environ
) -> tuple[ProviderChoice, ...]:
    """Everyone who may be asked under these settings, whether it can answer or not."""
    return tuple(_ways(settings, environ))


def _ways(
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


def chosen_provider(
    settings: AnswerSettings, environ: Mapping[str, str] = os.environ
) -> ProviderChoice:
    """Who would be asked now; with its obstacle, if it cannot answer."""
    try:
        provider = provider_name(settings, environ)
    except AnswerError:
        provider = settings.provider
    found = [
        way
        for way in available_providers(settings, environ)
        if way.provider is provider
    ]
    return found[0]


def with_provider(settings: AnswerSettings, way: ProviderChoice) -> AnswerSettings:
    """The settings under which `way` is who answers."""
    chosen = replace(settings, provider=way.provider)
    if way.provider is ProviderName.CLAUDE:
        return replace(chosen, model=way.model)
    if way.provider is ProviderName.COMPATIBLE:
        return replace(chosen, server=replace(settings.server, model=way.model))
    return chosen
