"""Public names of this package, each loaded at its first use."""

from ragtui_core.new_notes.daily_notes import (
    daily_note as daily_note,
    day_beside as day_beside,
    today as today,
)
from ragtui_core.new_notes.note_changes import (
    rename_note as rename_note,
    tick_off as tick_off,
)
from ragtui_core.new_notes.note_names import (
    NewNote as NewNote,
    linked_path as linked_path,
    new_note as new_note,
)
