import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { startThrowaway } from '#server/db/embedded.ts'

/** The same server and role, with another database. */
export const inDatabase = (url: string, name: string) => url.replace(/^(\w+:\/\/[^/?]*)\/?[^?]*/, `$1/${name}`)
export const databaseIn = (url: string) => new pg.Client({ connectionString: url }).database ?? ''
export const roleIn = (url: string) => new pg.Client({ connectionString: url }).user ?? ''

/** The address of a server that is reached by a socket file names no host, which the settings ask for; the folder's is what counts. */
export const asSetting = (url: string) => url.replace('@/', '@localhost/')

/** Runs SQL in the server's own database, which no test works on. */
export const asAdmin = async (adminUrl: string, ...statements: string[]) => {
  const client = new pg.Client({ connectionString: inDatabase(adminUrl, 'postgres') })
  await client.connect()
  try {
    let rows: { name: string }[] = []
    for (const statement of statements) rows = (await client.query<{ name: string }>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

export type TestServer = { appUrl: string; ownerUrl: string; adminUrl: string; stop: () => Promise<void> }

const embedded = async (): Promise<TestServer> => {
  const { superuserUrl, ...server } = await startThrowaway()
  return { ...server, adminUrl: superuserUrl }
}

/**
 * A server that runs already, by the address of a role that may create databases and roles. The database and both roles
 * are this run's own, so that several runs may use one server; stopping removes them, with every copy of the database.
 */
export const outside = async (url: string): Promise<TestServer> => {
  const run = randomBytes(4).toString('hex')
  const password = randomBytes(16).toString('hex')
  const [name, owner, app] = [`tsudoi_${run}`, `tsudoi_owner_${run}`, `tsudoi_app_${run}`]
  const roles = [owner, app]
  await asAdmin(
    url,
    // Who is no superuser gives databases to roles, and ends their sessions, only as a member of them.
    ...roles.flatMap((role) => [`create role ${role} login password '${password}'`, `grant ${role} to current_user`]),
    `create database ${name} owner ${owner}`,
  )
  const as = (role: string) => inDatabase(url, name).replace(/^(\w+:\/\/)(?:[^@/]*@)?/, `$1${role}:${password}@`)
  const stop = async () => {
    const left = await asAdmin(
      url,
      `alter database ${name} with is_template false`,
      `select datname as name from pg_database where pg_get_userbyid(datdba) = '${owner}'`,
    )
    await asAdmin(
      url,
      ...left.map((database) => `drop database if exists ${database.name} with (force)`),
      ...roles.map((role) => `drop role ${role}`),
    )
  }
  return { appUrl: as(app), ownerUrl: as(owner), adminUrl: url, stop }
}

/** The server of a test run: that of TEST_DATABASE_URL, or an embedded one of its own. */
export const startTestServer = () => {
  const { TEST_DATABASE_URL } = process.env
  return TEST_DATABASE_URL ? outside(TEST_DATABASE_URL) : embedded()
}
