"""A real terminal: the program in tmux, keys sent to it, its screen read."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.waiting import wait_until

needs_tmux = pytest.mark.skipif(
    shutil.which("tmux") is None, reason="tmux drives the real terminal"
)


class Tmux:
    """One window of a separate tmux server."""

    def __init__(self, socket: Path, environment: Mapping[str, str]) -> None:
        self._socket = socket
        # pytest-xdist names a size for its workers' own output; the window has its own.
        others = {k: v for k, v in environment.items() if k not in {"COLUMNS", "LINES"}}
        self._environment = {**others, "TERM": "xterm-256color"}

    def start(self, command: Sequence[str], width: int, height: int) -> None:
        """Run `command` in a window; what it leaves behind stays on the screen."""
        size = ["-x", str(width), "-y", str(height)]
        script = 'stty sane; "$0" "$@"; echo "ended with $?"; stty -a | head -3; cat'
        shell = ["sh", "-c", script, *command]
        self._tmux("-f", os.devnull, "new-session", "-d", *size, "--", *shell)

    def press(self, *keys: str) -> None:
        """Press keys by tmux's names: `Enter`, `Escape`, `C-p`, `F4`."""
        self._tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        self._tmux("send-keys", "-l", text)

    def paste(self, file: Path) -> None:
        """Paste the text of a file, as a terminal does with the clipboard."""
        self._tmux("load-buffer", str(file))
        self._tmux("paste-buffer", "-p")

    def resize(self, width: int, height: int) -> None:
        self._tmux("resize-window", "-x", str(width), "-y", str(height))

    @property
    def text(self) -> str:
        return self._tmux("capture-pane", "-p")

    def until(self, *words: str, gone: str = "") -> str:
        """Wait until all words are on the screen, and `gone` does not."""

        def text_with_words() -> str:
            text = self.text
            is_there = all(word in text for word in words)
            return text if is_there and not (gone and gone in text) else ""

        return wait_until(
            text_with_words, lambda: f"never saw {words} without {gone!r}:\n{self.text}"
        )

    def _tmux(self, *arguments: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", str(self._socket), *arguments],
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def kill(self) -> None:
        self._tmux("kill-server")


@contextmanager
def tmux(folder: Path, environment: Mapping[str, str]) -> Iterator[Tmux]:
    """A terminal that ends with the block, and the program in it."""
    window = Tmux(folder / "tmux", environment)
    try:
        yield window
    finally:
        window.kill()
