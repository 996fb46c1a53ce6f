"""The commands `ragtui eval` and `ragtui tune`."""

from ragtui_core import Command

EVAL = Command(
    "measure search quality on judged queries",
    ("eval queries.toml", "eval queries.toml --mode keyword hybrid"),
    "ragtui_eval.commands.evaluate",
)
TUNE = Command(
    "find the best search settings for a query set",
    ("tune queries.toml",),
    "ragtui_eval.commands.tune",
)
