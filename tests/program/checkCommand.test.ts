import fs from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHealth } from '#program/http/monitoring.ts'
import { freePort } from '#server/machine/processes.ts'
import { tsudoi } from '../support/command'
import { mailbox } from '../support/mailbox'
import { pgbouncer, startPgbouncer } from '../support/pgbouncer'
import { newDataDir } from '../support/program'
import { hasRadosgw, startS3 } from '../support/s3'
import { asSetting, startTestServer, type TestServer } from '../support/servers'

/* `npm run tsudoi -- check` beside a real database, disk and mail server, and beside broken ones. */
let server: TestServer
let mails: Awaited<ReturnType<typeof mailbox>>
let dataDir: string
const listening: Server[] = []

beforeAll(async () => {
  server = await startTestServer()
  mails = await mailbox()
  dataDir = newDataDir('check-setup')
})
afterAll(async () => {
  for (const one of listening) one.close()
  mails.close()
  await server.stop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const checked = async (env: Record<string, string>) => {
  const { code, said } = await tsudoi(['check'], {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: asSetting(server.appUrl),
    MIGRATION_DATABASE_URL: asSetting(server.ownerUrl),
    SMTP_URL: mails.url,
    ...env,
  })
  const lines = said.split('\n').filter((line) => line !== '')
  const lineOf = (name: string) => lines.find((line) => line.slice(9).startsWith(name)) ?? ''
  return { code, said, lines, lineOf }
}
/** Listens at a port of its own. */
const listen = async (hear: Parameters<typeof createServer>[1] = () => {}) => {
  const own = createServer(hear)
  listening.push(own)
  await new Promise<void>((up) => own.listen(0, up))
  const address = own.address()
  return typeof address === 'object' && address ? address.port : 0
}

test('what works and what is not set is said line by line, and nothing is left behind', async () => {
  const { code, said, lines, lineOf } = await checked({})
  expect([code, lines.at(-1)]).toEqual([0, 'Everything that is set works.'])
  expect(lineOf('database')).toMatch(/^works .*PostgreSQL \d+(\.\d+)?.*, directly$/)
  expect(lineOf('migrations')).toMatch(/^works .*\d+ wait for the next start$/)
  expect(lineOf('clock')).toMatch(/^works .*the database's is 0\.\d s (behind|ahead)$/)
  expect(lineOf('storage')).toMatch(/^works .*a file was put, read and removed, in /)
  expect(lineOf('mail')).toMatch(/^works .*takes our sign-in$/)
  expect(lineOf('ffmpeg')).toMatch(/^works .*with libx264$/)
  expect(lineOf('ports')).toMatch(/^works .*\d+ \(PORT\) free$/)
  expect(lineOf('public files')).toMatch(/^not set /)
  expect(lineOf('uploads')).toMatch(/^not set /)
  expect(lineOf('address')).toMatch(/^not set /)
  expect(lineOf('identity')).toMatch(/^not set /)
  expect(lineOf('payments')).toMatch(/^not set /)
  expect(lineOf('push')).toMatch(/^not set /)
  expect(said).not.toContain(new URL(asSetting(server.appUrl)).password || 'no password')
  expect(fs.readdirSync(dataDir, { recursive: true }).filter((name) => String(name).includes('check-'))).toEqual([])
})

test('every part that fails is named with its reason, the others go on, and no secret is said', async () => {
  const secret = 'secret-of-the-mail'
  // It repeats what it was sent, as some do.
  const refusing = await listen((socket) => {
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      const line = String(chunk)
      if (/^EHLO/i.test(line)) return socket.write('250-here\r\n250 AUTH PLAIN\r\n')
      socket.write(/^AUTH/i.test(line) ? `535 no ${secret} here\r\n` : '221 bye\r\n')
    })
  })
  const rtmp = await listen()
  const { code, said, lines, lineOf } = await checked({
    DATABASE_URL: `postgresql://app:secret-of-the-database@127.0.0.1:${await freePort()}/tsudoi`,
    SMTP_URL: `smtp://club:${secret}@127.0.0.1:${refusing}`,
    FFMPEG_PATH: join(dataDir, 'no-ffmpeg'),
    RTMP_PORT: String(rtmp),
    USE_EMULATOR: 'true',
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${await freePort()}`,
  })
  expect([code, lines.at(-1)]).toEqual([1, '6 of these fail.'])
  expect(lineOf('database')).toMatch(/^FAILS .*The database does not answer.*Check DATABASE_URL/)
  expect(lineOf('clock')).toMatch(/^FAILS /)
  expect(lineOf('migrations')).toMatch(/^works /)
  expect(lineOf('storage')).toMatch(/^works /)
  expect(lineOf('mail')).toMatch(/^FAILS .*535 no \(secret\) here/)
  expect(lineOf('identity')).toMatch(/^FAILS /)
  expect(lineOf('ffmpeg')).toMatch(/^FAILS .*cannot be run/)
  expect(lineOf('ports')).toBe(`FAILS    ports: in use by another program: ${rtmp} (RTMP_PORT)`)
  expect(said).not.toMatch(/secret-of-the/)
})

test('migrations that wait need a role that may create tables', async () => {
  const { code, lineOf } = await checked({ MIGRATION_DATABASE_URL: asSetting(server.appUrl) })
  expect(code).toBe(1)
  expect(lineOf('migrations')).toMatch(
    /^FAILS .*\d+ wait, and the role of MIGRATION_DATABASE_URL may not create tables and schemas$/,
  )
})

const behind = pgbouncer ? 'a pooler' : 'SKIPPED, as this machine has no pgbouncer: a pooler'
test.skipIf(!pgbouncer)(`${behind} is found out, and the way past it is asked, too`, async () => {
  const bouncer = await startPgbouncer([server.appUrl], { connections: 4 })
  try {
    const DATABASE_URL = bouncer.through(server.appUrl)
    const unsaid = await checked({ DATABASE_URL })
    expect([unsaid.code, unsaid.lineOf('database')]).toEqual([
      1,
      expect.stringMatching(/^FAILS .*DATABASE_URL leads to a pooler: set DATABASE_POOLER/),
    ])
    const pooled = { DATABASE_URL, DATABASE_POOLER: 'transaction' }
    const said = await checked({ ...pooled, DATABASE_DIRECT_URL: asSetting(server.appUrl) })
    expect([said.code, said.lineOf('database')]).toEqual([
      0,
      expect.stringMatching(/^works .*through a pooler \(transaction\), and past it for the queue/),
    ])
    const other = await checked({ ...pooled, DATABASE_DIRECT_URL: asSetting(server.ownerUrl) })
    expect([other.code, other.lineOf('database')]).toEqual([
      1,
      expect.stringMatching(/^FAILS .*lead to different databases or roles/),
    ])
  } finally {
    await bouncer.stop()
  }
})

test('services that hang, and a storage that takes nothing, end within their time', async () => {
  const hanging = await listen((socket) => void socket.on('error', () => {}))
  const { code, lineOf } = await checked({
    SMTP_URL: `smtp://127.0.0.1:${hanging}`,
    DATABASE_URL: `postgresql://app:word@127.0.0.1:${hanging}/tsudoi`,
    S3_BUCKET: 'files',
    S3_REGION: 'ap-northeast-1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_ENDPOINT: `http://127.0.0.1:${hanging}`,
    PUBLIC_STORAGE_URL: `http://localhost:${hanging}/public`,
  })
  expect(code).toBe(1)
  for (const part of ['mail', 'database', 'storage', 'public files', 'uploads']) expect(lineOf(part)).toMatch(/^FAILS /)
})

/** The program's own answer, behind so many proxies. */
const behindProxies = async (proxies: number) => {
  const program = createHttpServer((request, response) => {
    request.headers['x-forwarded-for'] = Array(proxies).fill('192.0.2.1').join(', ')
    openHealth(request, response)
  })
  listening.push(program)
  await new Promise<void>((up) => program.listen(0, '127.0.0.1', up))
  return `http://127.0.0.1:${(program.address() as AddressInfo).port}`
}

test('an address that nobody reaches, that leads elsewhere, or by other proxies than are trusted, is found', async () => {
  const of = async (PUBLIC_ORIGIN: string, TRUSTED_PROXIES: number) => {
    const { code, lineOf } = await checked({ PUBLIC_ORIGIN, TRUSTED_PROXIES: String(TRUSTED_PROXIES) })
    return [code, lineOf('address')]
  }
  const fails = (why: RegExp) => [1, expect.stringMatching(new RegExp(`^FAILS .*${why.source}`))]
  expect(await of(await behindProxies(1), 1)).toEqual([0, expect.stringMatching(/^works .*by 1 proxies/)])
  expect(await of(await behindProxies(1), 0)).toEqual(fails(/TRUSTED_PROXIES is 0, and 1 stand.*count as one/))
  expect(await of(await behindProxies(1), 2)).toEqual(fails(/TRUSTED_PROXIES is 2, and 1 stand.*anybody/))
  expect(await of(`http://127.0.0.1:${await freePort()}`, 0)).toEqual(fails(/ECONNREFUSED/))
  const answers = async (status: number) => {
    const other = createHttpServer((_, response) => response.writeHead(status).end('<html>'))
    listening.push(other)
    await new Promise<void>((up) => other.listen(0, '127.0.0.1', up))
    return of(`http://127.0.0.1:${(other.address() as AddressInfo).port}`, 1)
  }
  expect(await answers(200)).toEqual(fails(/not as Tsudoi does/))
  // Before the first instance runs.
  expect(await answers(502)).toEqual([0, expect.stringMatching(/^works .*502: no instance behind it yet/)])
})

const withS3 = hasRadosgw ? 'a storage' : 'SKIPPED, as this machine has no radosgw: a storage'
test.skipIf(!hasRadosgw)(
  `${withS3} that lets no page send files is found, by its rules and by its address`,
  async () => {
    const origin = await behindProxies(0)
    const closed = await startS3(join(dataDir, 's3'), 'files')
    try {
      const open = await closed.addBucket('open', { origin })
      const of = ({ endpoint, accessKeyId, secretAccessKey, bucket }: typeof open, own = {}) =>
        checked({
          ...{ S3_BUCKET: bucket, S3_REGION: 'us-east-1', S3_ACCESS_KEY_ID: accessKeyId },
          ...{ S3_SECRET_ACCESS_KEY: secretAccessKey, S3_ENDPOINT: endpoint },
          ...{ PUBLIC_STORAGE_URL: `${endpoint}/${bucket}/public`, PUBLIC_ORIGIN: origin, ...own },
        })
      const may = await of(open)
      expect([may.code, may.lineOf('uploads')]).toEqual([0, expect.stringMatching(/^works .*may send files to 127/)])
      const mayNot = await of(closed)
      expect([mayNot.code, mayNot.lineOf('storage')]).toEqual([1, expect.stringMatching(/^works /)])
      expect(mayNot.lineOf('uploads')).toMatch(
        /^FAILS .*CORS rules of files have to allow PUT and GET from .*expose ETag/,
      )
      const mixed = await of(open, { PUBLIC_ORIGIN: 'https://tsudoi.invalid' })
      expect(mixed.lineOf('uploads')).toMatch(/^FAILS .*S3_ENDPOINT is http/)
      expect(await open.keys()).toEqual([])
    } finally {
      await closed.stop()
    }
  },
)

test('settings that need attention are said first, and nothing is asked', async () => {
  const { code, lines } = await checked({ PORT: 'x' })
  expect([code, lines]).toEqual([1, ['FAILS    settings: The settings need attention: PORT must be a whole number.']])
})

test('keys of messages that are no pair are found before a push service refuses every one', async () => {
  const pair = {
    VAPID_SUBJECT: 'mailto:push@tsudoi.test',
    VAPID_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  }
  const own = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8'
  const other = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
  expect((await checked({ ...pair, VAPID_PUBLIC_KEY: own })).lineOf('push')).toMatch(/^works /)
  const wrong = await checked({ ...pair, VAPID_PUBLIC_KEY: other })
  expect([wrong.code, wrong.lineOf('push')]).toEqual([1, expect.stringMatching(/^FAILS .*does not belong/)])
  expect(wrong.said).not.toContain(pair.VAPID_PRIVATE_KEY)
})
