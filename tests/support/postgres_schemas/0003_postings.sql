-- Lengths of chunks in 16 bits, at most 32,767 terms; numbers of occurrences in 32 bits,
-- 10 for the body and 3 for each of 7 fields, instead of 21 and 6: BM25 hardly tells
-- greater ones apart.
CREATE FUNCTION shorter(lengths int[]) RETURNS smallint[] LANGUAGE sql IMMUTABLE AS $$
    SELECT array_agg(least(each.length, 32767)::smallint ORDER BY number)
    FROM unnest(lengths) WITH ORDINALITY AS each (length, number)
$$;
CREATE FUNCTION packed(hits bigint) RETURNS int LANGUAGE sql IMMUTABLE AS $$
    SELECT (least(hits & 2097151, 1023)
        + sum(least((hits >> (21 + 6 * field)) & 63, 7) << (10 + 3 * field)))::int
    FROM generate_series(0, 6) AS field
$$;
CREATE FUNCTION packed(hits bigint[]) RETURNS int[] LANGUAGE sql IMMUTABLE AS $$
    SELECT array_agg(packed(each.hit) ORDER BY number)
    FROM unnest(hits) WITH ORDINALITY AS each (hit, number)
$$;
ALTER TABLE posting ALTER COLUMN hits TYPE int[] USING packed(hits),
    ALTER COLUMN lengths TYPE smallint[] USING shorter(lengths);
DROP FUNCTION packed(bigint[]);
DROP FUNCTION packed(bigint);
DROP FUNCTION shorter(int[]);

-- Rows that many batches rewrite: their old versions are reclaimed early, at full speed,
-- and new ones are put on the same page where they can.
ALTER TABLE posting SET (
    autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE term SET (
    autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0,
    fillfactor = 70);

-- As before, with the smaller types.
CREATE OR REPLACE FUNCTION readable_hits(
    vault_id int, kind_id int, phrases int[], terms text[],
    OUT phrase int, OUT chunk int, OUT hits bigint, OUT length int
) RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ragtui, pg_catalog, pg_temp AS $$
    WITH allowed AS MATERIALIZED (SELECT id FROM readable_chunks(vault_id) AS id)
    SELECT wanted.phrase, (block << 11) + each.chunk, each.hits::bigint,
        each.length::int
    FROM unnest(phrases, terms) AS wanted (phrase, term)
    JOIN posting ON posting.vault = vault_id AND posting.kind = kind_id
        AND posting.term = wanted.term COLLATE "C",
    unnest(posting.chunks, posting.hits, posting.lengths) AS each (chunk, hits, length)
    WHERE (block << 11) + each.chunk IN (SELECT id FROM allowed)
$$;
