import fs from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readManifest } from '#program/backup/manifest.ts'
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded.ts'
import { contentOf, copyOf, fillPlace, leavePlace, removeManifest, writing } from '../support/backedUp'
import { tsudoi } from '../support/command'
import { newDataDir } from '../support/program'
import { demoSettings } from '../support/settings'

/* `tsudoi backup`, `restore` and `verify` with the built-in PostgreSQL, which has no tools of its own. */
const key = 'a-key-of-at-least-32-characters-0001'
const dataDir = newDataDir('backup-of')
demoSettings({ DATA_DIR: dataDir, FIELD_ENCRYPTION_KEY: key })

let database: EmbeddedDatabase
const made: string[] = [dataDir]
const place = (name: string) => {
  const folder = newDataDir(name)
  made.push(folder)
  return folder
}
beforeAll(async () => {
  database = await startEmbedded({ dataDir })
  await fillPlace(database)
})
afterAll(async () => {
  await leavePlace()
  await database.stop()
  for (const folder of made) fs.rmSync(folder, { recursive: true, force: true })
})

/** The embedded server that a test has started on a copy. */
let opened: EmbeddedDatabase | undefined
afterEach(async () => {
  await opened?.stop()
  opened = undefined
})
const contentAt = async (folder: string) => {
  opened = await startEmbedded({ dataDir: folder })
  const found = await contentOf(opened.ownerUrl)
  await opened.stop()
  opened = undefined
  return found
}
const filesIn = (folder: string) =>
  fs
    .readdirSync(join(folder, 'files/objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .toSorted()

const settings = { DATA_DIR: dataDir, FIELD_ENCRYPTION_KEY: key }

let backup = ''
test('a backup that is made while rows and files are written is restored whole, and verified', async () => {
  const under = join(place('backup-busy'), 'backup')
  const writer = writing()
  await writer.begun
  const before = writer.written()
  const saved = await tsudoi(['backup', under], settings)
  const meanwhile = writer.written() - before
  await writer.stop()
  expect(saved.said).toMatch(/no pg_dump of PostgreSQL 18 here.*pg_backup_start/)
  expect(saved.said).toMatch(/The backup is complete/)
  expect([saved.code, meanwhile > 0]).toEqual([0, true])
  expect(saved.said + fs.readFileSync(join(under, 'manifest.json'), 'utf8')).not.toContain(key)

  const to = place('restore-busy')
  const restored = await tsudoi(['restore', under], { ...settings, DATA_DIR: to })
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('This database is a restored copy') })
  const verified = await tsudoi(['verify', under], { ...settings, DATA_DIR: to })
  expect(verified.said).toMatch(/works {4}rows: the rows of \d+ tables/)
  expect(verified).toMatchObject({ code: 0, said: expect.stringContaining('Everything is as it has to be') })

  // Quiet now: what is restored is the same to the last row and file.
  backup = join(place('backup-quiet'), 'backup')
  expect(await tsudoi(['backup', backup], settings)).toMatchObject({ code: 0 })
  const copy = place('restore-quiet')
  expect(await tsudoi(['restore', backup], { ...settings, DATA_DIR: copy })).toMatchObject({ code: 0 })
  expect(await contentAt(copy)).toEqual(await contentOf(database.ownerUrl))
  expect(filesIn(copy)).toEqual(filesIn(dataDir))

  // The copy that lost a file and a row is not.
  const lost = filesIn(copy).find((path) => path.endsWith('.pdf')) ?? ''
  fs.rmSync(join(copy, lost))
  opened = await startEmbedded({ dataDir: copy })
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: opened.superuserUrl.replace('/postgres?', '/tsudoi?') })
  await client.connect()
  await client.query(
    'delete from download_log; delete from content_loves where ctid in (select ctid from content_loves limit 1)',
  )
  await client.end()
  const found = await tsudoi(['verify', backup], { ...settings, DATA_DIR: copy })
  expect(found.said).toMatch(/FAILS {4}rows: .*content_loves has \d+ rows instead of \d+/)
  expect(found.said).toMatch(/FAILS {4}files: private\/tenant_hoshi\/media_.*\.pdf is missing/)
  expect(found.code).toBe(1)
})

test('a backup that was cut short, is damaged, or of a newer version is refused with a sentence, and nothing is restored', async () => {
  const broken = async (change: (folder: string) => void) => {
    const [folder, to] = [copyOf(backup, join(place('backup-broken'), 'backup')), place('restore-broken')]
    change(folder)
    const answer = await tsudoi(['restore', folder], { ...settings, DATA_DIR: to })
    expect(fs.existsSync(join(to, 'postgres'))).toBe(false)
    expect(answer.code).toBe(1)
    return answer.said
  }
  const rewrite = (folder: string, change: object) => {
    const path = join(folder, 'manifest.json')
    fs.writeFileSync(path, JSON.stringify({ ...readManifest(folder), ...change }))
  }
  expect(await broken(removeManifest)).toMatch(/is no complete backup: it has no manifest\.json/)
  expect(await broken((folder) => fs.appendFileSync(join(folder, 'database/PG_VERSION'), 'x'))).toMatch(
    /The backup is damaged: database\/PG_VERSION/,
  )
  expect(await broken((folder) => fs.truncateSync(join(folder, 'contents.ndjson'), 100))).toMatch(/not complete/)
  expect(await broken((folder) => rewrite(folder, { format: 2 }))).toMatch(/has format 2, and this version reads 1/)
  const { migrations } = readManifest(backup)
  expect(await broken((folder) => rewrite(folder, { version: '9.0.0', migrations: [...migrations, 'f00'] }))).toMatch(
    /made by version 9\.0\.0, and has 1 migration\(s\) that this version does not know/,
  )
})

test('keys that do not fit, a place that is not empty, and a data folder in use are refused', async () => {
  const to = place('restore-refused')
  const wrong = await tsudoi(['restore', backup], {
    ...settings,
    DATA_DIR: to,
    FIELD_ENCRYPTION_KEY: key.replace('0001', '0002'),
  })
  expect(wrong.said).toMatch(
    /FIELD_ENCRYPTION_KEY does not fit: this backup was made with the key of fingerprint [0-9a-f]{16}/,
  )
  const none = await tsudoi(['restore', backup], { ...settings, DATA_DIR: to, FIELD_ENCRYPTION_KEY: '' })
  expect(none.said).toMatch(/FIELD_ENCRYPTION_KEY does not fit/)
  expect([wrong.code, none.code, fs.existsSync(join(to, 'postgres')), fs.existsSync(join(to, 'files'))]).toEqual([
    1,
    1,
    false,
    false,
  ])
  const filled = await tsudoi(['restore', backup], settings)
  expect(filled).toMatchObject({ code: 1, said: expect.stringMatching(/There is a database in/) })
  expect(await tsudoi(['backup', backup], settings)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/is not empty/),
  })
  expect(await tsudoi(['backup'], settings)).toMatchObject({ code: 1, said: expect.stringMatching(/Name the folder/) })
  expect(await tsudoi(['restore', join(to, 'none')], { ...settings, DATA_DIR: to })).toMatchObject({ code: 1 })
})

test('of two restores at once the second is refused, and the first is whole', async () => {
  const to = place('restore-twice')
  const both = await Promise.all([0, 1].map(() => tsudoi(['restore', backup], { ...settings, DATA_DIR: to })))
  expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
  expect(both.find(({ code }) => code === 1)?.said).toMatch(/is in use by another Tsudoi|There is a database in/)
  expect(await tsudoi(['verify', backup], { ...settings, DATA_DIR: to })).toMatchObject({ code: 0 })
})
