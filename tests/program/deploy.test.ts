import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, matchesGlob } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { configKeys } from '#config.schema.ts'
import { operations } from '#program/operations.ts'
import { checkNginx, nginx, startNginx } from '../support/nginx'

/* The examples of deploy/: asked of the tools that read them, where this machine has these, and compared with the program. */
const published = spawnSync('git', ['ls-files'], { cwd: 'deploy', encoding: 'utf8' }).stdout.split('\n')
const settingsOf = (names: string[]) =>
  names.filter((name) => !(configKeys as string[]).includes(name.replace(/_FILE$/, '')))

const before = nginx ? 'nginx' : 'SKIPPED, as this machine has no nginx: nginx'
describe.skipIf(!nginx)(before, () => {
  type Answer = (request: IncomingMessage, response: ServerResponse) => void
  const works: Answer = (_, response) => void response.end('fine')
  const breaks: Answer = (request) => void request.socket.destroy()
  let answers: [Answer, Answer] = [works, works]
  let received: [number, number] = [0, 0]
  const webs: Server[] = []
  let proxy: Awaited<ReturnType<typeof startNginx>>

  beforeAll(async () => {
    for (const at of [0, 1] as const) {
      const web = createServer((request, response) => {
        received[at]++
        request.resume().once('end', () => answers[at](request, response))
      })
      await new Promise<void>((up) => web.listen(0, '127.0.0.1', up))
      webs.push(web)
    }
    const [one, two] = webs.map((web) => (web.address() as AddressInfo).port) as [number, number]
    proxy = await startNginx([one, two])
  })
  afterAll(async () => {
    await proxy.stop()
    for (const web of webs) web.close()
  })
  beforeEach(() => {
    answers = [works, works]
    received = [0, 0]
  })
  const call = (path: string, headers: Record<string, string> = {}, body = '{}') =>
    fetch(`${proxy.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
  const sum = () => received[0] + received[1]

  test('takes the file as it is published', async () => {
    expect(await checkNginx()).toMatch(/syntax is ok[\s\S]*test is successful/)
  })

  test('sends again what only reads, and a write with a key, and nothing else', async () => {
    answers = [breaks, breaks]
    const sent = async (ask: () => Promise<Response>) => {
      received = [0, 0]
      expect((await ask()).status).toBe(502)
      return sum()
    }
    expect(await sent(() => fetch(`${proxy.origin}/fc/club`))).toBe(2)
    expect(await sent(() => call('/api/public/getPublicBrand'))).toBe(2)
    expect(await sent(() => call('/api/cms/createDraftPlan', { 'Idempotency-Key': 'k' }))).toBe(2)
    expect(await sent(() => call('/api/cms/createDraftPlan'))).toBe(1)
    expect(await sent(() => call('/api/cms/getPackingSlips'))).toBe(1)
    expect(await sent(() => call('/api/webhooks/stripe'))).toBe(1)
  })

  test('the other instance answers what one that is going down refuses', async () => {
    const refuses: Answer = (_, response) => void response.writeHead(503).end()
    for (answers of [
      [refuses, works],
      [works, refuses],
    ] as [Answer, Answer][])
      for (let n = 0; n < 10; n++) {
        expect((await call('/api/public/getPublicBrand')).status).toBe(200)
        expect((await call('/api/cms/createDraftPlan', { 'Idempotency-Key': 'k' })).status).toBe(200)
      }
  })

  test('the body and the headers of what is sent again are whole', async () => {
    const heard: unknown[] = []
    const listens: Answer = (request, response) => {
      heard.push([request.method, request.url, request.headers['idempotency-key'], request.headers['content-length']])
      response.end('fine')
    }
    answers = [listens, listens]
    const body = JSON.stringify({ text: 'x'.repeat(300_000) })
    expect(
      (
        await call(
          '/api/cms/createDraftPlan?a=%20b',
          { 'Idempotency-Key': 'key 1', 'x-middleware-subrequest': 'x' },
          body,
        )
      ).status,
    ).toBe(200)
    expect(heard).toEqual([['POST', '/api/cms/createDraftPlan?a=%20b', 'key 1', String(body.length)]])
  })

  test('what monitoring asks is not for outside', async () => {
    for (const path of ['/api/metrics', '/api/ready']) expect((await fetch(`${proxy.origin}${path}`)).status).toBe(404)
    expect(sum()).toBe(0)
  })

  test('the largest call passes, a larger one does not', async () => {
    const most = Math.max(...[...operations.values()].map(({ operation }) => operation.maxBytes))
    expect((await call('/api/cms/submitIdentityCheck', {}, 'x'.repeat(most))).status).toBe(200)
    expect((await call('/api/cms/submitIdentityCheck', {}, 'x'.repeat(most * 2))).status).toBe(413)
    expect((await call('/api/media/checked/x', {}, 'x'.repeat(most * 2))).status).toBe(200)
  })
})

test('every operation that only reads is one that the proxy may send again, and no other by its name', () => {
  const [, pattern = ''] = /"~(\^POST \S*get\|search.*?)" 1;/.exec(readFileSync('deploy/nginx.conf', 'utf8')) ?? []
  const isRepeatable = new RegExp(pattern)
  expect(isRepeatable.test('POST /api/public/getPublicBrand ')).toBe(true)
  const wrong = [...operations.values()].filter(
    ({ operation: { base, name, effect } }) => isRepeatable.test(`POST /api/${base}/${name} `) !== (effect === 'read'),
  )
  expect(wrong.map(({ operation }) => `${operation.name} (${operation.effect})`)).toEqual([])
})

const units = readdirSync('deploy/systemd').map((name) => join('deploy/systemd', name))
const linesOf = (path: string, key: string) =>
  [...readFileSync(path, 'utf8').matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)

test('units of systemd name commands of the folder and settings that there are', () => {
  expect(units.flatMap((path) => linesOf(path, 'ExecStart')).sort()).toEqual([
    `/bin/sh -c 'exec /usr/bin/node tsudoi backup "/var/lib/tsudoi/backups/$$(date +%%F-%%H%%M)"'`,
    '/usr/bin/node main',
    '/usr/bin/node main',
    '/usr/bin/node tsudoi migrate',
  ])
  const named = units.flatMap((path) => linesOf(path, 'Environment')).flatMap((line) => line.split(' '))
  expect(named.length).toBeGreaterThan(5)
  expect(settingsOf(named.map((one) => one.split('=')[0] ?? ''))).toEqual([])
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
const ofSystemd = hasSystemd ? 'systemd' : 'SKIPPED, as this machine has no systemd-analyze: systemd'
test.skipIf(!hasSystemd)(`${ofSystemd} understands the units, and finds little that they could harm`, () => {
  for (const path of units) {
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' })
    const said = `${verified.stdout}${verified.stderr}`.split('\n').filter((line) => line.includes('tsudoi'))
    // Node stands elsewhere here.
    expect([path, said.filter((line) => !line.includes('/usr/bin/node is not executable'))]).toEqual([path, []])
    if (path.endsWith('.timer')) continue
    const secure = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=20', '--no-pager', path])
    expect([path, secure.status]).toEqual([path, 0])
  }
})

type Service = {
  command?: string[]
  entrypoint?: string[]
  environment?: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  depends_on?: Record<string, unknown> | string[]
  image?: string
  read_only?: boolean
  cap_drop?: string[]
  tmpfs?: string[]
}
test('the compose file hangs together: services, secrets, files, settings and commands that there are', () => {
  const file = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, Service>
    secrets: Record<string, { file: string }>
    volumes: Record<string, null>
  }
  const services = Object.entries(file.services)
  expect(services.map(([name]) => name)).toEqual(
    expect.arrayContaining(['migrate', 'web-1', 'web-2', 'worker', 'proxy', 'pooler']),
  )
  // Whoever starts it next year gets what was tried.
  const versioned = services.flatMap(([, { image }]) => (image?.startsWith('docker.io/') ? [image] : []))
  expect(versioned.length).toBeGreaterThan(3)
  expect(versioned.filter((image) => !/:v?\d/.test(image))).toEqual([])
  for (const [name, { secrets = [], volumes = [], depends_on = [], environment = {} }] of services) {
    expect([name, secrets.filter((one) => !file.secrets[one])]).toEqual([name, []])
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
    expect([name, needed.filter((one) => !file.services[one])]).toEqual([name, []])
    const [mounted, own] = [
      volumes.filter((one) => one.startsWith('./')),
      volumes.filter((one) => !one.startsWith('./')),
    ]
    expect([name, own.filter((one) => !((one.split(':')[0] ?? '') in file.volumes))]).toEqual([name, []])
    const missing = mounted.filter((one) => !existsSync(join('deploy', one.split(':')[0] ?? '')))
    // Those are whoever runs it's own.
    expect([name, missing.filter((one) => !/^\.\/(secrets|certificate)/.test(one))]).toEqual([name, []])
    for (const [key, value] of Object.entries(environment))
      if (key.endsWith('_FILE'))
        expect([name, key, secrets]).toEqual([name, key, expect.arrayContaining([value.replace('/run/secrets/', '')])])
  }
  const ours = services.filter(([, { image }]) => image === 'tsudoi')
  expect(ours.length).toBe(5)
  for (const [name, service] of ours) {
    expect([name, settingsOf(Object.keys(service.environment ?? {}))]).toEqual([name, []])
    expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ['ALL']])
    const runs = service.entrypoint?.at(-1)?.split('"')[0]?.trim() ?? service.command?.join(' ') ?? 'main'
    const wanted: Record<string, string> = { migrate: 'tsudoi migrate', backup: 'exec node tsudoi backup' }
    expect([name, runs]).toEqual([name, wanted[name] ?? 'main'])
  }
  // What is not in the storage yet outlives an instance.
  for (const name of ['web-1', 'web-2', 'worker'])
    expect([name, file.services[name]?.tmpfs, file.services[name]?.volumes?.map((one) => one.split(':')[1])]).toEqual([
      name,
      ['/tmp'],
      ['/data'],
    ])
})

test('what the proxy looks up once keeps its address, and the backup has the tools of the database', () => {
  type Networks = { networks?: { default?: { ipv4_address?: string } }; extra_hosts?: string[]; image?: string }
  const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, Networks>
  }
  const asked = readFileSync('deploy/nginx.conf', 'utf8').matchAll(
    /^\s*(?:server|proxy_pass http:\/\/)\s*([a-z][\w-]*):\d+/gm,
  )
  const names = [...new Set([...asked].map(([, name = '']) => name))]
  expect(names.sort()).toEqual(['storage', 'web-1', 'web-2'])
  expect(services.proxy?.extra_hosts?.toSorted()).toEqual(
    names.map((name) => `${name}:${services[name]?.networks?.default?.ipv4_address}`),
  )
  const tools = /^ARG POSTGRES=(\d+)$/m.exec(readFileSync('deploy/Containerfile', 'utf8'))?.[1]
  expect(services.database?.image).toMatch(new RegExp(`/postgres:${tools}$`))
})

test('what whoever runs it puts beside the compose file goes neither into the image nor into the repository', () => {
  const { services, secrets } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, { env_file?: string; volumes?: string[] }>
    secrets: Record<string, { file: string }>
  }
  const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
    volumes.flatMap((one) => (one.startsWith('./') ? [one.slice(2).split(':')[0] ?? ''] : [])),
  )
  const named = [
    ...Object.values(secrets).map(({ file }) => file),
    ...mounted,
    ...Object.values(services).flatMap(({ env_file }) => env_file ?? []),
  ]
  const theirs = [...new Set(named)].filter((name) => !published.includes(name)).map((name) => `deploy/${name}`)
  expect(theirs).toEqual(
    expect.arrayContaining(['deploy/secrets/app_password', 'deploy/tsudoi.env', 'deploy/certificate.key']),
  )
  for (const list of ['.gitignore', '.dockerignore']) {
    const lines = readFileSync(list, 'utf8')
      .split('\n')
      .map((line) => line.replaceAll(/^\/|\/$/g, ''))
    const isLeftOut = (path: string) =>
      lines.some((line) => line !== '' && (path.startsWith(`${line}/`) || matchesGlob(path, line)))
    expect([list, theirs.filter((path) => !isLeftOut(path))]).toEqual([list, []])
  }
})

test('the image runs as somebody without rights, from a folder that is not its own to write', () => {
  const last =
    readFileSync('deploy/Containerfile', 'utf8')
      .split(/^FROM .*slim$/m)
      .at(-1) ?? ''
  expect(last).toMatch(/^COPY --from=build --chown=root:root \/tsudoi \/tsudoi$/m)
  expect(last).toMatch(/^USER node$/m)
  expect(last).toMatch(/^ENTRYPOINT \["node"\]\nCMD \["main"\]$/m)
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(scripts.build).toBe('node scripts/folder.mjs')
})
