"""The events of indexing as lines of text."""

from ragtui_core.indexing import (
    ChangesSeen,
    FileSkipped,
    IndexEvent,
    IndexFinished,
    IndexNotice,
    IndexState,
    ScanFinished,
    SettingsRead,
    waiting_words,
)
from ragtui_core.text import counted, sanitize


def sentence(event: IndexEvent) -> str:
    """An event as a line of text."""
    match event:
        case ScanFinished():
            return (
                f"{counted(event.files, 'file')}: {event.added} added, "
                f"{event.changed} changed, {event.renamed} renamed, "
                f"{event.deleted} deleted, {event.unchanged} unchanged"
            )
        case ChangesSeen():
            return "changed: " + sanitize(", ".join(event.paths), one_line=True)
        case SettingsRead():
            return "settings read again: " + ", ".join(event.keys)
        case FileSkipped():
            return f"skipped {sanitize(event.path, one_line=True)}: {event.reason}"
        case IndexNotice():
            return sanitize(event.message, one_line=True)
        case IndexState():
            mails = f", {counted(event.mails, 'mail')}" if event.mails else ""
            line = event.sentence if event.detail else event.line
            return sanitize(line + mails, one_line=True)
        case IndexFinished():
            return _ending(event)


def _ending(event: IndexFinished) -> str:
    start = "stopped" if event.interrupted else "done"
    text = (
        f"{start}: {counted(event.documents, 'document')}, "
        f"{counted(event.chunks, 'passage')} in {event.seconds:.1f} s"
    )
    if event.pending:
        text += f"; {counted(event.pending, 'passage')} without vectors yet"
    if event.interrupted:
        text += "; run `ragtui index` again to continue"
    if event.skipped:
        text += f"; {counted(event.skipped, 'file')} skipped (see `ragtui status`)"
    if event.unread:
        text += f"; {counted(event.unread, 'file')} of other kinds not read"
    if event.waiting:
        text += f"; {waiting_words(event.waiting)}"
    return text
