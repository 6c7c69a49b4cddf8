import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { isDemoProject } from '#config.schema.ts'

const read = (path: string) => (existsSync(path) ? Object.entries(parseEnv(readFileSync(path, 'utf8'))) : [])

/**
 * The process's own environment overrides `.env`; without a `.env` the demo values of `.env.example` apply, unless the environment names
 * a real project. Tests select the demo by ENV_FILE, so that a developer's `.env` with a real database is never used.
 */
export const loadEnvironment = (folder: string) => {
  const own = join(folder, '.env')
  const example = join(folder, '.env.example')
  const file = process.env.ENV_FILE ? join(folder, process.env.ENV_FILE) : existsSync(own) ? own : example
  const isReal = !process.env.ENV_FILE && file === example && !isDemoProject(process.env.FIREBASE_PROJECT_ID ?? 'demo-')
  for (const [key, value] of isReal ? [] : read(file)) {
    // Empty values are skipped: some libraries treat an empty value as a setting.
    if (value) process.env[key] ??= value
  }
  // Next reads .env itself later, but does not override variables that are set, even to an empty value.
  if (file !== own) for (const [key] of read(own)) process.env[key] ??= ''
}
