"""What well-known embedding models expect: `known_models.toml`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Prompts:
    """Texts that a model was trained to find before each query and each passage."""

    query: str = ""
    passage: str = ""


NO_PROMPTS = Prompts()
E5_PROMPTS = Prompts("query: ", "passage: ")


@dataclass(frozen=True, slots=True)
class KnownModel:
    """What one or more models have in common."""

    prompts: Prompts = NO_PROMPTS
    max_tokens: int = 0
    """Tokens that they read at once; 0 if that is not known."""


def known_model(name: str) -> KnownModel:
    """What is known of a model by the name that a server has for it.

    Args:
        name: Such as `nomic-embed-text:latest`, `BAAI/bge-small-en-v1.5` or
            `bge-small-en-v1.5-q8_0.gguf`.
    """
    path = name.lower().replace("_", "-").replace("\\", "/")
    own = path.rpartition("/")[2].removeprefix("text-embedding-")
    matching = (model for names, model in _models() if re.match(names, own))
    return next(matching, KnownModel())


@cache
def _models() -> list[tuple[str, KnownModel]]:
    """A pattern of the beginnings of names, and the model; the first match counts."""
    text = Path(__file__).with_name("known_models.toml").read_text("utf-8")
    return [
        (
            row["names"],
            KnownModel(
                Prompts(row.get("query", ""), row.get("passage", "")),
                row.get("max_tokens", 0),
            ),
        )
        for row in tomllib.loads(text)["model"]
    ]
