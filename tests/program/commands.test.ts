import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { command as migrate } from '#program/commands/migrate.ts'
import { command as operators } from '#program/commands/operators.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { identityAdmin } from '#server/identity/identity.ts'
import { StartProblem } from '#server/machine/processes.ts'
import { run } from '../support/command'
import { asAdmin, inDatabase, roleIn } from '../support/servers'
import '../support/club'

/* What `tsudoi migrate` and `tsudoi operators` do and say. */
const world = inject('world')

const newDatabase = async () => {
  const name = `m_${randomUUID().replaceAll('-', '')}`
  await asAdmin(world.adminUrl, `create database ${name} owner ${roleIn(world.ownerUrl)}`)
  return { ownerUrl: inDatabase(world.ownerUrl, name), appUrl: inDatabase(world.appUrl, name) }
}
const names = readdirSync('src/server/migrations').flatMap((name) => (name.endsWith('.sql') ? name.slice(0, -4) : []))

test('the owner’s role migrates once; from then on instances start by the role that owns nothing', async () => {
  const { ownerUrl, appUrl } = await newDatabase()
  const start = () => migrateDatabase({ ownerUrl: appUrl, appUrl })
  const early = await start().catch((error: unknown) => error)
  expect(early).toBeInstanceOf(StartProblem)
  expect(early).toHaveProperty(
    'message',
    `${names.length} migration(s) wait, which the role of DATABASE_URL may not run. Run "tsudoi migrate" with MIGRATION_DATABASE_URL first.`,
  )
  const settings = { DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl }
  const first = await run(migrate, settings)
  expect([first.code, first.said.split('\n')]).toEqual([
    0,
    [...names.map((name) => `applied  ${name}`), '', `${names.length} migration(s) were applied.`, ''],
  ])
  expect(await run(migrate, settings)).toEqual({ code: 0, said: 'No migration was waiting.\n' })
  expect(await start()).toEqual({ applied: [], notices: [] })
})

test('a database that was migrated before roles could see it is named, one of a newer version used, and one of a changed version refused', async () => {
  const { ownerUrl, appUrl } = await newDatabase()
  await migrateDatabase({ ownerUrl, appUrl })
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer one', 1)`)
  expect((await migrateDatabase({ ownerUrl: appUrl, appUrl })).notices).toEqual([
    expect.stringMatching(/1 migration\(s\) of a newer version/),
  ])
  await owner.query('comment on table drizzle.__drizzle_migrations is null')
  await expect(migrateDatabase({ ownerUrl: appUrl, appUrl })).rejects.toThrow(
    /1 migration\(s\) that this program does not/,
  )
  await owner.query(`revoke all on schema drizzle from ${roleIn(appUrl)}`)
  await expect(migrateDatabase({ ownerUrl: appUrl, appUrl })).rejects.toThrow(
    'The role of DATABASE_URL may not see which migrations the database has. Run "tsudoi migrate" with MIGRATION_DATABASE_URL first.',
  )
  await owner.end()
})

test('the built-in database is migrated by the program alone', async () => {
  await expect(run(migrate, { DATABASE_URL: undefined })).rejects.toThrow('DATABASE_URL is missing')
})

test('operators are those whose account has confirmed the address; the others are named with what they lack', async () => {
  const email = (name: string) => `${name}-${randomUUID()}@tsudoi.test`
  const [confirmed, unconfirmed, disabled, nobody] = ['a', 'b', 'c', 'd'].map(email) as [string, string, string, string]
  await identityAdmin().createUser({ email: confirmed, emailVerified: true })
  await identityAdmin().createUser({ email: unconfirmed })
  await identityAdmin().createUser({ email: disabled, emailVerified: true, disabled: true })
  expect(await run(operators, { OPERATOR_EMAILS: [confirmed, unconfirmed, disabled, nobody] })).toEqual({
    code: 1,
    said: `works    ${confirmed}: an operator
FAILS    ${unconfirmed}: the address is not verified: the account is no operator until it is
FAILS    ${disabled}: the account is disabled at the identity provider
FAILS    ${nobody}: there is no account with this address yet
`,
  })
  expect(await run(operators, { OPERATOR_EMAILS: [confirmed] })).toMatchObject({ code: 0 })
  expect(await run(operators, { OPERATOR_EMAILS: [] })).toEqual({
    code: 1,
    said: 'FAILS    OPERATOR_EMAILS is empty: nobody can approve clubs or pay out\n',
  })
})
