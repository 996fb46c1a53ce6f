"""`ragtui-lsp`: the language server over standard input and output."""

import argparse
import gc
import logging
import sys
from collections.abc import Sequence
from importlib import metadata
from typing import TYPE_CHECKING

from ragtui_core.terminal import guarded_errors

if TYPE_CHECKING:
    from ragtui_lsp.server import RagtuiServer

SWITCH_SECONDS = 0.001
"""Switch interval of threads; a short one lets requests run before indexing."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the client leaves; returns the exit code."""
    # Standard output is reserved for the protocol.
    with guarded_errors():
        return _serve(_parser().parse_args(arguments))


def _serve(args: argparse.Namespace) -> int:
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    # pygls logs a traceback for each failed request, which the client reports.
    logging.getLogger("pygls").setLevel(args.log.upper())
    # No garbage collection while the protocol's classes load: saves 40 of 300 ms.
    gc.disable()
    server = new_server()
    gc.enable()
    gc.freeze()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        server.start_io()
    finally:
        server.close_vaults()
    return server.protocol.exit_code


def new_server() -> "RagtuiServer":
    """A server with every command and capability."""
    from ragtui_lsp.registration import add_commands, add_features
    from ragtui_lsp.server import RagtuiServer

    server = RagtuiServer(metadata.version("ragtui"))
    add_commands(server)
    add_features(server)
    return server


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ragtui-lsp", description="Search and question your notes in the editor."
    )
    parser.add_argument(
        "--stdio", action="store_true", help="use standard input and output (default)"
    )
    parser.add_argument(
        "--log",
        choices=("debug", "info", "warning", "error", "critical"),
        default="critical",
        help="log level for standard error",
    )
    version = f"ragtui-lsp {metadata.version('ragtui')}"
    parser.add_argument("--version", action="version", version=version)
    return parser


if __name__ == "__main__":
    sys.exit(main())
