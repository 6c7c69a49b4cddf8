import { readFileSync, rmSync } from 'node:fs'
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { serverConfig } from '#config.server.ts'
import { now } from '#server/clock.ts'
import { s3Storage } from '#server/storage/s3.ts'
import type { Storage } from '#server/storage/types.ts'
import { nginx, startNginx } from '../support/nginx'
import { newDataDir } from '../support/program'
import { hasRadosgw, type S3, startS3 } from '../support/s3'
import { demoSettings } from '../support/settings'

/* What browsers do with the storage, by the names, the proxy's file and the bucket's rules that deploy/ has. */

type Compose = { services: Record<string, { environment?: Record<string, string>; command?: string[] }> }
const text = readFileSync('deploy/compose.yaml', 'utf8')
const { services } = parse(text, { merge: true }) as Compose
const settings = services['web-1']?.environment ?? {}
const names = [
  ...readFileSync('deploy/nginx.conf', 'utf8').matchAll(/listen 443 ssl http2;\s+server_name (\S+);/g),
].map(([, name = '']) => name)

test('the addresses that browsers get are those of the proxy, by https', () => {
  expect(names.length).toBe(2)
  for (const key of ['PUBLIC_ORIGIN', 'S3_ENDPOINT', 'PUBLIC_STORAGE_URL'])
    expect([key, names.map((name) => `https://${name}`)]).toEqual([
      key,
      expect.arrayContaining([/^https:\/\/[^/]*/.exec(settings[key] ?? '')?.[0]]),
    ])
  expect(settings.PUBLIC_STORAGE_URL).toBe(`${settings.S3_ENDPOINT}/${settings.S3_BUCKET}/public`)
})

const isWhole = nginx !== undefined && hasRadosgw
describe.skipIf(!isWhole)(isWhole ? 'through nginx' : 'SKIPPED, as this machine lacks nginx or radosgw', () => {
  const place = newDataDir('deploy-storage')
  const name = settings.S3_ENDPOINT?.replace('https://', '') ?? ''
  let files: S3
  let proxy: Awaited<ReturnType<typeof startNginx>>
  /** As browsers are told of it; and as the program reaches it, which finds the name by its network. */
  let storage: Storage
  let inside: Storage
  beforeAll(async () => {
    files = await startS3(place, 'tsudoi')
    const [accessKeyId, secretAccessKey] = [files.accessKeyId, files.secretAccessKey]
    const client = new S3Client({
      ...{ endpoint: files.endpoint, region: 'us-east-1', forcePathStyle: true },
      credentials: { accessKeyId, secretAccessKey },
    })
    const rules = /--cors-configuration '(.*)'/.exec(services['storage-bucket']?.command?.join('') ?? '')?.[1] ?? '{}'
    await client.send(new PutBucketCorsCommand({ Bucket: 'tsudoi', CORSConfiguration: JSON.parse(rules) }))
    proxy = await startNginx([1, 2], { storage: Number(new URL(files.endpoint).port) })
    demoSettings({
      ...{ S3_BUCKET: 'tsudoi', S3_REGION: 'us-east-1', S3_ACCESS_KEY_ID: accessKeyId },
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_ENDPOINT: files.endpoint,
      PUBLIC_STORAGE_URL: `http://localhost/tsudoi/public`,
    })
    inside = s3Storage()
    serverConfig().S3_ENDPOINT = `http://${name}:${new URL(proxy.origin).port}`
    storage = s3Storage()
  })
  afterAll(async () => {
    await proxy?.stop()
    await files?.stop()
    rmSync(place, { recursive: true, force: true })
  })

  /** As a browser does it that finds the proxy under the name. */
  const asked = async (method: string, url: string, headers: OutgoingHttpHeaders = {}, body?: Buffer) => {
    const { host, port, pathname, search } = new URL(url)
    const own = { host, origin: settings.PUBLIC_ORIGIN, ...headers }
    const sent = request({ host: '127.0.0.1', port, path: `${pathname}${search}`, method, headers: own })
    const answer = new Promise<IncomingMessage>((done, failed) => sent.once('response', done).once('error', failed))
    sent.end(body)
    const response = await answer
    return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
  }
  const expiresAt = now() + 60_000

  test('a large file goes in parts, from the page of the program, and comes back', async () => {
    const key = 'private/tenant_a/film.mp4'
    const uploadId = await inside.startMultipart(key, 'video/mp4')
    const url = await storage.signPart({ key, uploadId, partNumber: 1, expiresAt })
    const preflight = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' }
    const allowed = await asked('OPTIONS', url, preflight)
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([200, settings.PUBLIC_ORIGIN])
    // More than the largest call of the program may have.
    const bytes = Buffer.alloc(30 * 1024 ** 2, 7)
    const put = await asked('PUT', url, { 'content-length': bytes.length }, bytes)
    expect([put.status, put.body.toString()]).toEqual([200, ''])
    expect(put.headers['access-control-expose-headers']?.toLowerCase()).toContain('etag')
    const parts = [{ partNumber: 1, etag: put.headers.etag ?? '' }]
    expect(await inside.completeMultipart({ key, uploadId, parts })).toMatchObject({
      size: bytes.length,
    })
    const got = await asked('GET', await storage.signDownload({ key, expiresAt, fileName: '映画.mp4' }))
    expect([got.status, got.body.length]).toEqual([200, bytes.length])
  })

  test('a page of anybody else may not send files there, and nobody without a signature', async () => {
    const grant = { key: 'private/tenant_a/a.pdf', contentType: 'application/pdf', contentLength: 5, expiresAt }
    const { url, headers } = await storage.signUpload(grant)
    const other = await asked('OPTIONS', url, {
      origin: 'https://evil.example',
      'access-control-request-method': 'PUT',
    })
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
    expect((await asked('PUT', url.replace(/\?.*/, ''), { 'content-length': 5 }, Buffer.from('hello'))).status).toBe(
      403,
    )
    const put = await asked('PUT', url, { ...headers, 'content-length': 5 }, Buffer.from('hello'))
    expect([put.status, put.body.toString()]).toEqual([200, ''])
  })

  test('what is public is read there without any', async () => {
    await inside.put('public/tenant_a/a.png', Buffer.from('picture'), 'image/png')
    const { port } = new URL(proxy.origin)
    const { pathname } = new URL(settings.PUBLIC_STORAGE_URL ?? '')
    const at = `http://${name}:${port}${pathname}/tenant_a/a.png`
    expect((await asked('GET', at)).body.toString()).toBe('picture')
    expect((await asked('GET', at.replace('/public/', '/private/'))).status).toBe(403)
  })
})
