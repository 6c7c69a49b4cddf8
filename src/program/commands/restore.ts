import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { ServerConfig } from '#config.schema.ts'
import { realNow } from '#server/clock.ts'
import { builtInMajor, placeOf } from '#server/db/embedded.ts'
import { analyzeDatabase, compare, migrateDatabase } from '#server/db/migrate.ts'
import { lockIfFree } from '#server/db/runMigrations.ts'
import { StartProblem } from '#server/machine/processes.ts'
import { restoredSchema, restoredSentence } from '#server/restored.ts'
import { putBuiltIn } from '../backup/baseBackup'
import { checkContent, eachOf } from '../backup/copy'
import { checkKeys } from '../backup/keys'
import { type Content, dumpName, type Manifest, readContents, readManifest } from '../backup/manifest'
import { holdDataFolder, type Opened, openDatabase, releaseDataFolder, withClient } from '../backup/place'
import { hasFiles, putFiles } from '../backup/storageFiles'
import { findTool, runTool } from '../backup/tools'
import { type Command, say } from './command'

const ourSchemas = ['public', 'drizzle', 'pgboss', restoredSchema]

/** Refuses a backup that a newer program made, whose schema this one does not know. */
const checkVersion = ({ migrations, version }: Manifest) => {
  const { unknown } = compare(migrations)
  if (unknown > 0)
    throw new StartProblem(
      `The backup was made by version ${version}, and has ${unknown} migration(s) that this version does not know: restore it by that version.`,
    )
}

const refuseFilled = async (client: pg.Client) => {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::integer as n from pg_catalog.pg_class c join pg_catalog.pg_namespace s on s.oid = c.relnamespace
     where c.relkind in ('r', 'p') and s.nspname = any($1)`,
    [ourSchemas],
  )
  if ((rows[0]?.n ?? 0) > 0)
    throw new StartProblem(
      `The database has ${rows[0]?.n} tables: a backup is restored into an empty one. Create another, and lead the settings there.`,
    )
}

const isSameRole = (ownerUrl: string, appUrl: string) =>
  new pg.Client({ connectionString: ownerUrl }).user === new pg.Client({ connectionString: appUrl }).user

const majorOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
  return Number.parseInt(rows[0]?.version ?? '', 10)
}

/** The pg_restore for a server of this version. */
const toolFor = (major: number, manifest: Manifest) => {
  if (major < manifest.postgresMajor)
    throw new StartProblem(
      `The backup is of PostgreSQL ${manifest.postgresMajor}, and the database is PostgreSQL ${major}: a newer one cannot be restored into an older one.`,
    )
  const pgRestore = findTool('pg_restore', major)
  if (!pgRestore)
    throw new StartProblem(
      `This machine has no pg_restore of PostgreSQL ${major}: install it (Debian: postgresql-client-${major}).`,
    )
  return pgRestore
}

/** pg_restore as the role that owns the tables; the queue's own, which its program's role has made, as that one. */
const restoreDump = async ({ ownerUrl, appUrl }: Opened, backup: string, manifest: Manifest, said: string) =>
  withClient(ownerUrl, async (client) => {
    if (!(await lockIfFree(client)))
      throw new StartProblem('Another restore, or a migration, is at work on this database.')
    await refuseFilled(client)
    const pgRestore = toolFor(await majorOf(client), manifest)
    // First of all: whatever becomes of the rest, nothing is sent by what is there.
    await client.query(`create schema if not exists ${restoredSchema}`)
    await client.query(`comment on schema ${restoredSchema} is ${client.escapeLiteral(said)}`)
    const restore = (url: string, ...which: string[]) =>
      runTool(pgRestore, url, [
        '--no-owner',
        '--no-privileges',
        '--single-transaction',
        '--exit-on-error',
        ...which,
        join(backup, dumpName),
      ])
    if (isSameRole(ownerUrl, appUrl)) return restore(ownerUrl)
    await restore(ownerUrl, '--exclude-schema=pgboss')
    const app = client.escapeIdentifier(new pg.Client({ connectionString: appUrl }).user ?? '')
    await client.query(`create schema if not exists pgboss; grant usage, create on schema pgboss to ${app}`)
    await restore(appUrl, '--schema=pgboss')
  })

const restoreIntoDatabase = async (config: ServerConfig, backup: string, manifest: Manifest, said: string) => {
  const opened = await openDatabase(config)
  try {
    await restoreDump(opened, backup, manifest, said)
    await migrateDatabase({ ...opened, isPooled: config.DATABASE_POOLER !== undefined })
    await analyzeDatabase(opened.ownerUrl)
  } finally {
    await opened.close()
  }
}

const checkBuiltIn = (config: ServerConfig) => {
  if (config.DATABASE_URL)
    throw new StartProblem(
      'The backup is the folder of a built-in PostgreSQL: it is restored without DATABASE_URL. (A backup made where pg_dump of 18 is installed goes into any database.)',
    )
  const place = placeOf(config.DATA_DIR)
  if (existsSync(place.home))
    throw new StartProblem(`There is a database in ${place.home}: a backup is restored into an empty place.`)
  return place
}

/**
 * Whatever keeps the restore from its end is found out before anything is put anywhere, so that it can be repeated. The built-in
 * database of a dump is made by starting it, and must not be there before.
 */
const checkPlace = async (config: ServerConfig, manifest: Manifest) => {
  const place = manifest.way === 'copy' ? checkBuiltIn(config) : undefined
  if (manifest.way === 'dump') {
    const url = config.MIGRATION_DATABASE_URL ?? config.DATABASE_DIRECT_URL ?? config.DATABASE_URL
    const checkServer = async (client: pg.Client) => {
      await refuseFilled(client)
      return majorOf(client)
    }
    toolFor(url ? await withClient(url, checkServer) : builtInMajor, manifest)
  }
  if (manifest.hasFiles && (await hasFiles()))
    throw new StartProblem(
      config.S3_BUCKET
        ? `The bucket ${config.S3_BUCKET} has files already: a backup is restored into an empty one.`
        : `${join(config.DATA_DIR, 'files')} has files already: a backup is restored into an empty place.`,
    )
  return place
}

const restore = async (config: ServerConfig, backup: string) => {
  const manifest = readManifest(backup)
  const contents: Content[] = readContents(backup, manifest)
  checkVersion(manifest)
  const notices = checkKeys(config, manifest)
  const place = await checkPlace(config, manifest)
  const started = performance.now()
  await eachOf(contents, (content) => checkContent(backup, content))
  const said = `Restored on ${new Date(realNow()).toISOString()} from the backup of ${manifest.madeAt}.`
  // Files without rows are of no harm, rows without files are.
  if (manifest.hasFiles) say(`files: ${await putFiles(backup, contents)} restored`)
  else say('files: the backup has none; the storage has to have them')
  if (place) await putBuiltIn(backup, contents, place, said)
  else await restoreIntoDatabase(config, backup, manifest, said)
  say(`database: restored, as it was on ${manifest.madeAt}`)
  for (const notice of notices) say(`Note: ${notice}`)
  say(`\nRestored in ${((performance.now() - started) / 1000).toFixed(1)} s. Next: tsudoi verify ${backup}`)
  say(restoredSentence)
}

/** Of a database that PostgreSQL's own tools brought back: it is a copy as one of ours is. */
const hold = async (config: ServerConfig) => {
  const opened = await openDatabase(config)
  try {
    await withClient(opened.ownerUrl, async (client) => {
      const { rows: held } = await client.query('select 1 from pg_catalog.pg_namespace where nspname = $1', [
        restoredSchema,
      ])
      if (held.length > 0) return say('This database is held already.')
      const { rows: at } = await client.query(
        `select 1 from pg_catalog.pg_stat_activity
         where datname = current_database() and application_name ~ '^tsudoi( pages| aside)?$'`,
      )
      if (at.length > 0)
        throw new StartProblem('An instance works on this database, and has begun to send: stop all of them first.')
      await client.query(`create schema ${restoredSchema}`)
      const said = `Held by hand on ${new Date(realNow()).toISOString()}.`
      await client.query(`comment on schema ${restoredSchema} is ${client.escapeLiteral(said)}`)
      say('Held: instances that start from now on send no mail, run no job and do not call the payment provider.')
      say('tsudoi restore --release ends that.')
    })
  } finally {
    await opened.close()
  }
}

const release = async (config: ServerConfig) => {
  const opened = await openDatabase(config)
  try {
    await withClient(opened.ownerUrl, async (client) => {
      const { rows } = await client.query('select 1 from pg_catalog.pg_namespace where nspname = $1', [restoredSchema])
      if (rows.length === 0) return say('This database is no restored copy: nothing to release.')
      await client.query(`drop schema ${restoredSchema}`)
      say('Released: mails are sent, jobs run and the payment provider is called from now on.')
    })
  } finally {
    await opened.close()
  }
}

export const command: Command = {
  run: async (config, args) => {
    if (args.includes('--hold')) {
      await hold(config)
      return 0
    }
    if (args.includes('--release')) {
      await release(config)
      return 0
    }
    const [given] = args
    if (!given) throw new StartProblem('Name the folder of the backup: tsudoi restore <folder>')
    const dataDir = resolve(config.DATA_DIR)
    const holder = holdDataFolder(dataDir)
    if (holder)
      throw new StartProblem(
        `The data folder ${dataDir} is in use by another Tsudoi (process ${holder}): the program, or another restore.`,
      )
    try {
      await restore(config, resolve(given))
    } finally {
      releaseDataFolder(dataDir)
    }
    return 0
  },
}
