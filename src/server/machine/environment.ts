import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

const read = (path: string) => (existsSync(path) ? Object.entries(parseEnv(readFileSync(path, 'utf8'))) : [])

/**
 * The process's own environment wins over `.env`; without a `.env` the demo values of `.env.example` count. Tests name the
 * demo by ENV_FILE, so that a developer's `.env` with a real database is never touched.
 */
export const loadEnvironment = (folder: string) => {
  const own = join(folder, '.env')
  const example = join(folder, '.env.example')
  const file = process.env.ENV_FILE ? join(folder, process.env.ENV_FILE) : existsSync(own) ? own : example
  for (const [key, value] of read(file)) {
    // Empty lines are left out: some libraries take an empty value for a setting.
    if (value) process.env[key] ??= value
  }
  // Next reads .env by itself, later; what it finds set, even to nothing, it leaves alone.
  if (file !== own) for (const [key] of read(own)) process.env[key] ??= ''
}
