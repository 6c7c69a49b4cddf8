import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** The process's own environment wins over `.env`; without a `.env` the demo values of `.env.example` count. */
export const loadEnvironment = (folder: string) => {
  const file = ['.env', '.env.example'].map((name) => join(folder, name)).find((path) => existsSync(path))
  if (!file) return
  for (const [key, value] of Object.entries(parseEnv(readFileSync(file, 'utf8')))) {
    // Empty lines are left out: some libraries take an empty value for a setting.
    if (value) process.env[key] ??= value
  }
}
