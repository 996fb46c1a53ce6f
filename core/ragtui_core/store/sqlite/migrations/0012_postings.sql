-- Postings of frequent words (posting_rows.py), from which searches add up the scores that
-- FTS5 would compute chunk by chunk. They are of one state of the index; the chunks that
-- changed since then are in posting_change, and count instead of their postings.

CREATE TABLE posting_corpus (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    epoch INTEGER NOT NULL,          -- grows whenever the postings are made
    chunks INTEGER NOT NULL,         -- now; -1 if the postings cannot be used
    tokens INTEGER NOT NULL          -- of all chunks and fields, now
);
INSERT INTO posting_corpus VALUES (1, 0, -1, 0);

CREATE TABLE posting_base (
    epoch INTEGER PRIMARY KEY,
    patterns BLOB NOT NULL,          -- int64: how often a word is in each field
    lengths BLOB NOT NULL            -- uint32: the tokens of each chunk, by its id
);

CREATE TABLE posting_word (
    id INTEGER PRIMARY KEY,
    term TEXT NOT NULL UNIQUE,
    chunks INTEGER NOT NULL          -- with the word, now
);

CREATE TABLE posting (
    word INTEGER PRIMARY KEY REFERENCES posting_word (id),
    is_bitmap INTEGER NOT NULL,
    ids BLOB NOT NULL,               -- of chunks
    patterns BLOB NOT NULL           -- the number of the pattern of each
);

CREATE TABLE posting_change (
    chunk INTEGER PRIMARY KEY,
    tokens INTEGER NOT NULL,
    words BLOB NOT NULL,             -- uint32: ids of posting_word; empty for none
    patterns BLOB NOT NULL           -- int64: the pattern of each
);

CREATE VIRTUAL TABLE word_instance USING fts5vocab (keyword, instance);
