-- Postings as records of 8 bytes, which a client reads at once: of big-endian integers,
-- 2 bytes the chunk within its block, 2 its length, 4 the numbers of occurrences.
CREATE FUNCTION recorded(chunks smallint[], lengths smallint[], hits int[])
RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT string_agg(int2send(chunk) || int2send(length) || int4send(hit), ''
        ORDER BY number)
    FROM unnest(chunks, lengths, hits) WITH ORDINALITY
        AS each (chunk, length, hit, number)
$$;
ALTER TABLE posting
    ALTER COLUMN chunks TYPE bytea USING ragtui.recorded(chunks, lengths, hits);
ALTER TABLE posting RENAME COLUMN chunks TO records;
ALTER TABLE posting DROP COLUMN hits, DROP COLUMN lengths;
DROP FUNCTION recorded(smallint[], smallint[], int[]);

-- Those of records whose chunk is none of a block's chunks.
CREATE FUNCTION records_without(records bytea, gone int[]) RETURNS bytea
LANGUAGE sql IMMUTABLE AS $$
    -- Joined with nothing, the value is in memory once, not read again for each byte.
    SELECT coalesce(string_agg(substr(held, 8 * i + 1, 8), '' ORDER BY i), '')
    FROM (SELECT records || '' AS held OFFSET 0) AS once,
        generate_series(0, octet_length(held) / 8 - 1) AS i
    WHERE (get_byte(held, 8 * i) << 8) + get_byte(held, 8 * i + 1) != ALL (gone)
$$;

-- Table embedding says which chunks have a vector. To note it here rewrote each row, and
-- its entries in all indexes, when its vector was added.
ALTER TABLE chunk DROP COLUMN embedded;

-- Candidates of a search in the model's index of nearest neighbours, as measured.
ALTER TABLE model ADD COLUMN ef_search int;

-- The chunks of documents are read from this index alone.
DROP INDEX chunk_document;
CREATE INDEX chunk_document ON chunk (vault, document, span_start) INCLUDE (id);

-- The role whose rights count: that of SET ROLE, which only its members can set, or else
-- the one that is connected. In functions that run as their owner, current_user is he.
CREATE FUNCTION acting_role() RETURNS name LANGUAGE sql STABLE AS $$
    SELECT CASE current_setting('role') WHEN 'none' THEN session_user
        ELSE current_setting('role')::name END
$$;

CREATE OR REPLACE FUNCTION readable_prefixes() RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ragtui, pg_catalog, pg_temp AS $$
    SELECT coalesce(array_agg(prefix ORDER BY prefix), '{}') FROM (
        SELECT vault.id || ':' AS prefix FROM vault
        WHERE NOT restricted OR has_table_privilege(acting_role(), 'document', 'INSERT')
        UNION
        SELECT readable.vault || ':' || CASE folder WHEN '' THEN '' ELSE folder || '/' END
        FROM readable
        WHERE team = 'public' OR EXISTS (
            SELECT FROM pg_roles
            WHERE rolname = team AND pg_has_role(acting_role(), pg_roles.oid, 'MEMBER'))
    ) AS allowed
$$;

-- By ranges of paths, which an index has: from a/ to a0, as 0 follows the slash.
CREATE OR REPLACE FUNCTION readable_chunks(vault_id int) RETURNS SETOF int
LANGUAGE sql STABLE ROWS 50000 SECURITY DEFINER SET search_path = ragtui, pg_catalog, pg_temp AS $$
    SELECT chunk.id
    FROM (SELECT substr(prefix, length(vault_id || ':') + 1) AS start
        FROM unnest(readable_prefixes()) AS prefix
        WHERE prefix ^@ (vault_id || ':')) AS allowed
    JOIN document ON document.vault = vault_id AND document.path >= start COLLATE "C"
        AND (start = '' OR document.path < (left(start, -1) || '0') COLLATE "C")
    JOIN chunk ON chunk.vault = document.vault AND chunk.document = document.id
$$;

-- The postings of terms of any kind in chunks that the connected role may read.
DROP FUNCTION readable_hits(int, int, int[], text[]);
CREATE FUNCTION readable_postings(
    vault_id int, terms text[],
    OUT kind int, OUT term text, OUT block int, OUT records bytea
) RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ragtui, pg_catalog, pg_temp AS $$
    WITH allowed AS MATERIALIZED (SELECT id FROM readable_chunks(vault_id) AS id),
    held AS MATERIALIZED (
        SELECT posting.kind, posting.term, posting.block, posting.records || '' AS records
        FROM posting WHERE posting.vault = vault_id AND posting.kind = ANY ('{0,1,2}')
            AND posting.term = ANY (terms COLLATE "C"))
    SELECT held.kind, held.term, held.block, kept.records FROM held, LATERAL (
        SELECT string_agg(substr(held.records, 8 * i + 1, 8), '') AS records
        FROM generate_series(0, octet_length(held.records) / 8 - 1) AS i
        WHERE (held.block << 11) + (get_byte(held.records, 8 * i) << 8)
            + get_byte(held.records, 8 * i + 1) IN (SELECT id FROM allowed)) AS kept
    WHERE kept.records IS NOT NULL
$$;

-- The documents whose names match a query, of those that the connected role may read.
CREATE FUNCTION readable_names(vault_id int, query tsquery) RETURNS SETOF int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ragtui, pg_catalog, pg_temp AS $$
    SELECT document.id FROM document
    WHERE document.vault = vault_id AND names @@ query
        AND vault_id || ':' || path ^@ ANY ((SELECT readable_prefixes())::text[])
$$;

-- Terms from one on and before another, and how many readable chunks have each.
CREATE OR REPLACE FUNCTION readable_terms(
    vault_id int, kind_id int, first text, after text,
    OUT term text, OUT chunks int
) RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ragtui, pg_catalog, pg_temp AS $$
    WITH allowed AS MATERIALIZED (SELECT id FROM readable_chunks(vault_id) AS id),
    held AS MATERIALIZED (
        SELECT posting.term, posting.block, posting.records || '' AS records
        FROM posting WHERE vault = vault_id AND kind = kind_id
            AND posting.term >= first COLLATE "C" AND posting.term < after COLLATE "C")
    SELECT held.term, sum(kept.chunks)::int FROM held, LATERAL (
        SELECT count(*) AS chunks
        FROM generate_series(0, octet_length(held.records) / 8 - 1) AS i
        WHERE (held.block << 11) + (get_byte(held.records, 8 * i) << 8)
            + get_byte(held.records, 8 * i + 1) IN (SELECT id FROM allowed)) AS kept
    WHERE kept.chunks > 0
    GROUP BY held.term
$$;
