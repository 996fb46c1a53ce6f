"""Everything that is true without a screen: index, search, read and ask a vault."""

from ragtui_core.telemetry import switch_off

# Here, since no module of the package can import a dependency before this has run.
switch_off()
