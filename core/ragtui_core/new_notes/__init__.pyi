"""Public names of this package, each loaded at its first use."""

from ragtui_core.new_notes.daily_notes import (
    daily_note as daily_note,
    day_beside as day_beside,
    today as today,
)
from ragtui_core.new_notes.first_text import (
    NewNote as NewNote,
    new_note as new_note,
)
from ragtui_core.new_notes.note_names import (
    free_path as free_path,
    linked_path as linked_path,
)
