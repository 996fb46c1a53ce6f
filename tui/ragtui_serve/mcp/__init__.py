"""The Model Context Protocol: tools on a vault, none of which writes."""
