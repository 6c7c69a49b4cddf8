import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDemoProject, type ServerConfig } from '#config.schema.ts'
import { StartProblem } from '#server/machine/processes.ts'

/** The folder that `npm run build` makes holds nothing of the demo, its database and its emulator included. */
export const refuseDemo = (root: string, config: ServerConfig) => {
  if (existsSync(join(root, 'packages/demo'))) return
  const asked = isDemoProject(config.FIREBASE_PROJECT_ID)
    ? `FIREBASE_PROJECT_ID=${config.FIREBASE_PROJECT_ID} asks for it`
    : !config.DATABASE_URL && 'DATABASE_URL is missing'
  if (asked) throw new StartProblem(`This folder was built for servers, without the demo and its database: ${asked}.`)
}
