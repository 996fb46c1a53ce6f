"""A process that is killed (SIGKILL) at a certain step of its work."""

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

SECONDS = 60.0
"""Most that is waited for the process to get there."""


class Halt:
    """Stops the process it is called in at its `number`th call, until it is killed."""

    def __init__(self, number: int, told: Connection) -> None:
        """Tell the other process through `told`."""
        self._left = number
        self._told = told

    def __call__(self) -> None:
        """Count a call."""
        self._left -= 1
        if self._left == 0:
            self._told.send("there")
            while True:
                self._told.recv()

    def before(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """`function`, each call of which is counted first."""

        def counted(*args: Any, **options: Any) -> Any:
            self()
            return function(*args, **options)

        return counted


def kill_at(number: int, work: Callable[..., None], *arguments: object) -> None:
    """Run `work(halt, *arguments)` in a new process, and kill it where it halts.

    Args:
        number: At which call of `halt`, from 1.
        work: A function that a new process can import.
        arguments: What it is called with besides.
    """
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_run, args=(there, number, work, arguments))
    process.start()
    there.close()
    try:
        assert here.poll(SECONDS), "the process did not get there"
        assert here.recv() == "there"
    finally:
        process.kill()
        process.join(SECONDS)
        here.close()


def _run(
    told: Connection,
    number: int,
    work: Callable[..., None],
    arguments: tuple[object, ...],
) -> None:
    work(Halt(number, told), *arguments)
