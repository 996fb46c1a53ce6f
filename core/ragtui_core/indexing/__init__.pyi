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
    FileSkipped as FileSkipped,
    IndexEvent as IndexEvent,
    IndexFinished as IndexFinished,
    IndexListener as IndexListener,
    IndexNotice as IndexNotice,
    IndexNoticeKind as IndexNoticeKind,
    ScanFinished as ScanFinished,
    SettingsRead as SettingsRead,
    index_event_as_json as index_event_as_json,
    is_embedding as is_embedding,
    is_in_progress as is_in_progress,
    is_phase as is_phase,
    is_reading as is_reading,
)
from ragtui_core.indexing.index_tracker import (
    IndexTracker as IndexTracker,
)
from ragtui_core.indexing.settings_edits import (
    SettingsEdits as SettingsEdits,
)
