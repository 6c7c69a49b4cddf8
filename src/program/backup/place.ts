import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { ServerConfig } from '#config.schema.ts'
import { type Place, placeOf, settingsWith, startAt } from '#server/db/embedded.ts'
import { unhurried } from '#server/db/plans.ts'
import { directUrl } from '#server/db.ts'
import { holdPidFile, releasePidFile, StartProblem } from '#server/machine/processes.ts'
import { shared } from '#server/shared.ts'

/* The database of the settings, for a command beside the program: the built-in one is started where no program runs it. */

export type Opened = {
  ownerUrl: string
  appUrl: string
  /** Of the built-in database. */
  builtIn?: { place: Place; superuserUrl: string }
  close: () => Promise<void>
}

/** The data folder is one program's or one command's; returns the process id of who has it otherwise. */
export const holdDataFolder = (dataDir: string): number | undefined => {
  mkdirSync(dataDir, { recursive: true })
  return holdPidFile(join(dataDir, 'program.pid'), 'program/')
}
export const releaseDataFolder = (dataDir: string) => releasePidFile(join(dataDir, 'program.pid'))

export const withClient = async <T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString, application_name: 'tsudoi command', options: unhurried })
  // A connection that breaks later says so by the query that is waiting.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    const said = error instanceof Error ? error.message || error.name : String(error)
    throw new StartProblem(`The database does not answer: ${said}. Check DATABASE_URL and MIGRATION_DATABASE_URL.`)
  }
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const openDatabase = async (config: ServerConfig): Promise<Opened> => {
  const appUrl = directUrl()
  if (appUrl) return { appUrl, ownerUrl: config.MIGRATION_DATABASE_URL ?? appUrl, close: async () => {} }
  const dataDir = resolve(config.DATA_DIR)
  const place = placeOf(dataDir)
  // A program that starts now waits for nobody, and would join a server that this command stops.
  const isHeld = holdDataFolder(dataDir) === undefined
  const database = await startAt(place, {
    log: () => {},
    settings: settingsWith(config.LOCAL_DATABASE_CACHE_MIB),
    durable: true,
  })
  shared.databaseUrl = database.appUrl
  return {
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
    builtIn: { place, superuserUrl: database.superuserUrl },
    close: async () => {
      await database.stop()
      if (isHeld) releaseDataFolder(dataDir)
    },
  }
}
