"""The marks of an answer, such as `[1]`: read, compared with files, written."""
