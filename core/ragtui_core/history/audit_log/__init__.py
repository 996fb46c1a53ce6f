"""The audit log: what was asked and answered, on this machine alone.

One JSON line an exchange, in a file a month (docs/audit-log.md). `AuditLog` writes
it, and has `statistics` count it.
"""

from ragtui_core.history.audit_log.audit_log import AuditLog
from ragtui_core.history.audit_log.log_records import (
    ExchangeRecord,
    Record,
    SearchRecord,
)
from ragtui_core.history.audit_log.record_builder import (
    CANCELLED,
    exchange_record,
    search_record,
)

__all__ = [
    "CANCELLED",
    "AuditLog",
    "ExchangeRecord",
    "Record",
    "SearchRecord",
    "exchange_record",
    "search_record",
]
