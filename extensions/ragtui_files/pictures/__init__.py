"""Pictures and scans -> text, by recognition."""
