"""Ends the server when the editor that started it is gone without a word."""

import os
import sys
import threading
import time
from collections.abc import Callable

POLL_SECONDS = 3.0

EXIT_CODE = 1
"""The code after an `exit` that no `shutdown` came before."""


def watch_parent(process: int, close: Callable[[], object]) -> None:
    """Call `close` and end this process once another process does not exist any more.

    Standard input usually ends with it, but not if a third process has it, too. On
    Windows nothing is watched: Python cannot ask without ending the process.
    """
    if sys.platform != "win32":
        arguments = (process, close)
        threading.Thread(target=_watch, args=arguments, daemon=True).start()


def _watch(process: int, close: Callable[[], object]) -> None:
    while _exists(process):
        time.sleep(POLL_SECONDS)
    close()
    os._exit(EXIT_CODE)


def _exists(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # It is another user's.
    return True
