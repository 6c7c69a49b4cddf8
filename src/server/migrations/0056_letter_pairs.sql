-- The pairs of letters that stand side by side in a text, of which each is looked for by an index: what contains a text has all of its pairs.
CREATE FUNCTION "letter_pairs"("said" text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select coalesce(array_agg(distinct substr(t.folded, n, 2)), '{}')
  from (select lower(normalize(said, NFKC)) as folded) t, generate_series(1, length(t.folded) - 1) n
$$;
