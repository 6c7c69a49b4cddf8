import { createHash, createSign, generateKeyPairSync } from 'node:crypto'
import { statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handleMedia } from '#program/http/media.ts'
import { now, setClock } from '#server/clock.ts'
import { cookieLine, cookiesOf } from '#server/http/cookies.ts'
import { storage } from '#server/storage/storage.ts'
import { demoSettings } from '../support/settings'

const dataDir = demoSettings()
const hour = 3_600_000
const folder = 'private/tenant_a/video/media_one'

let server: Server
let origin: string
beforeAll(async () => {
  server = createServer((req, res) => void handleMedia(req, res))
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const media of ['media_one', 'media_one_more', 'media_two']) {
    await storage().put(`private/tenant_a/video/${media}/run/a.m4s`, Buffer.from('0123456789'), 'video/mp4')
  }
  await storage().put('private/tenant_a/media_one.mp4', Buffer.from('the source'), 'video/mp4')
})
afterAll(() => new Promise((closed) => server.close(closed)))

type Values = Record<string, string>
const signed = async (life = 6 * hour, of = folder): Promise<Values> => {
  const { cookies } = await storage().signFolder({ folder: of, expiresAt: now() + life })
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
}
const lineOf = (values: Values) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
const get = (key: string, cookie: string, init: RequestInit & { headers?: Values } = {}) =>
  fetch(`${origin}/api/media/${key}`, { ...init, headers: { cookie, ...init.headers } })
const base64 = (bytes: string | Buffer) =>
  Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('=', '_').replaceAll('/', '~')

describe('the cookies of a folder', () => {
  test('open everything in it, whole and in part, as what it is', async () => {
    const cookie = lineOf(await signed())
    const whole = await get(`${folder}/run/a.m4s`, cookie)
    expect([whole.status, whole.headers.get('content-type'), await whole.text()]).toEqual([
      200,
      'video/mp4',
      '0123456789',
    ])
    const part = await get(`${folder}/run/a.m4s`, cookie, { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
    const beyond = await get(`${folder}/run/a.m4s`, cookie, { headers: { range: 'bytes=99-' } })
    expect(beyond.status).toBe(416)
    const head = await get(`${folder}/run/a.m4s`, cookie, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10'])
    expect((await get(`${folder}/run/b.m4s`, cookie)).status).toBe(404)
  })

  test.each([
    ["another content's folder", 'private/tenant_a/video/media_two/run/a.m4s'],
    ['a folder whose name begins the same', 'private/tenant_a/video/media_one_more/run/a.m4s'],
    ['the uploaded file', 'private/tenant_a/media_one.mp4'],
  ])('do not open %s', async (_, key) => {
    expect((await get(key, lineOf(await signed()))).status).toBe(403)
  })

  test('let nothing be written', async () => {
    const cookie = lineOf(await signed())
    for (const method of ['PUT', 'POST', 'DELETE']) {
      expect((await get(`${folder}/run/a.m4s`, cookie, { method, body: 'x' })).status).toBe(403)
    }
  })

  test('are refused with any byte changed, left out or added', async () => {
    const values = await signed()
    for (const [name, value] of Object.entries(values)) {
      const changed = [...value].map(
        (letter, i) => value.slice(0, i) + (letter === 'A' ? 'B' : 'A') + value.slice(i + 1),
      )
      // The last letter of base64 has bits that mean nothing: another one there may stand for the same bytes.
      const last = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-~']
        .map((letter) => value.replace(/[^_](_*)$/, `${letter}$1`))
        .filter((one) => one !== value)
      const others = [
        '',
        value.slice(1),
        value.slice(0, -1),
        `${value}A`,
        `A${value}`,
        `${value}%00`,
        value.toLowerCase(),
      ]
      for (const wrong of [...changed, ...last, ...others]) {
        if (wrong === value) continue
        const { status } = await get(`${folder}/run/a.m4s`, lineOf({ ...values, [name]: wrong }))
        expect(status, `${name} ${wrong}`).toBe(403)
      }
      const without = Object.fromEntries(Object.entries(values).filter(([one]) => one !== name))
      expect((await get(`${folder}/run/a.m4s`, lineOf(without))).status).toBe(403)
      const twice = `${lineOf(values)}; ${name}=${value}`
      expect((await get(`${folder}/run/a.m4s`, twice)).status).toBe(403)
    }
  })

  test('are refused when another key has signed them', async () => {
    const values = await signed()
    const policy = Buffer.from(
      (values['CloudFront-Policy'] ?? '').replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'),
      'base64',
    )
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const signature = base64(createSign('RSA-SHA1').update(policy).sign(privateKey))
    expect((await get(`${folder}/run/a.m4s`, lineOf({ ...values, 'CloudFront-Signature': signature }))).status).toBe(
      403,
    )
    const unsigned = base64(createHash('sha1').update(policy).digest())
    expect((await get(`${folder}/run/a.m4s`, lineOf({ ...values, 'CloudFront-Signature': unsigned }))).status).toBe(403)
  })

  test('mixed from two contents are refused', async () => {
    const [one, two] = [await signed(), await signed(6 * hour, 'private/tenant_a/video/media_two')]
    const mixed = { ...one, 'CloudFront-Signature': two['CloudFront-Signature'] ?? '' }
    for (const media of ['media_one', 'media_two']) {
      expect((await get(`private/tenant_a/video/${media}/run/a.m4s`, lineOf(mixed))).status).toBe(403)
    }
  })

  test('say in the words of CloudFront what they open', async () => {
    const values = await signed()
    const policy = (values['CloudFront-Policy'] ?? '').replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/')
    const { Statement } = JSON.parse(Buffer.from(policy, 'base64').toString())
    expect(Statement).toEqual([
      {
        Resource: `http://localhost:3000/api/media/${folder}/*`,
        Condition: { DateLessThan: { 'AWS:EpochTime': expect.any(Number) } },
      },
    ])
  })

  test('are set for their folder only, for the session, unseen by scripts', async () => {
    const { cookies } = await storage().signFolder({ folder, expiresAt: now() + hour })
    const [first] = cookies.map(cookieLine)
    expect(first).toMatch(
      /^CloudFront-Policy=[\w~-]+; Path=\/api\/media\/private\/tenant_a\/video\/media_one; HttpOnly; SameSite=Lax$/,
    )
    expect(statSync(join(dataDir, 'media-cookie-key.pem')).mode & 0o777).toBe(0o600)
  })

  test('end at their time', async () => {
    const cookie = lineOf(await signed(hour))
    expect((await get(`${folder}/run/a.m4s`, cookie)).status).toBe(200)
    setClock(now() + hour)
    expect((await get(`${folder}/run/a.m4s`, cookie)).status).toBe(403)
  })
})

test('of cookies with one name none counts', () => {
  expect([...cookiesOf('a=1; b=2; a=3; c=x=y')]).toEqual([
    ['b', '2'],
    ['c', 'x=y'],
  ])
})
