"""The schema: one frozen dataclass per table of `config.toml`.

A field that `setting` declares can be set; any other is a constant of the product.
A field's metadata has its description, its range and whether a vault's own settings
file may set it. That file may come from someone else, so endpoints, providers, paths
and processor use can only be set by the user.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from ragtui_core.files.kinds import OWN_KINDS
from ragtui_core.search_results import Mode
from ragtui_core.settings.front_end_settings import (
    AppSettings,
    DailySettings,
    EditorSettings,
    ServeSettings,
    TelegramSettings,
)
from ragtui_core.settings.setting_fields import setting, vault_setting
from ragtui_core.text.folding import NOTE_EXTENSIONS


class ChunkingStrategy(StrEnum):
    """How a document is split into chunks."""

    WHOLE = "whole"
    FIXED = "fixed"
    SENTENCE = "sentence"
    HEADING = "heading"


class ProviderName(StrEnum):
    """What writes answers, unless an installed package does."""

    AUTO = "auto"
    CLAUDE = "claude"
    COMPATIBLE = "compatible"
    """A server with Anthropic's Messages API: Ollama, LM Studio, vLLM, llama.cpp."""
    EXTRACTIVE = "extractive"


PROVIDER_TITLES: dict[str, str] = {
    ProviderName.CLAUDE: "Claude",
    ProviderName.COMPATIBLE: "your server",
    ProviderName.EXTRACTIVE: "exact extracts",
}
"""What people read instead of the names."""


class PromptShape(StrEnum):
    """How much a model of a server is told."""

    AUTO = "auto"
    SHORT = "short"
    """A few sentences and the best passages: at most 922 tokens as measured."""
    FULL = "full"


class DateOrder(StrEnum):
    """How a date such as 05/06/2026 is read, whose parts are in no certain order."""

    DMY = "dmy"
    """5 June."""
    MDY = "mdy"
    """May 6."""


class Stemmer(StrEnum):
    """By which stems words of a query find other forms of them."""

    LANGUAGE = "language"
    """Snowball's of the query's language, besides Porter's."""
    PORTER = "porter"
    """Porter's alone, which are for English and in every index."""


class FusionMethod(StrEnum):
    """How keyword score and similarity are combined."""

    SCORE = "score"
    RRF = "rrf"


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """Table `[index]`: which files are read."""

    kinds: tuple[str, ...] = setting(
        ("markdown", *OWN_KINDS),
        "Kinds of files to index: all of ragtui's own, and those that installed "
        "packages add.",
    )
    ignore: tuple[str, ...] = vault_setting(
        (), "Additional patterns of files to ignore, in .gitignore syntax."
    )
    extensions: tuple[str, ...] = NOTE_EXTENSIONS
    """File extensions of Markdown files."""
    max_file_mb: float = vault_setting(
        20.0,
        "Maximum size of a file in megabytes; larger ones are skipped and reported.",
        low=0.001,
    )
    gitignore: bool = vault_setting(True, "Whether .gitignore files are applied.")

    @property
    def max_bytes(self) -> int:
        """`max_file_mb` in bytes."""
        return int(self.max_file_mb * 1_000_000)


@dataclass(frozen=True, slots=True)
class ChunkingSettings:
    """Table `[chunking]`: how documents are split. Sizes in the model's tokens."""

    strategy: ChunkingStrategy = vault_setting(
        ChunkingStrategy.HEADING,
        "How documents are split: whole, fixed, sentence or heading.",
    )
    max_tokens: int = 280
    """Maximum tokens of a chunk."""
    min_tokens: int = 80
    """Adjacent sections with fewer tokens are merged."""
    overlap_tokens: int = 40
    """Tokens shared by adjacent chunks, with strategy `fixed`."""


@dataclass(frozen=True, slots=True)
class EmbeddingServerSettings:
    """Table `[embedding.server]`: a server with OpenAI's `/v1/embeddings`."""

    base_url: str = setting(
        "",
        "Address of the server without `/v1`, such as `http://127.0.0.1:11434`.",
    )
    api_key: str = setting("", "Key, if the server requires one.", secret=True)
    batch: int = 32
    """Maximum number of passages per request."""
    timeout: float = 60.0
    """Maximum seconds for the response to a request."""
    query_timeout: float = 3.0
    """Maximum seconds that a search waits for the server."""


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """Table `[embedding]`: the model that turns text into vectors."""

    model: str = setting(
        "auto",
        "`auto` (`multilingual` if it is installed and a quarter of the passages is "
        "not English, else `bundled`), `bundled` (reads English), `multilingual` (the "
        "package ragtui-multilingual, about 100 languages), `server:MODEL` for a model "
        "of `embedding.server`, a sentence-transformers model by name or path, or "
        "`NAME:MODEL` for the embedder NAME of an installed package.",
    )
    load_timeout: float = 60.0
    """Maximum seconds for loading a sentence-transformers model."""
    server: EmbeddingServerSettings = field(default_factory=EmbeddingServerSettings)


@dataclass(frozen=True, slots=True)
class FieldWeights:
    """Table `[search.weights]`: the weight of a word in each field, for BM25."""

    company: float = vault_setting(2.7, "Weight of companies.", low=0)
    tags: float = vault_setting(2.0, "Weight of tags.", low=0)
    title: float = vault_setting(1.7, "Weight of the title.", low=0)
    category: float = vault_setting(1.3, "Weight of categories.", low=0)
    summary: float = vault_setting(1.0, "Weight of the summary.", low=0)
    name: float = vault_setting(0.7, "Weight of the file name.", low=0)
    heading: float = 1.0
    """Headings above a passage."""
    body: float = 1.0
    """The passage itself."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Table `[search]`: retrieval."""

    mode: Mode = vault_setting(Mode.HYBRID, "Search mode: hybrid, keyword or semantic.")
    limit: int = vault_setting(10, "Maximum number of results.", low=1, high=1000)
    date_order: DateOrder = vault_setting(
        DateOrder.DMY, "How 05/06/2026 in a query is read: dmy (5 June) or mdy (May 6)."
    )
    stop_words: bool = vault_setting(
        True, "Leave function words such as `the` out of queries with other words."
    )
    stemmer: Stemmer = vault_setting(
        Stemmer.LANGUAGE,
        "How other forms of words are found: language (by the stemmer of the query's "
        "language, too) or porter (as in English alone).",
    )
    candidates: int = 100
    """Candidates from keyword search, and as many from semantic search."""
    fusion: FusionMethod = FusionMethod.SCORE
    """How the scores of both are combined."""
    rrf_k: int = vault_setting(
        60, "The constant k of `rrf`: a larger one flattens the first ranks.", low=1
    )
    common_term_share: float = 0.3
    """A word in a larger share of the chunks is not an informative term."""
    recency_weight: float = 0.1
    """Boost of a document dated today: five times this is added to its log-odds."""
    recency_days: int = 30
    """Age in days from which documents get no boost."""
    reranker: str = setting(
        "",
        "Model that scores the best results again, never while you type: `bundled` "
        "(reads English; half a second of processor time for 20 passages), another "
        "cross-encoder by name or path, or `claude` (one call of the small model, "
        "about 8,000 tokens per search).",
    )
    rerank_candidates: int = 20
    """Number of results that the reranker scores."""
    rerank_weight: float = 0.3
    """Weight of the reranker's score, 0..1."""
    weights: FieldWeights = field(default_factory=FieldWeights)


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Table `[answer.server]`: a server with Anthropic's Messages API."""

    base_url: str = setting(
        "",
        "Address of the server without `/v1`, such as `http://127.0.0.1:11434`.",
    )
    model: str = setting("", "Name of the model on the server.")
    api_key: str = setting(
        "",
        "Key, if the server requires one. Claude's key is never sent to it.",
        secret=True,
    )
    max_context_chars: int = 24_000
    """Maximum characters of notes sent; fewer if the server tells a small context."""
    prompt: PromptShape = setting(
        PromptShape.AUTO,
        "auto (by the size, context and speed of the model), short (a few sentences "
        "and the best passages, at most about 900 tokens), or full (all rules, whole "
        "notes).",
    )


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """Table `[answer]`: what writes answers, and what is sent to it."""

    provider: str = setting(
        ProviderName.AUTO.value,
        "auto (a compatible server if one is configured, else Claude if there is a "
        "key, else extracts), claude, compatible, extractive, or the name of a "
        "provider that an installed package adds.",
        suggested=ProviderName,
    )
    model: str = setting("", "Claude model; empty: the current Sonnet.")
    top: int = 15
    """Maximum number of sources."""
    full_documents: int = 5
    """Number of sources that are sent in full."""
    max_context_chars: int = 80_000
    """Maximum characters of notes sent."""
    max_tokens: int = 4096
    """Maximum tokens of an answer."""
    history_tokens: int = 4000
    """Maximum tokens of earlier questions and answers sent."""
    save_chats: bool = setting(True, "Whether conversations are stored.")
    connect_timeout: float = 10.0
    """Maximum seconds to connect to the service."""
    first_event_timeout: float = 120.0
    """Maximum seconds until the answer begins."""
    stall_timeout: float = 60.0
    """Maximum seconds without new text before an answer is ended."""
    server: ServerSettings = field(default_factory=ServerSettings)


@dataclass(frozen=True, slots=True)
class LogSettings:
    """Table `[log]`: what the audit log on this computer contains.

    A vault's own file cannot set any of it: the log is the user's.
    """

    answers: bool = setting(
        True, "Whether questions and their answers are written to the audit log."
    )
    max_mb: float = 64.0
    """Maximum size of the audit log in megabytes; old entries are deleted."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set: top-level keys, then one table per subject."""

    vault: str = setting(
        "",
        "The vault where no folder is named and no folder upwards contains a "
        "`.ragtui.toml`.",
    )
    data_dir: str = setting(
        "",
        "Directory of indexes, conversations and logs; empty: the platform's default.",
    )
    store: str = setting(
        "",
        "Connection string of a PostgreSQL server with the team's indexes, such as "
        "`postgresql://user@host/database`; empty: the index is a file.",
        secret=True,
    )
    vault_name: str = vault_setting(
        "",
        "Name of the vault in `store`, the same on every machine; empty: the folder's "
        "name and a hash of its path.",
    )
    unknown: tuple[str, ...] = ()
    """A sentence about the unknown keys of each source that has any."""
    index: IndexSettings = field(default_factory=IndexSettings)
    chunking: ChunkingSettings = field(default_factory=ChunkingSettings)
    embedding: EmbeddingSettings = field(default_factory=EmbeddingSettings)
    search: SearchSettings = field(default_factory=SearchSettings)
    answer: AnswerSettings = field(default_factory=AnswerSettings)
    log: LogSettings = field(default_factory=LogSettings)
    app: AppSettings = field(default_factory=AppSettings)
    editor: EditorSettings = field(default_factory=EditorSettings)
    daily: DailySettings = field(default_factory=DailySettings)
    serve: ServeSettings = field(default_factory=ServeSettings)
    telegram: TelegramSettings = field(default_factory=TelegramSettings)
