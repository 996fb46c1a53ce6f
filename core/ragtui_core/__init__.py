"""Everything that is true without a screen: index, search, read and ask a vault."""
