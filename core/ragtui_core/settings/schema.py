"""The schema: one frozen dataclass a table of `config.toml`.

A field's metadata holds its description, its range and whether a vault's own
settings file may set it (it may come from someone else, so endpoints, providers,
paths and processor use are the user's alone).
"""

from dataclasses import astuple, dataclass, field
from enum import StrEnum
from typing import Any

from ragtui_core.types import Mode


class Effect(StrEnum):
    """When a changed setting shows in an app that is open."""

    NOW = "at once"
    INDEX = "at once: the vault is read again where need be"
    EMBED = "at once: passages get new vectors, the old ones serve meanwhile"
    START = "after a restart"
    EDITOR = "when the language server starts"


def setting(
    default: Any,
    description: str,
    *,
    vault: bool = False,
    low: float | None = None,
    high: float | None = None,
    choices: type[StrEnum] | None = None,
    secret: bool = False,
    effect: Effect = Effect.NOW,
) -> Any:
    """A dataclass field of the schema.

    Args:
        default: The value when nothing sets it.
        description: One sentence for the documentation.
        vault: Whether a vault's own file may set it.
        low: The smallest allowed number.
        high: The largest allowed number.
        choices: The values that are offered for a text, which may have others.
        secret: Whether it is never shown, nor written by ragtui.
        effect: When a change shows in an app that is open.
    """
    metadata = {
        "description": description,
        "vault": vault,
        "low": low,
        "high": high,
        "choices": choices,
        "secret": secret,
        "effect": effect,
    }
    return field(default=default, metadata=metadata)


class ChunkingStrategy(StrEnum):
    """How a document is cut into chunks."""

    WHOLE = "whole"
    FIXED = "fixed"
    SENTENCE = "sentence"
    HEADING = "heading"


class ProviderName(StrEnum):
    """Who writes answers, unless an installed package does."""

    AUTO = "auto"
    CLAUDE = "claude"
    COMPATIBLE = "compatible"
    """A server that speaks Anthropic's protocol: Ollama, LM Studio, vLLM, llama.cpp."""
    EXTRACTIVE = "extractive"


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """Table `[index]`: which files are read."""

    kinds: tuple[str, ...] = setting(
        ("markdown",),
        "Kinds of files to index: `markdown`, and kinds that installed packages add.",
        effect=Effect.INDEX,
    )

    ignore: tuple[str, ...] = setting(
        (),
        "Further patterns, in .gitignore syntax, of files to leave out.",
        vault=True,
        effect=Effect.INDEX,
    )
    extensions: tuple[str, ...] = setting(
        (".md", ".markdown", ".mdown", ".mkd"),
        "Endings of the names of Markdown files.",
        vault=True,
        effect=Effect.INDEX,
    )
    max_file_mb: float = setting(
        20.0,
        "Larger files are skipped and reported (megabytes).",
        vault=True,
        low=0.001,
        effect=Effect.INDEX,
    )
    gitignore: bool = setting(
        True, "Whether .gitignore files count.", vault=True, effect=Effect.INDEX
    )

    @property
    def max_bytes(self) -> int:
        """`max_file_mb` in bytes."""
        return int(self.max_file_mb * 1_000_000)


@dataclass(frozen=True, slots=True)
class ChunkingSettings:
    """Table `[chunking]`: how documents are cut. Sizes in the model's tokens."""

    strategy: ChunkingStrategy = setting(
        ChunkingStrategy.HEADING,
        "whole, fixed, sentence or heading.",
        vault=True,
        effect=Effect.INDEX,
    )
    max_tokens: int = setting(
        280,
        "No chunk is larger.",
        vault=True,
        low=16,
        high=100_000,
        effect=Effect.INDEX,
    )
    min_tokens: int = setting(
        80,
        "Smaller neighbouring sections are merged.",
        vault=True,
        low=0,
        effect=Effect.INDEX,
    )
    overlap_tokens: int = setting(
        40,
        "Overlap of neighbours with strategy `fixed`.",
        vault=True,
        low=0,
        effect=Effect.INDEX,
    )


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """Table `[embedding]`: the model that turns text into vectors."""

    model: str = setting(
        "bundled",
        "`bundled`, a sentence-transformers model by name or path, or `NAME:MODEL` "
        "for the embedder NAME of an installed package.",
        effect=Effect.EMBED,
    )
    threads: int = setting(0, "Threads to embed with; 0 is one a core.", low=0)
    load_timeout: float = setting(
        60.0, "Seconds that loading a sentence-transformers model may take.", low=1
    )


class Fusion(StrEnum):
    """How evidence of words and of meaning is joined."""

    SCORE = "score"
    RRF = "rrf"


@dataclass(frozen=True, slots=True)
class FieldWeights:
    """Table `[search.weights]`: what a word counts in each field, for BM25."""

    company: float = setting(4.0, "Company.", vault=True, low=0)
    tags: float = setting(3.0, "Tags.", vault=True, low=0)
    title: float = setting(2.5, "Title.", vault=True, low=0)
    category: float = setting(2.0, "Category.", vault=True, low=0)
    summary: float = setting(1.5, "Summary.", vault=True, low=0)
    name: float = setting(1.0, "File name.", vault=True, low=0)
    heading: float = setting(1.5, "Headings above the passage.", vault=True, low=0)
    body: float = setting(1.5, "The passage itself.", vault=True, low=0)

    def columns(self) -> tuple[float, ...]:
        """The weights in the order of the keyword table's columns."""
        return astuple(self)


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
    fusion: Fusion = setting(
        Fusion.SCORE, "score, or rrf (reciprocal rank fusion).", vault=True
    )
    rrf_k: int = setting(
        60, "With `rrf`: the larger, the less the first ranks count.", vault=True, low=1
    )
    common_term_share: float = setting(
        0.3,
        "A word in more than this share of chunks is not informative.",
        vault=True,
        low=0.001,
        high=1,
    )
    recency_weight: float = setting(
        0.1, "What a document of today gains, as a share.", vault=True, low=0, high=1
    )
    recency_days: int = setting(
        30, "Days after which a document gains nothing.", vault=True, low=1
    )
    rerank: str = setting(
        "",
        "Who looks again at the best hits: a cross-encoder by name or path, or "
        "`claude` (one call of the small model, about 8,000 tokens a search).",
    )
    rerank_top: int = setting(
        20, "Candidates that it looks at.", vault=True, low=1, high=100
    )
    rerank_weight: float = setting(
        0.5, "Its share in their order, 0..1.", vault=True, low=0, high=1
    )
    weights: FieldWeights = field(default_factory=FieldWeights)


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Table `[answer.server]`: an Anthropic-compatible server of one's own."""

    base_url: str = setting(
        "", "Its address without `/v1`, such as `http://127.0.0.1:11434`."
    )
    model: str = setting("", "The model to ask it for, by the server's own name.")
    api_key: str = setting(
        "", "If it wants one. Claude's key is never sent there.", secret=True
    )
    max_context_chars: int = setting(
        24_000, "Characters of notes sent at most: its context may be small.", low=1000
    )


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """Table `[answer]`: who answers, and what is sent."""

    provider: str = setting(
        ProviderName.AUTO.value,
        "auto (a compatible server if one is named, else Claude if a key is there, "
        "else extracts), claude, compatible, extractive, or the name of a provider "
        "that an installed package adds.",
        choices=ProviderName,
    )
    model: str = setting("", "Claude model; empty is the current Sonnet.")
    small_model: str = setting(
        "", "Claude model that writes queries and reranks; empty is the current Haiku."
    )
    top: int = setting(15, "Documents to list as sources.", low=1, high=100)
    full: int = setting(5, "Of these, how many are sent in full.", low=0, high=100)
    max_context_chars: int = setting(
        80_000, "Characters of notes sent at most.", low=1000
    )
    max_tokens: int = setting(4096, "Tokens of an answer at most.", low=64)
    history_tokens: int = setting(
        4000, "Tokens of earlier questions and answers sent at most.", low=0
    )
    query_variants: int = setting(
        0,
        "Further queries that Claude writes for each question (one call of the small "
        "model, about 400 tokens and a second each).",
        low=0,
        high=3,
    )
    keep_chats: bool = setting(True, "Whether conversations are stored.")
    connect_timeout: float = setting(10.0, "Seconds to reach the service.", low=0.05)
    first_event_timeout: float = setting(
        120.0, "Seconds until the service begins to answer.", low=0.05
    )
    stall_timeout: float = setting(
        60.0, "Seconds without a word after which an answer is broken off.", low=0.05
    )
    server: ServerSettings = field(default_factory=ServerSettings)


@dataclass(frozen=True, slots=True)
class LogSettings:
    """Table `[log]`: what is written down of questions and searches, on this machine.

    None of it is a vault's to set: the log is the person's.
    """

    exchanges: bool = setting(
        True, "Whether questions and their answers go into the audit log."
    )
    searches: bool = setting(False, "Whether searches go into the audit log, too.")
    max_mb: float = setting(
        64.0, "The audit log stays under this; what is oldest goes.", low=0.1
    )


class Theme(StrEnum):
    """Colours of the app, dark and light ones; each is easy to read."""

    DARK = "ragtui-dark"
    LIGHT = "ragtui-light"
    FLEXOKI = "flexoki"
    MIDNIGHT = "midnight"
    PAPER = "paper"
    CONTRAST = "contrast"


@dataclass(frozen=True, slots=True)
class AppSettings:
    """Table `[app]`: the full-screen app."""

    theme: Theme = setting(Theme.DARK, "Colours.")
    ascii: bool = setting(
        False,
        "Whether the app draws with ASCII alone; a terminal without UTF-8 gets that "
        "anyway.",
    )


@dataclass(frozen=True, slots=True)
class EditorSettings:
    """Table `[editor]`: what the language server shows by itself."""

    index: bool = setting(
        True,
        "Whether the language server indexes and watches if nobody else does.",
        effect=Effect.EDITOR,
    )
    diagnostics: bool = setting(
        True,
        "Whether broken links and citations are marked in the editor.",
        effect=Effect.EDITOR,
    )
    code_lens: bool = setting(
        False,
        "Whether headings show how often they are linked to and quoted.",
        effect=Effect.EDITOR,
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set. Top-level keys, then one table a room."""

    vault: str = setting(
        "",
        "The vault where no folder is named and no folder upwards holds a "
        "`.ragtui.toml`.",
        effect=Effect.START,
    )
    data_dir: str = setting(
        "", "Where indexes live; empty is the platform's place.", effect=Effect.START
    )
    index: IndexSettings = field(default_factory=IndexSettings)
    chunking: ChunkingSettings = field(default_factory=ChunkingSettings)
    embedding: EmbeddingSettings = field(default_factory=EmbeddingSettings)
    search: SearchSettings = field(default_factory=SearchSettings)
    answer: AnswerSettings = field(default_factory=AnswerSettings)
    log: LogSettings = field(default_factory=LogSettings)
    app: AppSettings = field(default_factory=AppSettings)
    editor: EditorSettings = field(default_factory=EditorSettings)
