# What contributors type: `just` comes with the dev group (.venv/bin/just).

python := ".venv/bin/python"

# List the recipes.
default:
    @just --list

# Install everything into .venv, and the hooks that look at a commit before it is made.
setup:
    python3 -m venv .venv
    .venv/bin/pip install -q --upgrade pip
    .venv/bin/pip install -q -e . --group dev
    .venv/bin/pre-commit install

# Run the tests, in as many processes as there are cores; or those that are named.
test *ARGS:
    {{ python }} -m pytest -q -n auto {{ ARGS }}

# Look for what can be seen without running it: format, lint, types, imports, documents, words.
check:
    {{ python }} -m ruff format --check .
    {{ python }} -m ruff check .
    {{ python }} -m mypy
    .venv/bin/lint-imports
    {{ python }} -m pytest -q tests/quality --ignore=tests/quality/test_golden.py --ignore=tests/quality/test_extracts.py

# Format, and fix what ruff can fix.
fix:
    {{ python }} -m ruff format .
    {{ python }} -m ruff check --fix .

# Tests with a report of the lines that none of them reaches.
coverage:
    {{ python }} -m pytest -q -n auto --cov --cov-report=term-missing

# What each landing must pass, from a clean checkout.
ci:
    .ci/run

# All other tiers, from a clean checkout: half an hour. `just nightly --last` shows the last report.
nightly *ARGS:
    .ci/nightly {{ ARGS }}

# Generate docs/cli-help.md, the manual page and the pictures; check the documents against the code.
docs:
    {{ python }} docs/make_cli_help.py
    {{ python }} docs/make_manual.py
    {{ python }} docs/make_pictures.py
    {{ python }} -m pytest -q tests/quality/test_documents.py tests/quality/test_manual.py tests/quality/test_declared_api.py

# Build what a release consists of into dist/ (docs/releasing.md).
release *ARGS:
    .ci/release {{ ARGS }}

# Show the figures that may only fall (tests/quality/budget.toml); --lower writes them down.
budget *ARGS:
    {{ python }} -m benchmarks.budget {{ ARGS }}

# Run a benchmark, such as `just bench typing sample-vault` (docs/benchmarks.md).
bench NAME *ARGS:
    {{ python }} -m benchmarks.{{ NAME }} {{ ARGS }}
