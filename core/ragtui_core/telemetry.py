"""Switches the telemetry of dependencies off, before any of them is imported.

The package runs this when any of its modules is imported, so it applies to every front
end, for programs that use the core as a library, and, since the environment is
inherited, for child processes. It imports nothing but `os`.
"""

import os
from collections.abc import MutableMapping

SWITCHES = {
    # onnxruntime's wheels upload events some seconds after they were imported, and
    # write a persistent id into the user's cache. Its own function
    # `disable_telemetry_events` comes too late: both have begun by then.
    "ORT_DISABLE_TELEMETRY": "1",
    # huggingface_hub (a requirement of tokenizers) and its transfer library hf-xet.
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_UPDATE_CHECK": "1",
    # The common switch of https://donottrack.sh, for whatever else honours it.
    "DO_NOT_TRACK": "1",
    # anthropic traces its calls by OpenTelemetry, and gives their content, which is
    # notes, to the exporter of the environment if that asks for it. OTEL_SDK_DISABLED
    # would also turn off the tracing of a program that uses the core as a library.
    "ANTHROPIC_OPEN_TELEMETRY": "false",
    "ANTHROPIC_OPEN_TELEMETRY_PROPAGATION": "false",
}
"""Environment variables and the value that means off."""


def switch_off(environ: MutableMapping[str, str] = os.environ) -> None:
    """Set every switch, whatever value it has.

    Other values are replaced: ragtui promises that nothing is sent, and a variable
    that another program's installation left in a shell profile does not express the
    user's choice for their notes.
    """
    environ.update(SWITCHES)
