"""The schema: one frozen dataclass a table of `config.toml`.

A field's metadata holds its description, its range and whether a vault's own
settings file may set it (it may come from someone else, so endpoints, providers,
paths and processor use are the user's alone).
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ragtui_core.model import Mode


def setting(
    default: Any,
    description: str,
    *,
    vault: bool = False,
    low: float | None = None,
    high: float | None = None,
) -> Any:
    """A dataclass field of the schema.

    Args:
        default: The value when nothing sets it.
        description: One sentence for the documentation.
        vault: Whether a vault's own file may set it.
        low: The smallest allowed number.
        high: The largest allowed number.
    """
    metadata = {"description": description, "vault": vault, "low": low, "high": high}
    return field(default=default, metadata=metadata)


class ChunkingStrategy(StrEnum):
    """How a document is cut into chunks."""

    WHOLE = "whole"
    FIXED = "fixed"
    SENTENCE = "sentence"
    HEADING = "heading"


class ProviderName(StrEnum):
    """Who writes answers."""

    AUTO = "auto"
    CLAUDE = "claude"
    EXTRACTIVE = "extractive"


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """Table `[index]`: which files are read."""

    ignore: tuple[str, ...] = setting(
        (), "Further patterns, in .gitignore syntax, of files to leave out.", vault=True
    )
    extensions: tuple[str, ...] = setting(
        (".md", ".markdown", ".mdown", ".mkd"), "File endings to index.", vault=True
    )
    max_file_mb: float = setting(
        20.0,
        "Larger files are skipped and reported (megabytes).",
        vault=True,
        low=0.001,
    )
    gitignore: bool = setting(True, "Whether .gitignore files count.", vault=True)


@dataclass(frozen=True, slots=True)
class ChunkingSettings:
    """Table `[chunking]`: how documents are cut. Sizes in the model's tokens."""

    strategy: ChunkingStrategy = setting(
        ChunkingStrategy.HEADING, "whole, fixed, sentence or heading.", vault=True
    )
    max_tokens: int = setting(
        280, "No chunk is larger.", vault=True, low=16, high=100_000
    )
    min_tokens: int = setting(
        80, "Smaller neighbouring sections are merged.", vault=True, low=0
    )
    overlap_tokens: int = setting(
        40, "Overlap of neighbours with strategy `fixed`.", vault=True, low=0
    )


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """Table `[embedding]`: the model that turns text into vectors."""

    model: str = setting(
        "bundled",
        "`bundled`, or a sentence-transformers model by name or path.",
    )
    threads: int = setting(0, "Threads to embed with; 0 is one a core.", low=0)
    load_timeout: float = setting(
        60.0, "Seconds that loading a sentence-transformers model may take.", low=1
    )


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Table `[search]`: retrieval."""

    mode: Mode = setting(Mode.HYBRID, "hybrid, keyword or semantic.", vault=True)
    limit: int = setting(10, "Hits to show.", vault=True, low=1, high=1000)
    candidates: int = setting(
        100,
        "Candidates taken from each of the two lists.",
        vault=True,
        low=10,
        high=4096,
    )
    vector_weight: float = setting(
        0.65, "Share of meaning in the fused score, 0..1.", vault=True, low=0, high=1
    )
    common_term_share: float = setting(
        0.3,
        "A word in more than this share of chunks is not informative.",
        vault=True,
        low=0.001,
        high=1,
    )


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """Table `[answer]`: who answers, and what is sent."""

    provider: ProviderName = setting(
        ProviderName.AUTO, "auto (Claude if a key is there), claude or extractive."
    )
    model: str = setting("", "Claude model; empty is the current Sonnet.")
    top: int = setting(15, "Documents to list as sources.", low=1, high=100)
    full: int = setting(5, "Of these, how many are sent in full.", low=0, high=100)
    max_context_chars: int = setting(
        80_000, "Characters of notes sent at most.", low=1000
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set. Top-level keys, then one table a room."""

    vault: str = setting("", "The folder to use when none is named.")
    data_dir: str = setting("", "Where indexes live; empty is the platform's place.")
    index: IndexSettings = field(default_factory=IndexSettings)
    chunking: ChunkingSettings = field(default_factory=ChunkingSettings)
    embedding: EmbeddingSettings = field(default_factory=EmbeddingSettings)
    search: SearchSettings = field(default_factory=SearchSettings)
    answer: AnswerSettings = field(default_factory=AnswerSettings)
