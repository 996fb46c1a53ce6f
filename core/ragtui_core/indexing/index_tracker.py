"""Indexing events and coverage -> the state of an index."""

from dataclasses import dataclass

from ragtui_core.errors import RagtuiError
from ragtui_core.index_state import IndexState, IndexStateName, state_of_error
from ragtui_core.indexing.coverage import Coverage, folder_missing, state_of_coverage
from ragtui_core.indexing.events import (
    IndexEvent,
    IndexNotice,
    IndexNoticeKind,
    ScanFinished,
    SettingsRead,
    is_embedding,
    is_in_progress,
    is_phase,
)

_PROBLEMS = {
    IndexNoticeKind.VAULT_UNREADABLE: IndexStateName.FOLDER_MISSING,
    IndexNoticeKind.DELETIONS_REFUSED: IndexStateName.FILES_MISSING,
}


@dataclass(slots=True)
class IndexTracker:
    """Follows one index. Attributes may be read from other threads."""

    coverage: Coverage | None = None
    phase: IndexState | None = None
    """What is being read or embedded, or was when indexing was paused."""
    elsewhere: bool = False
    """Whether another process is the one that indexes."""
    paused: bool = False
    failure: IndexState | None = None
    """Why indexing has ended; None if it has not."""
    _problem: IndexState | None = None
    _model: IndexState | None = None
    """The model that is loading, or cannot be used."""
    _is_scanned: bool = False
    _is_known: bool = False
    """Whether coverage was read since the scan; earlier coverage is outdated."""

    def note(self, event: IndexEvent) -> None:
        """Take in one event of this process's indexer, or of the settings files."""
        if isinstance(event, SettingsRead):
            return
        self.elsewhere = self.paused = False
        self.failure = None
        if is_phase(event):
            self.phase = event if is_in_progress(event) else None
            if is_embedding(event):
                self._model = None
            else:
                self._problem = None
        elif isinstance(event, IndexState):
            self._model = event
        elif isinstance(event, ScanFinished):
            self.phase = self._problem = None
            self._is_scanned = True
        elif isinstance(event, IndexNotice):
            self._notice(event)

    def _notice(self, notice: IndexNotice) -> None:
        self.phase, self._is_scanned = None, True
        if notice.kind is IndexNoticeKind.EMBEDDING_FAILED:
            failed = IndexStateName.MODEL_FAILED
            self._model = IndexState(failed, detail=notice.reason)
        elif notice.kind in _PROBLEMS:
            self._problem = IndexState(_PROBLEMS[notice.kind], detail=notice.reason)

    def cover(self, coverage: Coverage, *, elsewhere: bool) -> None:
        """Coverage was read from the index."""
        self.coverage, self.elsewhere = coverage, elsewhere
        self._is_known = self._is_scanned

    def pause(self) -> None:
        """Indexing was paused."""
        self.paused = True

    def resume(self) -> None:
        """Indexing begins again."""
        self.paused, self.failure = False, None

    def fail(self, error: RagtuiError) -> None:
        """Indexing has ended with an error."""
        self.failure = state_of_error(error)

    @property
    def state(self) -> IndexState:
        """The state now; a problem before progress."""
        if self.failure:
            return self.failure
        if self.paused:
            return self._paused()
        if self.elsewhere:
            return self._elsewhere()
        if self._problem:
            return self._problem
        if self.phase:
            return self.phase
        if self._model and self._model.name is not IndexStateName.MODEL_FAILED:
            return self._model
        if self.coverage is None or not self._is_known:
            return IndexState(IndexStateName.SCANNING)
        of_coverage = state_of_coverage(self.coverage)
        if of_coverage.name is IndexStateName.INCOMPLETE and self._model:
            return self._model
        return of_coverage

    def _elsewhere(self) -> IndexState:
        """What the process that indexes sees, as far as this one sees it too."""
        if self.coverage and self.coverage.folder_missing:
            return folder_missing(self.coverage)
        return IndexState(IndexStateName.ELSEWHERE)

    def _paused(self) -> IndexState:
        name, phase = IndexStateName.PAUSED, self.phase
        if phase is None:
            return IndexState(name)
        return IndexState(name, phase.done, phase.total, phase.unit)
