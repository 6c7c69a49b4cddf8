import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '#server/db/migrate.ts'
import { startAuthEmulator } from '#server/identity/emulator.ts'
import { newDataDir } from './program'
import { wrongInRun } from './providerTypes'
import { asAdmin, databaseIn, startTestServer } from './servers'

export type World = {
  appUrl: string
  ownerUrl: string
  /** Of a role that may create databases. */
  adminUrl: string
  emulatorPort: number
  dataDir: string
  demoDir: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    world: World
  }
}

const freePort = () =>
  new Promise<number>((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** One server with one migrated template database, and one identity emulator, for the whole run. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsudoi-world-'))
  const demoDir = newDataDir('demo')
  const emulatorPort = await freePort()
  const [database, emulator] = await Promise.all([
    startTestServer(),
    startAuthEmulator({ port: emulatorPort, dataDir, projectId: 'demo-tsudoi', keeps: false }),
  ])
  await migrateDatabase(database)
  const { appUrl, ownerUrl, adminUrl } = database
  await asAdmin(adminUrl, `alter database ${databaseIn(ownerUrl)} with is_template true allow_connections false`)
  project.provide('world', { appUrl, ownerUrl, adminUrl, emulatorPort, dataDir, demoDir })
  return async () => {
    await Promise.all([database.stop(), emulator.stop()])
    // A whole run: what the payment provider sent in all of it is of the SDK's types.
    const wrong = process.env.TEST_TIMES ? wrongInRun(dataDir) : []
    for (const folder of [dataDir, demoDir]) rmSync(folder, { recursive: true, force: true })
    if (wrong.length > 0) throw new Error(`What the provider sent is not of the SDK's types:\n${wrong.join('\n')}`)
  }
}
