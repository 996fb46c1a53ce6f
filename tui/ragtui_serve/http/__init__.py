"""The HTTP server: search, answers, documents, MCP, and OpenAI's chat protocol."""
