import type pg from 'pg'

/**
 * Everything that PostgreSQL knows of the schema, one line each, sorted: columns, keys and checks, indexes, functions,
 * triggers, sequences, and who may do what. The order of columns in a table is left out.
 */
const lines = `
  with relations as (
    select oid, relname, relkind, relacl, relowner from pg_class where relnamespace = 'public'::regnamespace),
  columns as (
    select a.*, r.relname from pg_attribute a join relations r on r.oid = a.attrelid
    where r.relkind in ('r', 'v', 'p') and a.attnum > 0 and not a.attisdropped)
  select 'column ' || c.relname || '.' || c.attname || ' ' || format_type(c.atttypid, c.atttypmod)
      || case when c.attnotnull then ' not null' else '' end || ' default ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '-')
      || ' generated ' || c.attgenerated::text || ' identity ' || c.attidentity::text || ' collation ' || c.attcollation::regcollation::text as line
    from columns c left join pg_attrdef d on d.adrelid = c.attrelid and d.adnum = c.attnum
  union all select 'constraint ' || r.relname || ' ' || k.conname || ' ' || pg_get_constraintdef(k.oid) || ' validated ' || k.convalidated::text
    from pg_constraint k join relations r on r.oid = k.conrelid
  union all select 'index ' || pg_get_indexdef(i.indexrelid) || ' valid ' || i.indisvalid::text
    from pg_index i join relations r on r.oid = i.indrelid
  union all select 'function ' || pg_get_functiondef(p.oid) || ' owner ' || p.proowner::regrole::text || ' acl ' || coalesce(p.proacl::text, '-')
    from pg_proc p where p.pronamespace = 'public'::regnamespace
  union all select 'trigger ' || pg_get_triggerdef(t.oid) || ' enabled ' || t.tgenabled::text
    from pg_trigger t join relations r on r.oid = t.tgrelid where not t.tgisinternal
  union all select 'relation ' || r.relkind::text || ' ' || r.relname || ' owner ' || r.relowner::regrole::text || ' acl ' || coalesce(r.relacl::text, '-')
    from relations r
  union all select 'column acl ' || c.relname || '.' || c.attname || ' ' || c.attacl::text from columns c where c.attacl is not null
  union all select 'default acl ' || a.defaclobjtype::text || ' ' || a.defaclacl::text from pg_default_acl a
  union all select 'schema ' || n.nspname || ' ' || coalesce(n.nspacl::text, '-')
    from pg_namespace n where n.nspname in ('public', 'pgboss', 'drizzle')
  union all select 'extension ' || e.extname from pg_extension e
  union all select 'type ' || t.typname || ' ' || t.typtype::text
    from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')
  order by 1`

export const catalogueOf = async (client: pg.Client): Promise<string[]> =>
  (await client.query<{ line: string }>(lines)).rows.map(({ line }) => line)
