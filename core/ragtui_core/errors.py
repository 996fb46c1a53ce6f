"""The exceptions of ragtui; front ends catch the base class, once.

    RagtuiError
    +-- SettingsError        a settings file, variable or flag is wrong
    +-- VaultError           the folder is missing, unreadable or not a folder
    +-- DeletionsRefused     most of the vault's files are missing, perhaps by accident
    +-- DocumentNotFound     no such file or heading in the vault
    +-- ConversationNotFound no such conversation, or several
    +-- UnreadableFile       one file cannot be indexed (recorded in coverage)
    +-- IndexMissing         the vault was never indexed
    +-- IndexUnusable        the index is corrupt, foreign or from a newer ragtui
    |   +-- IndexDamaged     it is corrupt and can be rebuilt
    +-- IndexBusy            another process is indexing this vault
    +-- StorageError         a file or the data directory cannot be written
    |   +-- DiskFull         the index cannot grow
    |   +-- ServerAway       the server of a team's index does not answer
    +-- PluginError          an installed loader, provider or embedder cannot be used
    +-- ModelError           the embedding model is missing, damaged or cannot load
    +-- AnswerError          the answering service failed
    +-- EvaluationError      a query set, collection or record cannot be used

A message has what failed, where, and what to do about it.
"""

from enum import StrEnum


class RagtuiError(Exception):
    """The base class. `str(error)` is a message for the user.

    Attributes:
        reason: The message without the words of `index_state`, if it has them.
    """

    reason = ""


class SettingsError(RagtuiError):
    """A setting is unknown, of the wrong type or out of range."""


class VaultError(RagtuiError):
    """The vault's folder is missing, unreadable or not a folder."""


class DeletionsRefused(RagtuiError):
    """Most of the indexed files are missing; the index is unchanged."""


class DocumentNotFound(RagtuiError):
    """The vault has no such document or heading.

    Attributes:
        nearest: The path of the document that may be meant; empty if none is near.
    """

    def __init__(self, message: str, nearest: str = "") -> None:
        super().__init__(message)
        self.nearest = nearest


class ConversationNotFound(RagtuiError):
    """No stored conversation matches a name, or more than one does."""


class UnreadableFile(RagtuiError):
    """One file cannot be read as text; the message is its reason in coverage."""


class IndexMissing(RagtuiError):
    """The vault has no index yet."""


class IndexUnusable(RagtuiError):
    """The index file is corrupt, not ragtui's, or written by a newer ragtui."""


class IndexDamaged(IndexUnusable):
    """The index file is corrupt; it can be rebuilt from the vault."""


class IndexBusy(RagtuiError):
    """Another process is indexing this vault."""


class StorageError(RagtuiError):
    """The disk is full, or a directory or file cannot be written."""


class DiskFull(StorageError):
    """The disk is full: the index cannot grow. What was written is safe."""


class ServerAway(StorageError):
    """The server of a team's index cannot be reached, or ended the connection."""


class PluginError(RagtuiError):
    """A loader, provider or embedder of an installed package cannot be used."""


class ModelError(RagtuiError):
    """The embedding model is missing, damaged or cannot be loaded."""


class EvaluationError(RagtuiError):
    """A query set, a collection or a record of evaluations cannot be used."""


class AnswerErrorKind(StrEnum):
    """Why an answering service failed; the values are part of the JSON output."""

    NO_KEY = "no_key"
    """No API key is configured."""
    AUTH = "auth"
    """The service rejected the key."""
    RATE_LIMITED = "rate_limited"
    OVERLOADED = "overloaded"
    UNREACHABLE = "unreachable"
    """No connection: network, address or server down."""
    TIMEOUT = "timeout"
    STREAM_BROKEN = "stream_broken"
    """The connection ended in the middle of an answer."""
    BAD_REQUEST = "bad_request"
    CONTEXT_TOO_LONG = "context_too_long"
    BILLING = "billing"
    MODEL_NOT_FOUND = "model_not_found"
    SERVER = "server"
    """The service failed, or sent a response that cannot be used."""
    REFUSED = "refused"
    """The model declined to answer."""
    PROVIDER = "provider"
    """The provider of an installed package is missing, or failed."""


class AnswerError(RagtuiError):
    """The answering service failed.

    Attributes:
        kind: Why it failed, for programs.
        retryable: Whether a retry may succeed.
        retry_after: Seconds that the service asks to wait, if it says so.
    """

    def __init__(
        self,
        message: str,
        *,
        kind: AnswerErrorKind,
        retryable: bool,
        retry_after: float | None = None,
    ) -> None:
        """Keep the machine-readable parts beside the message."""
        super().__init__(message)
        self.kind = kind
        self.retryable = retryable
        self.retry_after = retry_after
