"""Notices what would leave the machine, or start another program."""

import socket
import webbrowser
from typing import Any

import pytest
from textual.app import App


def recorded_openings(monkeypatch: pytest.MonkeyPatch, allowed: str) -> list[str]:
    """What is opened from now on: links, and connections to all but one address.

    Args:
        monkeypatch: Of the test.
        allowed: The address of the fake service, as a URL.
    """
    opened: list[str] = []
    connect = socket.socket.connect

    def connecting(self: socket.socket, address: Any) -> None:
        if not (isinstance(address, tuple) and allowed.endswith(f":{address[1]}")):
            opened.append(f"connect {address}")
        connect(self, address)

    def opening(*args: Any, **_: Any) -> bool:
        opened.append(f"open {args[-1]}")
        return True

    monkeypatch.setattr(socket.socket, "connect", connecting)
    for name in ("open", "open_new", "open_new_tab"):
        monkeypatch.setattr(webbrowser, name, opening)
    monkeypatch.setattr(App, "open_url", opening)
    return opened
