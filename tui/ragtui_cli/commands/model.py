"""`ragtui model`: finds model servers on this computer, and chooses a model."""

import argparse
import json
from dataclasses import asdict

from ragtui_cli import exit_codes
from ragtui_cli.command_options import add_flags
from ragtui_core.answer import (
    NO_SERVER,
    choose_model,
    described,
    offers,
    running_servers,
    server_at,
)
from ragtui_core.text import sanitize


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "name", nargs="?", help="the model to use from now on, or a part of its name"
    )
    parser.add_argument("--url", help="a server at another address, without /v1")
    add_flags(parser, json="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """List the models that run, or store which one answers."""
    found = [server_at(args.url)] if args.url else running_servers()
    servers = [server for server in found if server]
    offered = offers(servers)
    if args.name and offered:
        file = choose_model(args.name, offered)
        print(f"written to {file}")
    elif args.json:
        print(json.dumps({"servers": [asdict(server) for server in servers]}, indent=2))
    for server in () if args.json or (args.name and offered) else servers:
        print(f"{server.kind} at {sanitize(server.base_url)}")
        for model in server.models:
            print(f"  {sanitize(model.name)}: {described(model)}")
        if not server.models:
            print("  no models")
    if not servers and not args.json:
        silent = f"No model server answers at {sanitize(args.url or '')}."
        print(silent if args.url else NO_SERVER)
    return exit_codes.FOUND if offered else exit_codes.NOTHING
