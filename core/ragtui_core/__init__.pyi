"""Public names of this package, each loaded at its first use."""

from ragtui_core.answer.request import (
    AskOptions as AskOptions,
)
from ragtui_core.answer_events import (
    AnswerEvent as AnswerEvent,
    Cost as Cost,
    Done as Done,
    Mark as Mark,
    Notice as Notice,
    NoticeKind as NoticeKind,
    Reading as Reading,
    Remark as Remark,
    Sent as Sent,
    Source as Source,
    Sources as Sources,
    Step as Step,
    Text as Text,
    says_no_answer as says_no_answer,
)
from ragtui_core.cancellation import (
    Cancellation as Cancellation,
    WorkCancelled as WorkCancelled,
    check_cancelled as check_cancelled,
    in_thread as in_thread,
    interruptible as interruptible,
)
from ragtui_core.citations.citation import (
    Citation as Citation,
    Verdict as Verdict,
)
from ragtui_core.citations.selected_text import (
    Selection as Selection,
)
from ragtui_core.errors import (
    AnswerError as AnswerError,
    AnswerErrorKind as AnswerErrorKind,
    ConversationNotFound as ConversationNotFound,
    DeletionsRefused as DeletionsRefused,
    DiskFull as DiskFull,
    DocumentNotFound as DocumentNotFound,
    EvaluationError as EvaluationError,
    IndexBusy as IndexBusy,
    IndexDamaged as IndexDamaged,
    IndexMissing as IndexMissing,
    IndexUnusable as IndexUnusable,
    ModelError as ModelError,
    PluginError as PluginError,
    RagtuiError as RagtuiError,
    ServerAway as ServerAway,
    SettingsError as SettingsError,
    StorageError as StorageError,
    UnreadableFile as UnreadableFile,
    VaultError as VaultError,
)
from ragtui_core.indexing.coverage import (
    Coverage as Coverage,
)
from ragtui_core.plugins import (
    Command as Command,
    PluginGroup as PluginGroup,
    find_plugin as find_plugin,
    plugin_names as plugin_names,
)
from ragtui_core.search.options import (
    CurrentLocation as CurrentLocation,
    LineRange as LineRange,
    Scope as Scope,
    SearchOptions as SearchOptions,
    Sort as Sort,
)
from ragtui_core.search_results import (
    LOW_CONFIDENCE as LOW_CONFIDENCE,
    Confidence as Confidence,
    Explanation as Explanation,
    Hit as Hit,
    Mode as Mode,
    Relaxation as Relaxation,
    SearchedTime as SearchedTime,
    SearchResult as SearchResult,
    TimeEffect as TimeEffect,
)
from ragtui_core.store.protocols import (
    AccessRights as AccessRights,
)
from ragtui_core.types import (
    HEADING_SEPARATOR as HEADING_SEPARATOR,
    Anchor as Anchor,
    Block as Block,
    BlockKind as BlockKind,
    Card as Card,
    Chunk as Chunk,
    ChunkId as ChunkId,
    Document as Document,
    DocumentId as DocumentId,
    Fields as Fields,
    Lines as Lines,
    Location as Location,
    LocationKind as LocationKind,
    PicturedLine as PicturedLine,
    Section as Section,
    Skipped as Skipped,
    Span as Span,
)
from ragtui_core.vault.embedding_worker import (
    EmbeddingWorker as EmbeddingWorker,
    open_worker as open_worker,
)
from ragtui_core.vault.index_follower import (
    IndexFollower as IndexFollower,
    IndexFollowerListener as IndexFollowerListener,
)
from ragtui_core.vault.index_location import (
    data_directory as data_directory,
)
from ragtui_core.vault.opening import (
    open_vault as open_vault,
)
from ragtui_core.vault.recent_vaults import (
    recent_vaults as recent_vaults,
    remember_vault as remember_vault,
)
from ragtui_core.vault.vault import (
    Vault as Vault,
)
