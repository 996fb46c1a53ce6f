"""The Model Context Protocol: tools, resources and prompts on a vault."""
