-- Facets of a query with words read these instead of the rows, which have whole texts.

-- The document of each chunk.
CREATE INDEX chunk_place ON chunk (id, document_id);

-- The values of each document; the last one is its folder, with a slash at its end.
CREATE INDEX document_facets ON document (
    id, type, status, company, category, day, encoding, sender, attachments,
    rtrim(path, replace(path, '/', ''))
);
