"""Public names of this package, each loaded at its first use."""

from ragtui_core.new_notes.daily_notes import (
    daily_note as daily_note,
    daily_note_beside as daily_note_beside,
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
    title_of as title_of,
)
from ragtui_core.new_notes.note_templates import (
    Template as Template,
    note_from_template as note_from_template,
    templates as templates,
)
