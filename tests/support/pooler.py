"""PgBouncer in front of a PostgreSQL server, for one test."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from psycopg.conninfo import conninfo_to_dict

from support.postgres_server import NOBODY, answers
from support.waiting import wait_until

PORT = 6432

CONFIGURATION = """\
[databases]
* = host={host} user={user}
[pgbouncer]
listen_port = {port}
unix_socket_dir = {folder}
auth_type = any
pool_mode = {mode}
default_pool_size = {size}
logfile = {folder}/log
pidfile = {folder}/pid
"""


@contextmanager
def pooled(dsn: str, mode: str) -> Iterator[str]:
    """The connection string of a pooler in front of the server of `dsn`."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("PgBouncer is not installed")
    parts: dict[str, Any] = conninfo_to_dict(dsn)
    folder = Path(tempfile.mkdtemp(prefix="pb-"))
    settings = folder / "pgbouncer.ini"
    settings.write_text(
        CONFIGURATION.format(
            host=parts["host"],
            user=parts["user"],
            port=PORT,
            folder=folder,
            mode=mode,
            # Transactions of several clients alternate; a session keeps its connection.
            size=2 if mode == "transaction" else 20,
        )
    )
    as_user: dict[str, Any] = {}
    if os.geteuid() == 0:  # which it refuses
        as_user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        os.chown(folder, NOBODY, NOBODY)
    pooler = subprocess.Popen([program, "-q", settings], cwd=folder, **as_user)
    through = f"host={folder} port={PORT} user={parts['user']} dbname={parts['dbname']}"
    try:
        wait_until(
            lambda: pooler.poll() is not None or answers(through),
            lambda: (folder / "log").read_text(),
        )
        assert pooler.poll() is None, (folder / "log").read_text()
        yield through
    finally:
        pooler.send_signal(signal.SIGKILL)
        pooler.wait()
        shutil.rmtree(folder)
