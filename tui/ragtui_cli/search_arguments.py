"""The options of `ragtui search` as search options."""

import argparse
import os
import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Any

from ragtui_cli.command_options import decimal, whole
from ragtui_core import (
    CurrentLocation,
    DocumentNotFound,
    RagtuiError,
    Scope,
    SearchOptions,
    Vault,
)
from ragtui_core.files import as_on_disk, is_file, is_possible, path_argument
from ragtui_core.tools import RequestOption, named_option, options_at

_LOCATION = re.compile(r"(?P<name>.+):(?P<line>[0-9]{1,9})", re.DOTALL)


def add_search_arguments(parser: argparse.ArgumentParser, names: Iterable[str]) -> None:
    """Add options of requests by name; filters are written in the query."""
    for name in names:
        _add_option(parser, named_option(name))


def _add_option(parser: argparse.ArgumentParser, option: RequestOption) -> None:
    """Add an option of requests: on by default, as `--no-name`."""
    name = option.name.replace("_", "-")
    no = option.default is True
    words = f"{option.description[0].lower()}{option.description[1:].rstrip('.')}"
    parser.add_argument(
        *(["-n"] if name == "limit" else []),
        f"--no-{name}" if no else f"--{name}",
        dest=option.name,
        default=option.default,
        help="do not " * no + words,
        **_form(option),
    )


def _form(option: RequestOption) -> dict[str, Any]:
    """How a command line has the value of an option."""
    kind, low, high = option.kind, option.low or 0, option.high or 0
    if kind is bool:
        return {"action": "store_false" if option.default else "store_true"}
    if kind is int:
        return {"type": whole(int(low), int(high)), "metavar": "N"}
    if kind is float:
        return {"type": decimal(low, high), "metavar": "S"}
    if kind is tuple:
        metavar = "QUERY" if option.name == "also" else option.name.upper()
        return {"action": "append", "metavar": metavar}
    if issubclass(kind, StrEnum):
        metavar = f"{{{','.join(kind)}}}"
        return {"type": _member(kind), "choices": list(kind), "metavar": metavar}
    return {"metavar": "FILE[:LINE]"}


def _member(kind: type[StrEnum]) -> Callable[[str], StrEnum]:
    def member(text: str) -> StrEnum:
        try:
            return kind(text)
        except ValueError:
            known = ", ".join(kind)
            message = f"invalid choice: {text!r} (choose from {known})"
            raise argparse.ArgumentTypeError(message) from None

    return member


def options_of(args: argparse.Namespace, vault: Vault) -> SearchOptions:
    """The search options of a command line.

    Raises:
        RagtuiError: A scope has no location.
    """
    if args.scope != Scope.VAULT and not args.at:
        raise RagtuiError(f"--scope {args.scope} needs --at FILE")
    return options_at(location_of(args.at, vault) if args.at else None, vars(args))


def location_of(text: str, vault: Vault) -> CurrentLocation:
    """`notes/a.md:12`, relative to the vault or to the current folder.

    Raises:
        DocumentNotFound: The vault has no such file.
    """
    match = _LOCATION.fullmatch(text)
    name, line = (match["name"], match["line"]) if match else (text, None)
    name = as_on_disk(vault.root, name)
    candidates = [vault.root / name] if is_possible(name) else []
    if candidates and not is_file(candidates[0]):
        candidates = [path_argument(name, DocumentNotFound)]
    for file in candidates:
        if is_file(file) and file.resolve().is_relative_to(vault.root):
            path = _within(file, vault.root)
            return CurrentLocation(path, int(line) if line else None)
    raise DocumentNotFound(
        f"--at {text}: there is no such file in the vault {vault.root}"
    )


def _within(file: Path, root: Path) -> str:
    """The path in the vault; a link keeps its own name."""
    plain = Path(os.path.normpath(file))
    path = plain if plain.is_relative_to(root) else file.resolve()
    return path.relative_to(root).as_posix()
