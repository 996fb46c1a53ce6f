"""The audit log: what was asked and answered, on this machine alone.

One JSON line an exchange, in a file a month (docs/audit-log.md). `Journal` writes
it, and has `statistics` count it.
"""

from ragtui_core.answer.log.journal import Journal
from ragtui_core.answer.log.recording import CANCELLED, exchange_record, search_record
from ragtui_core.answer.log.records import ExchangeRecord, Record, SearchRecord

__all__ = [
    "CANCELLED",
    "ExchangeRecord",
    "Journal",
    "Record",
    "SearchRecord",
    "exchange_record",
    "search_record",
]
