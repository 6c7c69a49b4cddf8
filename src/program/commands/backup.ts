import { mkdirSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ServerConfig } from '#config.schema.ts'
import { realNow } from '#server/clock.ts'
import { appliedIn, versionProblem } from '#server/db/migrate.ts'
import { StartProblem } from '#server/machine/processes.ts'
import { version as programVersion } from '../../../package.json'
import { copyBuiltIn } from '../backup/baseBackup'
import { dumpDatabase } from '../backup/dump'
import { fingerprints } from '../backup/keys'
import { type Content, finish, type Manifest } from '../backup/manifest'
import { type Opened, openDatabase, withClient } from '../backup/place'
import { copyFiles } from '../backup/storageFiles'
import { findTool } from '../backup/tools'
import { type Command, say } from './command'

const emptyFolder = (given: string | undefined): string => {
  if (!given) throw new StartProblem('Name the folder to write the backup to: tsudoi backup <folder>')
  const folder = resolve(given)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 0)
    throw new StartProblem(`${folder} is not empty: each backup has a folder of its own.`)
  return folder
}

const about = (ownerUrl: string) =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
    const version = rows[0]?.version ?? ''
    const problem = versionProblem(version)
    if (problem) throw new StartProblem(problem)
    const migrations = await appliedIn(client)
    if (migrations.length === 0) throw new StartProblem('The database is empty: there is nothing to back up.')
    return { version, major: Number.parseInt(version, 10), migrations }
  })

type Way = Pick<Manifest, 'way' | 'figures'> & { contents: Content[] }

/** By the server's own tools of its version; the built-in one, which has none, by a copy of its folder. */
const backUpDatabase = async ({ ownerUrl, builtIn }: Opened, major: number, folder: string): Promise<Way> => {
  const pgDump = findTool('pg_dump', major)
  if (pgDump) {
    say(`database: by ${pgDump}, from one snapshot`)
    return { way: 'dump', ...(await dumpDatabase(ownerUrl, { pgDump, folder })) }
  }
  if (!builtIn)
    throw new StartProblem(
      `The database is PostgreSQL ${major}, and this machine has no pg_dump of ${major}: install it (Debian: postgresql-client-${major}).`,
    )
  say(
    `database: there is no pg_dump of PostgreSQL ${major} here, so by a copy of its folder while it runs (pg_backup_start)`,
  )
  return { way: 'copy', ...(await copyBuiltIn(builtIn, folder)) }
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

const backUp = async (config: ServerConfig, args: readonly string[]) => {
  const withFiles = !args.includes('--without-files')
  const folder = emptyFolder(args.find((arg) => !arg.startsWith('--')))
  const started = performance.now()
  const opened = await openDatabase(config)
  try {
    const { version, major, migrations } = await about(opened.ownerUrl)
    // Before the database and after it: what a row of it refers to was there at one of the two.
    const files = new Map<string, Content>()
    if (withFiles) await copyFiles(folder, files)
    const { way, figures, contents } = await backUpDatabase(opened, major, folder)
    if (withFiles) await copyFiles(folder, files)
    const keys = fingerprints()
    const manifest = await finish(folder, [...contents, ...files.values()], {
      version: programVersion,
      madeAt: new Date(realNow()).toISOString(),
      way,
      postgresMajor: major,
      migrations,
      figures,
      keys,
      identityProject: config.FIREBASE_PROJECT_ID,
      hasFiles: withFiles,
    })
    const rows = Object.values(figures.rows).reduce((sum, count) => sum + count, 0)
    say(`database: PostgreSQL ${version}, ${rows} rows in ${Object.keys(figures.rows).length} tables`)
    say(withFiles ? `files: ${files.size}` : 'files: left out, so that the storage has to keep them')
    say('keys: none is in the backup; it can be read with')
    for (const { name, fingerprint } of keys) say(`  ${name} (fingerprint ${fingerprint})`)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    say(`\nThe backup is complete: ${folder}, ${megabytes(manifest.contents.bytes)}, ${seconds} s.`)
  } finally {
    await opened.close()
  }
}

export const command: Command = {
  run: async (config, args) => {
    await backUp(config, args)
    return 0
  },
}
