import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigProblem, configKeys, type Environment, isDemoProject } from '#config.schema.ts'

const read = (path: string): Environment => (existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {})

const contentOf = (path: string) => {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return null
  }
}

/**
 * `<KEY>_FILE` names a file whose content is the value, as container platforms hand out secrets. Neither the content nor the path, under
 * which somebody may have put the secret itself, is repeated.
 */
const readNamedFiles = (given: Environment) => {
  const problems: string[] = []
  for (const key of configKeys) {
    const path = given[`${key}_FILE`]
    if (!path) continue
    const content = contentOf(path)
    if (given[key]) problems.push(`${key} and ${key}_FILE are both given, leave one out`)
    else if (content === null) problems.push(`${key}_FILE names a file that cannot be read`)
    else if (content === '') problems.push(`${key}_FILE names a file that is empty`)
    else given[key] = content
    delete given[`${key}_FILE`]
  }
  if (problems.length > 0) throw new ConfigProblem(`The settings need attention: ${problems.join('; ')}.`)
}

/**
 * The process's own environment overrides `.env`; without a `.env` the demo values of `.env.example` apply, unless the environment names
 * a real project. Tests select the demo by ENV_FILE, so that a developer's `.env` with a real database is never used.
 */
export const loadEnvironment = (folder: string) => {
  readNamedFiles(process.env)
  const own = join(folder, '.env')
  const example = join(folder, '.env.example')
  const file = process.env.ENV_FILE ? join(folder, process.env.ENV_FILE) : existsSync(own) ? own : example
  const isReal = !process.env.ENV_FILE && file === example && !isDemoProject(process.env.FIREBASE_PROJECT_ID ?? 'demo-')
  const written = isReal ? {} : read(file)
  for (const key of configKeys) if (process.env[key] !== undefined) delete written[`${key}_FILE`]
  readNamedFiles(written)
  for (const [key, value] of Object.entries(written)) {
    // Empty values are skipped: some libraries treat an empty value as a setting.
    if (value) process.env[key] ??= value
  }
  // Next reads .env itself later, but does not override variables that are set, even to an empty value.
  if (file !== own) for (const key of Object.keys(read(own))) process.env[key] ??= ''
}
