"""Keeps the index up to date with the files: scan, compare, write, embed, watch."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_core.index_state import (
        IndexState,
        IndexStateName,
        state_error,
        state_of_error,
    )
    from ragtui_core.indexing.coverage import VaultCoverage, by_folder, coverage_as_json
    from ragtui_core.indexing.events import (
        ChangesSeen,
        EmbeddingProgress,
        FileSkipped,
        IndexEvent,
        IndexFinished,
        IndexListener,
        IndexNotice,
        IndexNoticeKind,
        ModelLoading,
        ReadingProgress,
        ReadingStage,
        ScanFinished,
        SettingsRead,
        index_event_as_json,
        is_in_progress,
    )
    from ragtui_core.indexing.index_copy import CopyReport
    from ragtui_core.indexing.index_tracker import IndexTracker, state_of_phase
    from ragtui_core.indexing.settings_edits import SettingsEdits
    from ragtui_core.store.records import FolderRow

__all__ = [
    "ChangesSeen",
    "CopyReport",
    "EmbeddingProgress",
    "FileSkipped",
    "FolderRow",
    "IndexEvent",
    "IndexFinished",
    "IndexListener",
    "IndexNotice",
    "IndexNoticeKind",
    "IndexState",
    "IndexStateName",
    "IndexTracker",
    "ModelLoading",
    "ReadingProgress",
    "ReadingStage",
    "ScanFinished",
    "SettingsEdits",
    "SettingsRead",
    "VaultCoverage",
    "by_folder",
    "coverage_as_json",
    "index_event_as_json",
    "is_in_progress",
    "state_error",
    "state_of_error",
    "state_of_phase",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_core.index_state": (
            "IndexState",
            "IndexStateName",
            "state_error",
            "state_of_error",
        ),
        "ragtui_core.indexing.coverage": (
            "VaultCoverage",
            "by_folder",
            "coverage_as_json",
        ),
        "ragtui_core.indexing.events": (
            "ChangesSeen",
            "EmbeddingProgress",
            "FileSkipped",
            "IndexEvent",
            "IndexFinished",
            "IndexListener",
            "IndexNotice",
            "IndexNoticeKind",
            "ModelLoading",
            "ReadingProgress",
            "ReadingStage",
            "ScanFinished",
            "SettingsRead",
            "index_event_as_json",
            "is_in_progress",
        ),
        "ragtui_core.indexing.index_copy": ("CopyReport",),
        "ragtui_core.indexing.index_tracker": ("IndexTracker", "state_of_phase"),
        "ragtui_core.indexing.settings_edits": ("SettingsEdits",),
        "ragtui_core.store.records": ("FolderRow",),
    },
)
