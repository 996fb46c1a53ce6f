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
    +-- StorageError         the disk is full, or the data directory not writable
    +-- ModelError           the embedding model is missing, damaged or cannot load
    +-- AnswerError          the answering service failed
    +-- EvaluationError      a query set, collection or record cannot be used

A message has what failed, where, and what to do about it.
"""


class RagtuiError(Exception):
    """The base class. `str(error)` is a message for the user."""


class SettingsError(RagtuiError):
    """A setting is unknown, of the wrong type or out of range."""


class VaultError(RagtuiError):
    """The vault's folder is missing, unreadable or not a folder."""


class DeletionsRefused(RagtuiError):
    """Most of the indexed files are missing; the index is unchanged."""


class DocumentNotFound(RagtuiError):
    """The vault has no such document or heading."""


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


class ModelError(RagtuiError):
    """The embedding model is missing, damaged or cannot be loaded."""


class EvaluationError(RagtuiError):
    """A query set, a collection or a record of evaluations cannot be used."""


class AnswerError(RagtuiError):
    """The answering service failed.

    Attributes:
        kind: `no_key`, `auth`, `rate_limited`, `overloaded`, `unreachable`,
            `timeout`, `stream_broken`, `bad_request`, `context_too_long`, `billing`,
            `model_not_found`, `server`, `refused`.
        retryable: Whether asking again may succeed.
        retry_after: Seconds to wait, if the service specifies it.
    """

    def __init__(
        self,
        message: str,
        *,
        kind: str,
        retryable: bool,
        retry_after: float | None = None,
    ) -> None:
        """Keep the machine-readable parts beside the message."""
        super().__init__(message)
        self.kind = kind
        self.retryable = retryable
        self.retry_after = retry_after
