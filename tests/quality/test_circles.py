"""No module needs itself by way of others: imports for types and in functions count."""

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

pytestmark = pytest.mark.lint

PACKAGES = (
    "ragtui_core",
    "ragtui_eval",
    "ragtui_files",
    "ragtui_postgres",
    "ragtui_cli",
    "ragtui_lsp",
    "ragtui_serve",
    "ragtui_telegram",
    "ragtui_tui",
)


def test_imports_have_no_circle() -> None:
    graph = grimp.build_graph(*PACKAGES, exclude_type_checking_imports=False)
    imports = {
        module: graph.find_modules_directly_imported_by(module)
        for module in graph.modules
    }
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))
