"""ragtui and notmuch on what people look for in their mails.

    python -m benchmarks.mail_peers

Makes a Maildir of some mails and asks both for each task: notmuch in its own query
language, as one who knows it writes, ragtui in plain words where they suffice, else by
filters. Needs `notmuch` (Debian). Prints the place of the right mail among the first
five, or a dash.
"""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from benchmarks.measure import scratch, seconds
from ragtui_core import SearchOptions, open_vault

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.mails import mail

MAILS = {
    "offer": ("Offer for the crane", "We offer the crane for 12,400 euros.", "tom"),
    "reply": ("Re: Offer for the crane", "Too much.\n\n> We offer the crane.", "ann"),
    "policy": ("Travel policy", "Trains are booked in second class.", "office"),
    "roof": ("Dach", "Die Haftpflichtversicherung zahlt das Dach.", "ines"),
    "garden": ("Saturday", "Shall we mow the lawn and prune the hedge?", "bo"),
    "number": ("Your invoice", "Invoice INV-2024-0917 is due on 5 May.", "shop"),
    "flight": ("Booking", "Your flight to Umeå leaves at 7:40.", "air"),
    "call": ("Grandmother", "She called and met the doctor on Tuesday.", "ann"),
    "files": ("Drawings", "See the attachment.", "tom"),
}
"""Subject, text and sender of each."""

ATTACHED = {"files": {"valve.txt": b"The valve is 12 mm wide.\n"}}

TASKS = (
    ("words of a mail", "crane offer", "crane and offer", "offer"),
    ("a sender", "mails from Tom about drawings", "from:tom drawings", "files"),
    ("a subject", "travel policy", 'subject:"travel policy"', "policy"),
    ("an invoice number", "INV-2024-0917", "INV-2024-0917", "number"),
    ("that number without signs", "INV20240917", "INV20240917", "number"),
    ("words of an attachment", "12 mm valve", "valve", "files"),
    ("an attachment by name", "valve.txt", "attachment:valve.txt", "files"),
    ("another form of a word", "meeting the doctor", "meet doctor", "call"),
    ("a part of a compound", "Versicherung Dach", "Versicherung Dach", "roof"),
    ("a letter without its mark", "flight to Umea", "flight Umea", "flight"),
    ("a typing error", "travle policy", "travle policy", "policy"),
    ("a question", "how much does the crane cost?", "crane cost", "offer"),
    ("by meaning", "cutting grass at the weekend", "cutting grass", "garden"),
    ("an original, not its quotation", "we offer the crane", "we offer crane", "offer"),
)
"""What is looked for, and the query of each tool, and the right mail."""


def write(root: Path) -> None:
    """Write the Maildir."""
    for name in ("cur", "new", "tmp"):
        (root / name).mkdir(parents=True)
    for number, (name, (subject, text, sender)) in enumerate(MAILS.items()):
        message = mail(
            text + "\n",
            subject=subject,
            sender=f"{sender.title()} <{sender}@example.org>",
            date=f"Tue, {number + 1:02} Mar 2026 10:15:00 +0100",
            message_id=f"{name}@example.org",
            files=ATTACHED.get(name),
        )
        (root / "cur" / f"{name}:2,S").write_bytes(message)


def notmuch(config: Path, *arguments: str) -> list[str]:
    """The lines that notmuch prints."""
    environment = {**os.environ, "NOTMUCH_CONFIG": str(config)}
    done = subprocess.run(
        ["notmuch", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def place(paths: list[str], name: str) -> str:
    """The place of a mail among the first five, from 1."""
    names = [Path(path.partition("!")[0]).name.partition(":")[0] for path in paths[:5]]
    return str(names.index(name) + 1) if name in names else "–"


def main() -> None:
    """Print the table."""
    with scratch() as folder:
        root, config = folder / "mail", folder / "notmuch-config"
        write(root)
        config.write_text(f"[database]\npath={root}\n[new]\nignore=\n")
        notmuch(config, "new", "--quiet")
        with closing(open_vault(root, db=folder / "index.db")) as vault:
            vault.index()
            print(f"{'':<32} {'ragtui':>6} {'notmuch':>7}")
            for what, ours, theirs, right in TASKS:
                options = SearchOptions(limit=5)
                hits = [hit.path for hit in vault.search(ours, options).hits]
                search = ("search", "--output=files", "--limit=5", theirs)
                files = notmuch(config, *search)
                print(f"{what:<32} {place(hits, right):>6} {place(files, right):>7}")
            query = TASKS[0]
            mine = 1000 * seconds(lambda: vault.search(query[1]), 5)
            other = 1000 * seconds(lambda: notmuch(config, "search", query[2]), 5)
            print(f"{'milliseconds, ready or started':<32} {mine:>6.0f} {other:>7.0f}")


if __name__ == "__main__":
    main()
