"""Links to files and folders that are not notes."""

from pathlib import Path

import pytest

from ragtui_core.links import linked_path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path.resolve() / "vault"
    (root / "notes" / "img").mkdir(parents=True)
    (root / "notes" / "img" / "a.png").touch()
    (root / "top.png").touch()
    (root.parent / "outside.png").touch()
    (root / "notes" / "out.png").symlink_to(root.parent / "outside.png")
    (root / "notes" / "in.png").symlink_to(root / "top.png")
    return root


@pytest.mark.parametrize(
    ("target", "path"),
    [
        ("img/a.png", "notes/img/a.png"),
        ("img", "notes/img"),
        ("./img/../img/a.png", "notes/img/a.png"),
        ("../top.png", "top.png"),
        ("top.png", "top.png"),
        ("/notes/img/a.png", "notes/img/a.png"),
        ("in.png", "notes/in.png"),
        ("a.png", None),
        ("out.png", None),
        ("../../outside.png", None),
        ("/etc/passwd", None),
        ("a\0b", None),
        ("a" * 5000, None),
        ("", None),
    ],
)
def test_a_link_leads_to_what_is_in_the_vault(
    root: Path, target: str, path: str | None
) -> None:
    assert linked_path(root, target, "notes/a.md") == path


def test_paths_that_cannot_exist_are_not_looked_for(root: Path) -> None:
    assert linked_path(root, "top.png", "a.md", lambda _: True) == "top.png"
    assert linked_path(root, "top.png", "a.md", lambda _: False) is None
