"""Chooses a model of a server for all questions, and stores the choice."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ragtui_core.answer.servers.model_servers import PORTS, ModelServer, ServedModel
from ragtui_core.answer.servers.prompt_shape import shape_of
from ragtui_core.errors import AnswerError, AnswerErrorKind
from ragtui_core.settings.loading import config_path
from ragtui_core.settings.schema import AnswerSettings, ProviderName
from ragtui_core.settings.settings_files import write_settings

NO_SERVER = (
    "No model server answers on this computer ("
    + ", ".join(f"{kind} at port {port}" for kind, port in PORTS.items())
    + "). Install one and start it with a model: Ollama (https://ollama.com, then "
    "`ollama pull qwen2.5:7b`), LM Studio (https://lmstudio.ai), llama.cpp "
    "(`llama-server -m MODEL.gguf`) or vLLM (`vllm serve MODEL`)."
)

Offer = tuple[ModelServer, ServedModel]


def offers(servers: Sequence[ModelServer]) -> list[Offer]:
    """All models of some servers, each with its server."""
    return [(server, model) for server in servers for model in server.models]


def described(model: ServedModel) -> str:
    """What is known of a model, such as `1.5 B parameters, 4,096 tokens, tools`."""
    return ", ".join(_facts(model))


def _facts(model: ServedModel) -> Iterator[str]:
    if model.billions:
        yield f"{model.billions:g} B parameters"
    if model.context_tokens:
        yield f"{model.context_tokens:,} tokens"
    if model.calls_tools:
        yield "tools"
    is_short = shape_of(model, AnswerSettings(), is_slow=False).is_short
    yield "short prompt" if is_short else "full prompt"


def choose_model(name: str, offered: Sequence[Offer]) -> Path:
    """Store one of the models as what answers questions from now on.

    Returns:
        The settings file that was written.

    Raises:
        AnswerError: None is called `name`, or has it in its name alone.
        SettingsError: The file cannot be written.
    """
    exact = [offer for offer in offered if offer[1].name == name]
    named = exact or [offer for offer in offered if name in offer[1].name]
    if len(named) != 1:
        listed = ", ".join(model.name for _, model in named or offered)
        which = "several models have" if named else "no model is called"
        raise AnswerError(
            f"{which} {name}: name one of {listed}",
            kind=AnswerErrorKind.MODEL_NOT_FOUND,
            retryable=False,
        )
    return store_choice(named[0])


def store_choice(offer: Offer) -> Path:
    """Store a model as what answers questions; returns the settings file.

    Raises:
        SettingsError: The file cannot be written.
    """
    server, model = offer
    values = {
        "answer.provider": ProviderName.COMPATIBLE.value,
        "answer.server.base_url": server.base_url,
        "answer.server.model": model.name,
    }
    write_settings(config_path(), values)
    return config_path()


def with_offer(settings: AnswerSettings, offer: Offer) -> AnswerSettings:
    """The settings with which a model answers."""
    server, model = offer
    of_server = replace(settings.server, base_url=server.base_url, model=model.name)
    return replace(settings, provider=ProviderName.COMPATIBLE.value, server=of_server)
