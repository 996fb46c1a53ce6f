"""The argument parser. Each command's module adds its own arguments.

Only the module of the command that is used is imported: the others, with what they
import, would add a tenth to the time of a search.
"""

import argparse
import os
import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from ragtui_core import Command, PluginError, PluginGroup, find_plugin, plugin_names

COMMANDS = {
    "index": Command(
        "make a vault searchable, or bring its index up to date",
        ("index ~/notes", "index ~/notes --watch"),
        "ragtui_cli.commands.index",
    ),
    "embed": Command(
        "embed for a team's index, beside other processes",
        ("embed --workers-for notes", "embed --workers-for ~/notes --watch"),
        "ragtui_cli.commands.embed",
    ),
    "search": Command(
        "find passages by keyword and by meaning",
        (
            "search clock change",
            "search '\"exact phrase\" tag:oxygen -draft'",
            "search 'pump after:2026-01' --explain",
            "search pump --json | jq -r '.hits[].path'",
        ),
        "ragtui_cli.commands.search",
    ),
    "ask": Command(
        "get an answer with quotations from the files",
        ('ask "What did we decide about backups?"', 'ask "And why?" --continue'),
        "ragtui_cli.commands.ask",
    ),
    "model": Command(
        "find the models that run here, and choose one for answers",
        ("model", "model qwen2.5:7b"),
        "ragtui_cli.commands.model",
    ),
    "verify": Command(
        "check the quotations of a saved text again",
        ("verify notes/review.md", "verify --all draft.md"),
        "ragtui_cli.commands.verify",
    ),
    "chats": Command(
        "list, show, rename, delete or export stored conversations",
        ("chats", "chats export 3f2a -o chat.md"),
        "ragtui_cli.commands.chats",
    ),
    "show": Command(
        "print a document, one section or some pages of it",
        ("show pump", "show 'pump#Service'", "show report.pdf --page 12"),
        "ragtui_cli.commands.show",
    ),
    "stats": Command(
        "summarise questions, answers and latency from the audit log",
        ("stats", "stats --json"),
        "ragtui_cli.commands.stats",
    ),
    "status": Command(
        "show what is indexed",
        ("status", "status --check"),
        "ragtui_cli.commands.status",
    ),
    "store": Command(
        "copy an index to another store, or control who may read it",
        (
            "store copy file server",
            "store copy server backup.db",
            "store allow sales offers/2026",
        ),
        "ragtui_cli.commands.store",
    ),
    "mcp": Command(
        "serve a vault to an agent, by the Model Context Protocol",
        ("mcp ~/notes",),
        "ragtui_cli.commands.mcp",
    ),
    "serve": Command(
        "serve vaults to programs, by HTTP and MCP",
        ("serve ~/notes", "serve ~/notes --port 8500"),
        "ragtui_cli.commands.serve",
    ),
    "completion": Command(
        "print what completes ragtui's commands in a shell",
        (
            "completion bash > ~/.local/share/bash-completion/completions/ragtui",
            "completion zsh > ~/.zsh/completions/_ragtui",
            "completion fish > ~/.config/fish/completions/ragtui.fish",
        ),
        "ragtui_cli.commands.shell_completion",
    ),
}
"""Our commands by name, but those of `extensions`."""

_EPILOG = """\
examples:
  ragtui ~/notes
  ragtui search clock change
  ragtui ask "What did we decide about backups?"

Without a command, `ragtui [VAULT]` opens the full-screen app.
Exit codes: 0 done, 1 nothing found, 2 an error, 130 interrupted by Ctrl+C.
"""


_CHOICE = re.compile(r"invalid choice: '(?P<written>.*)' \(choose from (?P<known>.*)\)")
_SIMILARITY = 0.7
"""Minimum ratio of difflib at which a word is proposed: `find` and `index` have .67."""


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The parsed command line; its `run` is the function to call with it."""
    first = next((a for a in arguments if not a.startswith("-")), None)
    parser = _parser()
    if first is None and {"-h", "--help"} & set(arguments):
        _add_commands(parser, command_names(), with_arguments=False)
        return parser.parse_args(arguments)
    if first in COMMANDS or (first and first.isidentifier() and _is_further(first)):
        _add_commands(parser, (first,))
        return parser.parse_args(arguments)
    parser = _app_parser()
    is_word = first and first == arguments[0] and not os.path.lexists(first)
    meant = nearest(arguments[0], command_names()) if is_word else None
    words = [argument for argument in arguments if not argument.startswith("-")]
    if meant or (is_word and len(words) > 1):
        question = _question(meant and f"ragtui {meant}")
        parser.error(f"there is no command or folder {first!r}{question}")
    return parser.parse_args(arguments)


def _is_further(name: str) -> bool:
    return name in plugin_names(PluginGroup.COMMANDS)


def command_names() -> tuple[str, ...]:
    """All commands, those of extensions last; reads the metadata of packages."""
    return *COMMANDS, *plugin_names(PluginGroup.COMMANDS)


def described(command: str) -> Command:
    """What there is to know of a command.

    Raises:
        PluginError: It is that of a package, and cannot be used.
    """
    if command in COMMANDS:
        return COMMANDS[command]
    plugin = find_plugin(PluginGroup.COMMANDS, command)
    found = plugin.load()
    if isinstance(found, Command):
        return found
    raise plugin.problem("is no ragtui_core.Command")


def _add_commands(
    parser: argparse.ArgumentParser,
    names: Iterable[str],
    *,
    with_arguments: bool = True,
) -> None:
    """Add commands, with their arguments or only with what they do."""
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in names:
        try:
            command = described(name)
        except PluginError as error:
            if with_arguments:
                raise
            commands.add_parser(name, help=str(error))
            continue
        parser = commands.add_parser(
            name,
            help=command.summary,
            description=f"{command.summary[0].upper()}{command.summary[1:]}.",
            epilog="\n  ragtui ".join(["examples:", *command.examples]),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if with_arguments:
            _add_arguments(parser, command.module)


def whole_parser() -> argparse.ArgumentParser:
    """The parser of all commands and of the app's options, each with its arguments.

    It describes the command line; it is not for parsing one.
    """
    parser = _parser()
    known = set(parser._option_string_actions)
    for action in _app_parser()._actions:
        if action.option_strings and not known & set(action.option_strings):
            parser._add_action(action)
    _add_commands(parser, command_names())
    return parser


def _add_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    module = import_module(name)
    module.add(parser)
    if run := vars(module).get("run"):
        parser.set_defaults(run=run)


def parser_of(command: str) -> argparse.ArgumentParser:
    """The parser of one command, for the documentation and tests."""
    parser = LineParser(prog=f"ragtui {command}")
    _add_arguments(parser, described(command).module)
    return parser


def _app_parser() -> argparse.ArgumentParser:
    parser = _parser()
    _add_arguments(parser, "ragtui_cli.commands.start_app")
    return parser


def _parser() -> argparse.ArgumentParser:
    parser = LineParser(
        prog="ragtui",
        description="Search and question your notes.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    return parser


class _Version(argparse.Action):
    """Reads the version only when it is requested."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib import metadata

        print(f"ragtui {metadata.version('ragtui')}")
        parser.exit()


def nearest(written: str, known: Iterable[str]) -> str | None:
    """The word that `written` is a typo of, if one is similar enough."""
    from difflib import get_close_matches  # only after an error

    found = get_close_matches(written, list(known), 1, _SIMILARITY)
    return found[0] if found else None


class LineParser(argparse.ArgumentParser):
    """Reports a wrong command line in one line, and exits with 2.

    Options are written in full: no unknown one is taken for the beginning of another.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        """Print what is wrong, what was probably meant, and where to read on."""
        if choice := _CHOICE.search(message):
            known = re.findall(r"[\w-]+", choice["known"])
            message += _question(nearest(choice["written"], known))
        self.exit(2, f"{self.prog}: {message} (see `{self.prog} --help`)\n")

    # Sub-parsers are called by this method, and leave what they do not know.
    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Parse, and refuse what is unknown, as each command knows its own options."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            from ragtui_core.files import is_folder  # after an error

            word = unknown[0].partition("=")[0]
            options = self._option_string_actions
            meant = nearest(word, options)
            if "--vault" in options and is_folder(word):
                meant = f"--vault {word}"
            self.error(f"unknown argument {unknown[0]!r}{_question(meant)}")
        return found, unknown


def _question(meant: str | None) -> str:
    return f"; did you mean `{meant}`?" if meant else ""
