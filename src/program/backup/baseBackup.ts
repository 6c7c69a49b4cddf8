import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { chmod, chown, copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { draftBeside, newPasswords, type Place, settingsWith, startAt } from '#server/db/embedded.ts'
import { syncFolder } from '#server/machine/files.ts'
import { StartProblem } from '#server/machine/processes.ts'
import { restoredSchema } from '#server/restored.ts'
import { eachOf, takeOut, writeStream } from './copy'
import { figuresOf } from './figures'
import { type Content, databaseFolder, type Figures } from './manifest'
import { withClient } from './place'
import { ended } from './tools'

/*
 * A base backup by the server's own low-level functions, for the built-in PostgreSQL, which has neither pg_dump nor pg_basebackup: its
 * folder is copied while it runs, and the WAL of that time with it. The copy is then opened once, which makes it consistent and says
 * what is in it, and what is kept is a folder that was shut down cleanly.
 */

/** What a copy must not have, and what belongs to the running server (PostgreSQL's manual, "Making a Base Backup Using the Low Level API"). */
const emptied = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const left =
  /^(postmaster\.(pid|opts)|pg_internal\.init(\.\d+)?|pgsql_tmp.*|backup_label(\.old)?|tablespace_map(\.old)?)$/
/** Copied last. */
const control = 'global/pg_control'
/** Folders that have to be there, though nothing may be in them. */
const folders = [
  ...emptied,
  ...['pg_wal/archive_status', 'pg_wal/summaries', 'pg_commit_ts', 'pg_stat', 'pg_tblspc', 'pg_twophase'],
  ...['pg_logical/mappings', 'pg_logical/snapshots'],
]

/** Paths of all files below, relative to the folder. A file that goes meanwhile is none. */
async function* filesUnder(folder: string, at = ''): AsyncGenerator<string> {
  const entries = await readdir(join(folder, at), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const entry of entries) {
    const path = at === '' ? entry.name : `${at}/${entry.name}`
    if (entry.isDirectory()) yield* filesUnder(folder, path)
    else if (entry.isFile()) yield path
  }
}

const copyIfThere = async (from: string, to: string) => {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await copyFile(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

const copyRunning = async (data: string, to: string) => {
  for (const name of folders) await mkdir(join(to, name), { recursive: true, mode: 0o700 })
  for await (const path of filesUnder(data)) {
    const [first = ''] = path.split('/')
    if (path === control || emptied.includes(first) || path.split('/').some((name) => left.test(name))) continue
    await copyIfThere(join(data, path), join(to, path))
  }
  await copyIfThere(join(data, control), join(to, control))
}

/** Copies the folder of the running server to `to`, with the WAL that makes it whole. */
const copyCluster = async (superuserUrl: string, data: string, to: string) =>
  withClient(superuserUrl, async (client) => {
    // Keeps the WAL of the time until it is copied; it goes with this session.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [`tsudoi_backup_${process.pid}`])
    await client.query(`select pg_backup_start('tsudoi', true)`)
    await copyRunning(data, to)
    const { rows } = await client.query<{ last: string; label: string; spaces: string }>(
      'select pg_walfile_name(lsn) as last, labelfile as label, spcmapfile as spaces from pg_backup_stop(false)',
    )
    const { last = '', label = '', spaces = '' } = rows[0] ?? {}
    if (spaces.trim() !== '')
      throw new StartProblem('The database has tablespaces outside of its folder: back it up by pgBackRest instead.')
    const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m.exec(label)?.[1]
    if (!first) throw new Error('PostgreSQL has said no first WAL file.')
    for (const name of await readdir(join(data, 'pg_wal')))
      if (name.endsWith('.history') || (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last))
        await copyFile(join(data, 'pg_wal', name), join(to, 'pg_wal', name))
    await writeFile(join(to, 'backup_label'), label, { mode: 0o600 })
  })

/** PostgreSQL opens only what belongs to its account, and to nobody else. */
const giveToServer = async ({ account }: Place, data: string) => {
  const own = async (path: string, mode: number) => {
    await chmod(path, mode)
    if (account) await chown(path, account.uid, account.gid)
  }
  await own(data, 0o700)
  for (const entry of await readdir(data, { withFileTypes: true, recursive: true }))
    await own(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}

/** Replays the WAL, so that the folder is consistent, and reads what it has. */
const openOnce = async (place: Place): Promise<Figures> => {
  const server = await startAt(place, { log: () => {}, settings: settingsWith(16), durable: true })
  try {
    return await withClient(server.ownerUrl, figuresOf)
  } finally {
    await server.stop()
  }
}

export const copyBuiltIn = async (
  { place, superuserUrl }: { place: Place; superuserUrl: string },
  folder: string,
): Promise<{ figures: Figures; contents: Content[] }> => {
  const draft = draftBeside(place.home)
  const data = join(draft, 'data')
  await mkdir(data, { recursive: true, mode: 0o700 })
  await chmod(draft, 0o711)
  try {
    await copyCluster(superuserUrl, join(place.home, 'data'), data)
    await copyFile(join(place.home, 'passwords.json'), join(draft, 'passwords.json'))
    await giveToServer(place, data)
    const figures = await openOnce({ ...place, home: draft })
    const kept: string[] = []
    for await (const path of filesUnder(data)) if (!path.split('/').some((name) => left.test(name))) kept.push(path)
    const contents = await eachOf(kept, async (path): Promise<Content> => {
      const to = `${databaseFolder}/${path}`
      return { path: to, ...(await writeStream(createReadStream(join(data, path)), join(folder, to))) }
    })
    return { figures, contents }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Runs statements, one a line, on a cluster that nobody can reach yet. */
const inSingleUser = ({ account, native }: Place, data: string, statements: string[]): Promise<void> => {
  const args = ['--single', '-D', data, '-c', 'exit_on_error=true', 'tsudoi']
  const child = spawn(join(native, 'bin', 'postgres'), args, {
    ...account,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  child.stdin.end(`${statements.join('\n')}\n`)
  return ended(child, (_, lines) => `The copied database does not open: ${lines.at(-1)}`)
}

/**
 * Puts the folder of a backup where the built-in PostgreSQL looks for its own. The passwords of its roles are new ones, and it is marked
 * as a restored copy, before anybody can connect; it gets its name when it is complete.
 */
export const putBuiltIn = async (
  backup: string,
  contents: readonly Content[],
  place: Place,
  said: string,
): Promise<void> => {
  const draft = draftBeside(place.home)
  const data = join(draft, 'data')
  await rm(draft, { recursive: true, force: true })
  for (const name of folders) await mkdir(join(data, name), { recursive: true, mode: 0o700 })
  await chmod(draft, 0o711)
  try {
    const prefix = `${databaseFolder}/`
    const own = contents.filter(({ path }) => path.startsWith(prefix))
    await eachOf(own, (content) => takeOut(backup, content, join(data, content.path.slice(prefix.length))))
    await giveToServer(place, data)
    const passwords = newPasswords()
    const literal = pg.escapeLiteral
    await inSingleUser(place, data, [
      ...Object.entries(passwords).map(([role, word]) => `alter role tsudoi_${role} password ${literal(word)};`),
      `create schema if not exists ${restoredSchema};`,
      `alter schema ${restoredSchema} owner to tsudoi_owner;`,
      `comment on schema ${restoredSchema} is ${literal(said)};`,
    ])
    await writeFile(join(draft, 'passwords.json'), JSON.stringify(passwords), { mode: 0o600, flush: true })
    await rename(draft, place.home)
    await syncFolder(dirname(place.home))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
