"""A statement that takes long ends when its work is cancelled."""

import threading
from pathlib import Path

from ragtui_core.cancellation import Cancellation, WorkCancelled
from ragtui_core.store.protocols import Store
from ragtui_core.store.records import IndexChange
from support.stores import paths_with, records_of

ENDLESS = (
    "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number) "
    "SELECT count(*) FROM number"
)


def test_a_statement_ends_and_the_next_works(store: Store, tmp_path: Path) -> None:
    with store.writer() as writer:
        writer.apply(IndexChange(records=records_of(tmp_path, {"a.md": "a curlew"})))
    cancellation, begun = Cancellation(), threading.Event()
    raised: list[WorkCancelled] = []

    def read() -> None:
        with store.reader() as reader:
            begun.set()
            reader.tables.rows(ENDLESS)

    def work() -> None:
        try:
            cancellation.run(read)
        except WorkCancelled as error:
            raised.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    assert begun.wait()
    while thread.is_alive():  # it may not have begun to execute the statement
        cancellation.cancel()
        thread.join(0.05)
    assert len(raised) == 1
    with store.reader() as reader:
        assert paths_with(reader, "curlew") == {"a.md"}
