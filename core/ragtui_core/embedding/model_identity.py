"""Which model the settings name: its id, its prompts, and what it reads."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ragtui_core.embedding.bundled_model import MODEL_ID, MULTILINGUAL_ID
from ragtui_core.embedding.known_models import (
    E5_PROMPTS,
    NO_PROMPTS,
    Prompts,
    known_model,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from ragtui_core.settings.schema import EmbeddingSettings

AUTO = "auto"
"""The value of `embedding.model` that follows the languages of the vault, and the
prompts of a model whose own configuration has them."""

BUNDLED = "bundled"
"""The value of `embedding.model` for the model shipped in the package."""

MULTILINGUAL = "multilingual"
"""The value of `embedding.model` for that of the package ragtui-multilingual."""

_SHIPPED = {BUNDLED: MODEL_ID, MULTILINGUAL: MULTILINGUAL_ID}
"""The ids of models whose weights are known, by the value of `embedding.model`."""

_READS = {MODEL_ID: "English", MULTILINGUAL_ID: "about 100 languages"}

MIN_FOREIGN = 0.25
"""From this ratio of passages on that the bundled model does not read, `auto` is the
multilingual one, which is a little weaker in English (nDCG@10 of its vectors alone .792
against .817 on MED, and .975 against .955 on XQuAD)."""

_SERVER = "server"
TRANSFORMERS = "sentence-transformers"
"""The embedder of a model whose name has no prefix."""

_PREFIXED = re.compile(r"([a-z][a-z0-9_-]+):(.+)", re.DOTALL)
"""`NAME:MODEL`; a drive of Windows has one letter."""

_PROMPTED = re.compile(r'(.+) (\{"query": .*\})', re.DOTALL)
"""The id of a model with prompts: its name, and they as JSON."""


def is_multilingual_installed() -> bool:
    """Whether the package ragtui-multilingual is there, without loading it."""
    return find_spec("ragtui_multilingual") is not None


@cache
def multilingual_vocabulary() -> frozenset[str]:
    """The whole words in the multilingual model's vocabulary: 100,000, in lower case.

    Raises:
        ImportError: Its package is not installed.
    """
    pieces = import_module("ragtui_multilingual").MODEL.load_vocabulary()
    words = (piece[1:].lower() for piece in pieces if piece.startswith("▁"))
    return frozenset(filter(str.isalpha, words))


def resolved(
    settings: EmbeddingSettings, indexed: Collection[str], foreign: float
) -> EmbeddingSettings:
    """The settings with a model instead of `auto`, for an index.

    The index has, or collects, vectors of the models `indexed`, and a ratio of
    `foreign` passages, which the bundled model does not read.
    """
    if settings.model != AUTO:
        return settings
    is_better = foreign >= MIN_FOREIGN and is_multilingual_installed()
    is_multilingual = is_better or MULTILINGUAL_ID in indexed
    return replace(settings, model=MULTILINGUAL if is_multilingual else BUNDLED)


def advice(settings: EmbeddingSettings, foreign: float) -> str:
    """What another model would bring for a vault, in a sentence; "" if nothing."""
    if settings.model != AUTO or foreign < MIN_FOREIGN or is_multilingual_installed():
        return ""
    return (
        f"The bundled model reads English, and {foreign:.0%} of the passages are in "
        "other languages: the package ragtui-multilingual finds them by meaning, too "
        "(`pip install ./multilingual` from a clone, then `ragtui index`)."
    )


def unread_languages(model_id: str) -> str:
    """How notes are found that a model does not read; "" if it may read all."""
    if model_id != MODEL_ID:
        return ""
    if is_multilingual_installed():
        return "Other languages are found by their words alone: see `embedding.model`."
    return (
        "Without ragtui-multilingual, other languages are found by their words alone."
    )


def is_of_server(model_id: str) -> bool:
    """Whether the id is that of a server's model, which a server may replace."""
    return model_id.startswith(f"{_SERVER}:")


def model_reads(model_id: str) -> str:
    """The languages that a model reads, in words; "" if that is not known."""
    return _READS.get(model_id, "")


def prompts_of(settings: EmbeddingSettings) -> Prompts:
    """What is put before texts, as the model is known to expect.

    `auto` is for a sentence-transformers model, whose own configuration decides when it
    is loaded.
    """
    name, model = embedder_and_model(settings.model)
    if name == MULTILINGUAL:
        return E5_PROMPTS
    if name == TRANSFORMERS:
        return Prompts(AUTO, AUTO)
    return known_model(model).prompts if name == _SERVER else NO_PROMPTS


def model_id(settings: EmbeddingSettings) -> str:
    """The id of the model that `settings` name, without loading it.

    Prompts are part of it: vectors of texts with others are not comparable.
    """
    name, model = embedder_and_model(settings.model)
    if shipped := _SHIPPED.get(name):
        return shipped
    prompts, identity = prompts_of(settings), f"{name}:{model}"
    if prompts == NO_PROMPTS:
        return identity
    return f"{identity} {json.dumps(asdict(prompts), ensure_ascii=False)}"


def model_setting(model_id: str) -> str | None:
    """The value of `embedding.model` for a model id; None if there is none."""
    match = _PROMPTED.fullmatch(model_id)
    identity = match[1] if match else model_id
    for setting, shipped in _SHIPPED.items():
        if identity == shipped:
            return setting
    name = identity.removeprefix(f"{TRANSFORMERS}:")
    if name != identity and not _PREFIXED.fullmatch(name):
        return name
    return identity if _PREFIXED.fullmatch(identity) else None


def settings_for(indexed: str, settings: EmbeddingSettings) -> EmbeddingSettings | None:
    """The settings with the model of an id; None if no setting gives that one."""
    name = model_setting(indexed)
    named = replace(settings, model=name) if name else None
    return named if named and model_id(named) == indexed else None


def model_name(model_id: str) -> str:
    """A model id as people read it: without prompts and checksum."""
    match = _PROMPTED.fullmatch(model_id)
    name = (match[1] if match else model_id).removeprefix(f"{TRANSFORMERS}:")
    return name.partition("/")[0] if model_id in _READS else name


def embedder_and_model(setting: str) -> tuple[str, str]:
    """The name of the embedder, and of its model."""
    if setting == AUTO:
        return BUNDLED, ""
    if setting in _SHIPPED:
        return setting, ""
    match = _PREFIXED.fullmatch(setting)
    return (match[1], match[2]) if match else (TRANSFORMERS, setting)
