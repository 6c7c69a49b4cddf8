import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { firstExpanding } from '#server/db/migrate.ts'
import { problemsOf } from '../support/migrationRules'

const folder = 'src/server/migrations'
const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
const migrations = journal.entries.map(({ tag }) => ({ tag, sql: readFileSync(join(folder, `${tag}.sql`), 'utf8') }))

test('migrations only expand: the last version goes on with the schema of the next one (rule: schema.expand)', () => {
  expect(migrations.map(({ tag }) => tag)).toContain(firstExpanding)
  expect(problemsOf(migrations, firstExpanding)).toEqual([])
  // Control: the last one that was allowed to lock breaks nearly every rule.
  const before = migrations[migrations.findIndex(({ tag }) => tag === firstExpanding) - 1]
  expect(problemsOf(migrations, before?.tag).length).toBeGreaterThan(10)
})

/** A statement, and the rule that it breaks; none: it may run beside the last version. */
const examples: [string, string | null][] = [
  ['CREATE OR REPLACE FUNCTION "f"() RETURNS void LANGUAGE plpgsql AS $$ begin perform 1; end $$;', null],
  ['CREATE INDEX "a" ON "orders" USING btree ("at");', 'an index is made'],
  ['CREATE UNIQUE INDEX "a" ON "orders" USING btree ("at");', 'an index is made'],
  ['DROP INDEX "a";', 'an index is made'],
  ['REINDEX TABLE orders;', 'an index is made'],
  ['CREATE INDEX CONCURRENTLY "a" ON "orders" USING btree ("at");', null],
  ['DROP INDEX CONCURRENTLY IF EXISTS "a";', null],
  ['DROP TABLE "orders";', 'nothing is dropped'],
  ['DROP TRIGGER "t" ON "orders";', 'nothing is dropped'],
  ['ALTER TABLE "orders" DROP COLUMN "at";', 'nothing is dropped'],
  ['ALTER TABLE "orders" ALTER COLUMN "at" DROP DEFAULT;', 'nothing is dropped'],
  ['ALTER TABLE "orders" ALTER COLUMN "at" DROP NOT NULL;', null],
  ['ALTER TABLE "orders" DROP CONSTRAINT "orders_state";', null],
  ['ALTER TABLE "orders" RENAME COLUMN "at" TO "on";', 'nothing is renamed'],
  ['ALTER TABLE "orders" RENAME TO "sales";', 'nothing is renamed'],
  ['ALTER INDEX "a" RENAME TO "b";', 'nothing is renamed'],
  ['ALTER TABLE "orders" ALTER COLUMN "n" SET DATA TYPE bigint;', 'no type is changed'],
  ['ALTER TABLE "orders" ALTER COLUMN "n" TYPE bigint;', 'no type is changed'],
  [`ALTER TYPE "state" RENAME VALUE 'a' TO 'b';`, 'nothing is renamed'],
  [`ALTER TYPE "state" ADD VALUE 'a';`, null],
  ['ALTER TABLE "orders" ALTER COLUMN "at" SET NOT NULL;', 'a column becomes not null'],
  [`ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK (n > 0);`, 'a constraint is added'],
  [`ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK (n > 0) NOT VALID;`, null],
  ['ALTER TABLE "orders" VALIDATE CONSTRAINT "c";', null],
  [
    'ALTER TABLE "orders" ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "public"."plans"("a") ON DELETE no action ON UPDATE no action;',
    'a constraint is added',
  ],
  ['ALTER TABLE "orders" ADD CONSTRAINT "u" UNIQUE("a");', 'a constraint is added'],
  ['ALTER TABLE "orders" ADD CONSTRAINT "u" UNIQUE USING INDEX "i";', null],
  ['ALTER TABLE "orders" ADD COLUMN "a" text;', null],
  [`ALTER TABLE "orders" ADD COLUMN "a" text DEFAULT '' NOT NULL;`, null],
  ['ALTER TABLE "orders" ADD COLUMN "a" timestamptz DEFAULT now() NOT NULL;', null],
  ['ALTER TABLE "orders" ADD COLUMN "a" text NOT NULL;', 'a column comes'],
  ['ALTER TABLE "orders" ADD COLUMN "a" uuid DEFAULT gen_random_uuid();', 'a column comes'],
  ['ALTER TABLE "orders" ADD COLUMN "a" timestamptz DEFAULT clock_timestamp();', 'a column comes'],
  ['ALTER TABLE "orders" ADD COLUMN "a" serial;', 'a column comes'],
  ['ALTER TABLE "orders" ADD COLUMN "a" text REFERENCES "plans"("a");', 'a column comes'],
  ['ALTER TABLE "orders" ADD COLUMN "a" integer GENERATED ALWAYS AS (n + 1) STORED;', 'a column comes'],
  [`UPDATE "orders" SET "a" = '';`, 'rows are changed'],
  ['DELETE FROM "orders" WHERE n = 1;', 'rows are changed'],
  ['TRUNCATE "orders";', 'rows are changed'],
  ['INSERT INTO "orders" ("a") SELECT "n" FROM "plans";', 'rows are changed'],
  ['LOCK TABLE "orders";', 'no table is locked'],
  ['VACUUM FULL "orders";', 'no table is locked'],
  ['ALTER TABLE "orders" SET UNLOGGED;', 'no table is locked'],
  ['CREATE TABLE "a" ("b" text NOT NULL);', null],
]

test.each(examples)('%s', (sql, rule) => {
  const found = problemsOf([{ tag: '0012_example', sql }])
  if (rule === null) expect(found).toEqual([])
  else expect(found.join()).toContain(rule)
  // A table that the same migration makes is nobody's yet; what drops or renames is looked at all the same.
  const exempted = problemsOf([{ tag: '0012_example', sql: `-- exempt: nobody has ever used it, see 0003\n${sql}` }])
  expect(exempted).toEqual([])
})

const made = [
  'CREATE TABLE "orders" ("id" text PRIMARY KEY NOT NULL, "n" integer, CONSTRAINT "orders_number" UNIQUE("n"), CONSTRAINT "orders_sum" CHECK (n > 0));',
  'CREATE TABLE "loves" ("a" text, "b" text, CONSTRAINT "loves_of" PRIMARY KEY("a","b"));',
  'CREATE UNIQUE INDEX "orders_open" ON "orders" ("n") WHERE n > 1;',
  'CREATE INDEX "orders_at" ON "orders" ("n");',
  'ALTER TABLE "orders" ADD CONSTRAINT "orders_one" UNIQUE USING INDEX "orders_open";',
]
test.each<[string, string | null]>([
  ['ALTER TABLE "orders" DROP CONSTRAINT "orders_pkey";', 'on conflict'],
  ['ALTER TABLE "orders" DROP CONSTRAINT "orders_number";', 'on conflict'],
  ['ALTER TABLE "orders" DROP CONSTRAINT IF EXISTS "orders_one";', 'on conflict'],
  ['ALTER TABLE "loves" DROP CONSTRAINT "loves_of" CASCADE;', 'on conflict'],
  ['DROP INDEX CONCURRENTLY IF EXISTS "orders_open";', 'on conflict'],
  ['DROP INDEX CONCURRENTLY "orders_at", "orders_open";', 'on conflict'],
  ['ALTER TABLE "orders" DROP CONSTRAINT "orders_sum";', null],
  ['DROP INDEX CONCURRENTLY "orders_at";', null],
])('%s', (sql, rule) => {
  const before = { tag: '0011_made', sql: made.join('\n--> statement-breakpoint\n') }
  const found = problemsOf([before, { tag: '0012_example', sql }], before.tag)
  if (rule === null) expect(found).toEqual([])
  else expect(found.join()).toContain(rule)
  const contract = `-- contract: no version since 1.1 says on conflict by it\n${sql}`
  expect(problemsOf([before, { tag: '0012_example', sql: contract }], before.tag)).toEqual([])
})

test('what a new table gets is free, a column becomes required in three steps, and concurrent statements stand alone', () => {
  const step = (sql: string, tag = '0012_example') => ({ tag, sql })
  const breakpoint = '\n--> statement-breakpoint\n'
  const own = [
    'CREATE TABLE "a" ("b" text);',
    'CREATE INDEX "i" ON "a" ("b");',
    'INSERT INTO "a" ("b") SELECT "n" FROM "orders";',
    'ALTER TABLE "a" ADD CONSTRAINT "u" UNIQUE("b");',
  ]
  expect(problemsOf([step(own.join(breakpoint))])).toEqual([])
  const check = step('ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK ("at" is not null) NOT VALID;')
  const validate = step('ALTER TABLE "orders" VALIDATE CONSTRAINT "c";', '0013_example')
  const required = step('ALTER TABLE "orders" ALTER COLUMN "at" SET NOT NULL;', '0014_example')
  expect(problemsOf([check, validate, required])).toEqual([])
  expect(problemsOf([check, required]).join()).toContain('a column becomes not null')
  const mixed = step(
    ['CREATE INDEX CONCURRENTLY "i" ON "orders" ("at");', 'ALTER TABLE "orders" ADD COLUMN "a" text;'].join(breakpoint),
  )
  expect(problemsOf([mixed]).join()).toContain('stands in a migration of its own')
  expect(problemsOf([step('ALTER TABLE "orders" ADD COLUMN "a" text; DROP TABLE "plans";')]).join()).toContain(
    'stands alone',
  )
})
