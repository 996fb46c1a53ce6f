"""Public names of this package, each loaded at its first use."""

from ragtui_core.index_state import (
    IndexState as IndexState,
    IndexStateName as IndexStateName,
    state_error as state_error,
    state_of_error as state_of_error,
)
from ragtui_core.indexing.coverage import (
    VaultCoverage as VaultCoverage,
    coverage_as_json as coverage_as_json,
    waiting_words as waiting_words,
)
from ragtui_core.indexing.events import (
    ChangesSeen as ChangesSeen,
    EmbeddingProgress as EmbeddingProgress,
    FileSkipped as FileSkipped,
    IndexEvent as IndexEvent,
    IndexFinished as IndexFinished,
    IndexListener as IndexListener,
    IndexNotice as IndexNotice,
    IndexNoticeKind as IndexNoticeKind,
    ModelLoading as ModelLoading,
    ReadingProgress as ReadingProgress,
    ReadingStage as ReadingStage,
    ScanFinished as ScanFinished,
    SettingsRead as SettingsRead,
    index_event_as_json as index_event_as_json,
    is_in_progress as is_in_progress,
)
from ragtui_core.indexing.index_tracker import (
    IndexTracker as IndexTracker,
    state_of_phase as state_of_phase,
)
from ragtui_core.indexing.settings_edits import (
    SettingsEdits as SettingsEdits,
)
