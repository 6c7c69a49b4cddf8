import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeWhole } from '#server/machine/files.ts'
import { StartProblem } from '#server/machine/processes.ts'

/*
 * A backup is a folder:
 *
 *   database.dump      what pg_dump wrote, or database/, the folder of a built-in PostgreSQL
 *   files/<key>        the files of the storage
 *   contents.ndjson    every file of the backup with its size and SHA-256, one a line
 *   manifest.json      what it is a backup of; written last, so that one that was cut short has none
 */
export const dumpName = 'database.dump'
export const databaseFolder = 'database'
export const filesFolder = 'files'
const contentsName = 'contents.ndjson'
const manifestName = 'manifest.json'

/** Changes with the layout of the folder. */
const format = 1

const figures = z.object({
  /** Rows by table. */
  rows: z.record(z.string(), z.int()),
  ledger: z.object({ entries: z.int(), debits: z.int(), sum: z.int() }),
})
/** What a restored copy has to have again. */
export type Figures = z.infer<typeof figures>

const fingerprint = z.object({ name: z.string(), fingerprint: z.string() })
export type Fingerprint = z.infer<typeof fingerprint>

const manifest = z.object({
  format: z.literal(format),
  version: z.string(),
  madeAt: z.iso.datetime(),
  way: z.enum(['dump', 'copy']),
  postgresMajor: z.int(),
  /** Hashes of the migrations that the database has, in their order. */
  migrations: z.array(z.string()),
  figures,
  /** The keys that its rows and files were made with: never the keys themselves. */
  keys: z.array(fingerprint),
  identityProject: z.string(),
  /** Without them the storage that it leads to has to have them. */
  hasFiles: z.boolean(),
  contents: z.object({ sha256: z.string(), files: z.int(), bytes: z.int() }),
})
export type Manifest = z.infer<typeof manifest>

const content = z.object({
  path: z.string(),
  size: z.int(),
  sha256: z.string(),
  /** Of a file of the storage. */
  contentType: z.string().optional(),
})
export type Content = z.infer<typeof content>

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')

/** Completes the backup: from now on it is one. */
export const finish = async (
  folder: string,
  contents: readonly Content[],
  said: Omit<Manifest, 'format' | 'contents'>,
): Promise<Manifest> => {
  const write = (name: string, text: string) => writeWhole(join(folder, `${name}.tmp`), join(folder, name), text)
  const lines = contents.map((one) => `${JSON.stringify(one)}\n`).join('')
  await write(contentsName, lines)
  const bytes = contents.reduce((sum, { size }) => sum + size, 0)
  const whole: Manifest = {
    format,
    ...said,
    contents: { sha256: sha256Of(lines), files: contents.length, bytes },
  }
  await write(manifestName, `${JSON.stringify(whole, null, 2)}\n`)
  return whole
}

const read = (folder: string): unknown => {
  const path = join(folder, manifestName)
  if (!existsSync(path))
    throw new StartProblem(`${folder} is no complete backup: it has no ${manifestName}, which is written last.`)
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new StartProblem(`${path} cannot be read.`)
  }
}

export const readManifest = (folder: string): Manifest => {
  const said = read(folder)
  const own = z.object({ format: z.int() }).safeParse(said)
  if (own.success && own.data.format !== format)
    throw new StartProblem(
      `${folder} has format ${own.data.format}, and this version reads ${format}: use the one that made it.`,
    )
  const parsed = manifest.safeParse(said)
  if (!parsed.success) throw new StartProblem(`${join(folder, manifestName)} is not what a backup writes.`)
  return parsed.data
}

export const readContents = (folder: string, { contents }: Manifest): Content[] => {
  const path = join(folder, contentsName)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (sha256Of(text) !== contents.sha256)
    throw new StartProblem(
      `${path} is not the one that belongs to its ${manifestName}: the backup was changed or is not complete.`,
    )
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => content.parse(JSON.parse(line)))
}
