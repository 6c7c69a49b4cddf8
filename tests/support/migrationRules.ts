/*
 * Expand and contract (rule: schema.expand): while a new version is rolled out, instances of the last one go on with its schema, and
 * tables of millions of rows are locked for no longer than a moment. Each rule is a sentence about one statement of a migration.
 */
type Statement = {
  /** In small letters, without comments, quotes and line ends. */
  text: string
  /** Tables that the same migration creates: nobody uses them yet. */
  created: ReadonlySet<string>
  /** All statements up to this one, of all migrations. */
  earlier: readonly string[]
}
type Rule = { name: string; breaks: (statement: Statement) => boolean }

const tableOf = (text: string) =>
  /^(?:alter table(?: if exists)?(?: only)?|update(?: only)?|delete from(?: only)?|insert into)\s+(?:public\.)?(\w+)/.exec(
    text,
  )?.[1] ??
  /^create (?:unique )?index .*? on (?:only )?(?:public\.)?(\w+)/.exec(text)?.[1] ??
  ''
const isNew = ({ text, created }: Statement) => created.has(tableOf(text))

const volatile =
  /\bdefault\b.*\b(clock_timestamp|timeofday|random|gen_random_uuid|uuid_generate_\w+|nextval|uuidv\d)\s*\(/

/** `alter table t ... alter column c set not null`, after a check of the same was validated. */
const hasValidCheck = ({ text, earlier }: Statement): boolean => {
  const column = /alter (?:column )?(\w+) set not null/.exec(text)?.[1]
  const table = tableOf(text)
  const checks = earlier.flatMap(
    (one) =>
      new RegExp(
        `^alter table (?:public\\.)?${table} add constraint (\\w+) check \\(+\\s*(?:\\w+\\.)?${column} is not null\\s*\\)+ not valid$`,
      ).exec(one)?.[1] ?? [],
  )
  return checks.some((name) =>
    earlier.some((one) => new RegExp(`^alter table (?:public\\.)?${table} validate constraint ${name}$`).test(one)),
  )
}

/** Whether this constraint or index has made rows unique, by its name or by the statement that made it. */
const isUnique = (name: string, earlier: readonly string[]) =>
  name.endsWith('_pkey') ||
  earlier.some((one) =>
    new RegExp(
      `^create unique index (concurrently )?(if not exists )?${name} |\\bconstraint ${name} (unique|primary key)\\b`,
    ).test(one),
  )
const droppedNames = (text: string) => [
  ...[...text.matchAll(/\bdrop constraint (?:if exists )?(\w+)/g)].map(([, name = '']) => name),
  ...(/^drop index (?:concurrently )?(?:if exists )?(.+)/.exec(text)?.[1]?.split(',') ?? []).map(
    (name) => /^\s*(?:public\.)?(\w+)/.exec(name)?.[1] ?? '',
  ),
]

const rules: Rule[] = [
  {
    name: 'what makes rows unique stays while the last version says "on conflict" by it',
    breaks: ({ text, earlier }) => droppedNames(text).some((name) => isUnique(name, earlier)),
  },
  {
    name: 'an index is made, dropped or rebuilt concurrently',
    breaks: (one) =>
      /^(create (unique )?index|drop index|reindex)\b(?!.*\bconcurrently\b)/.test(one.text) && !isNew(one),
  },
  {
    name: 'nothing is dropped that the last version uses',
    breaks: ({ text }) =>
      /^drop (table|view|materialized view|type|schema|sequence|function|trigger|domain)\b/.test(text) ||
      /^alter table .*\bdrop (?!constraint\b|not null\b|identity\b)(column )?/.test(
        text.replace(/alter (column )?\w+ drop not null/g, ''),
      ),
  },
  { name: 'nothing is renamed', breaks: ({ text }) => /^alter .*\brename\b/.test(text) },
  {
    name: 'no type is changed',
    breaks: (one) =>
      (/^alter table .*\balter (column )?\w+ (set data )?type\b/.test(one.text) && !isNew(one)) ||
      (/^alter type\b/.test(one.text) && !/^alter type \w+ add value\b/.test(one.text)),
  },
  {
    name: 'a column becomes not null after a check of it was validated',
    breaks: (one) => /\bset not null\b/.test(one.text) && !isNew(one) && !hasValidCheck(one),
  },
  {
    name: 'a constraint is added as not valid, or by an index that is there',
    breaks: (one) =>
      /^alter table .*\badd (constraint \w+ )?(check|foreign key|unique|primary key|exclude)\b/.test(one.text) &&
      !/\bnot valid$|\busing index\b/.test(one.text) &&
      !isNew(one),
  },
  {
    name: 'a column comes without a constraint, and either empty or with a fixed value',
    breaks: (one) => {
      const added =
        /^alter table .*?\badd (?:column )?(?!constraint\b|check\b|foreign\b|unique\b|primary\b|exclude\b)(.*)$/.exec(
          one.text,
        )?.[1]
      if (added === undefined || isNew(one)) return false
      const lacksValue = /\bnot null\b/.test(added) && !/\bdefault\b/.test(added)
      return (
        lacksValue ||
        volatile.test(added) ||
        /\b(serial|bigserial|smallserial|references|unique|primary key|check|generated)\b/.test(added)
      )
    },
  },
  {
    name: 'rows are changed by jobs in batches, not by a migration',
    breaks: (one) => /^(update|delete from|truncate|insert into .* select)\b/.test(one.text) && !isNew(one),
  },
  {
    name: 'no table is locked, rewritten or moved',
    breaks: (one) =>
      /^(lock|cluster|vacuum full|refresh materialized view(?! concurrently))\b|^alter table .*\bset (tablespace|logged|unlogged|access method)\b/.test(
        one.text,
      ) && !isNew(one),
  },
]

const bare = (sql: string) =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replace(/\s*;\s*$/, '')
    .trim()
    .toLowerCase()

/** `-- exempt: <why this one may>`, for a statement whose table is small or which the last version does not use. */
const reasonOf = (sql: string) => /--\s*(?:exempt|contract):\s*(.{20,})/.exec(sql)?.[1]

type Migration = { tag: string; sql: string }

/** What is wrong with the migrations after `exempt`, in their order, as sentences. */
export const problemsOf = (migrations: readonly Migration[], exempt = ''): string[] => {
  const problems: string[] = []
  const earlier: string[] = []
  let counts = exempt === ''
  for (const { tag, sql } of migrations) {
    const parts = sql.split('--> statement-breakpoint').filter((part) => bare(part) !== '')
    const created = new Set(
      parts.flatMap((part) => /^create table (?:if not exists )?(?:public\.)?(\w+)/.exec(bare(part))?.[1] ?? []),
    )
    const concurrent = parts.filter((part) => /\bconcurrently\b/.test(bare(part)))
    for (const part of parts) {
      const text = bare(part)
      if (counts && !reasonOf(part))
        for (const { name, breaks } of rules)
          if (breaks({ text, created, earlier })) problems.push(`${tag}: ${name}: ${text}`)
      // The body of a function is one string of its statement.
      if (counts && text.replaceAll(/\$\$.*?\$\$/g, '').includes(';'))
        problems.push(`${tag}: each statement stands alone: ${text}`)
      earlier.push(text)
    }
    if (counts && concurrent.length > 0 && concurrent.length < parts.length)
      problems.push(`${tag}: what is done concurrently stands in a migration of its own, outside of a transaction`)
    if (tag === exempt) counts = true
  }
  return problems
}
