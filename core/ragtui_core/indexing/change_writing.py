"""Writes the changes of an update, each in a transaction, while the next is made."""

from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor

from ragtui_core.store.records import IndexChange
from ragtui_core.store.writer import Writer


def write_changes(
    writer: Writer, changes: Iterable[IndexChange], *, in_thread: bool
) -> None:
    """Write each change in a transaction.

    When a change is asked for, all but the last one are written. With `in_thread`, a
    second thread writes one while the next is made: SQLite releases the GIL.
    """
    if not in_thread:
        for change in changes:
            writer.apply(change)
        return
    with ThreadPoolExecutor(1, thread_name_prefix="index-write") as pool:
        before: Future[None] | None = None
        for change in changes:
            if before:
                before.result()
            before = pool.submit(writer.apply, change)
        if before:
            before.result()
