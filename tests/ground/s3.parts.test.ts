import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { s3Storage } from '#server/storage/s3.ts'
import type { Storage } from '#server/storage/types.ts'
import { demoSettings } from '../support/settings'

/* A storage that tells its parts by two, and a last part with its last page, as radosgw does; or has no such list. */
const markers: string[] = []
let isRefused = false
const part = (n: number) => `<Part><PartNumber>${n}</PartNumber><ETag>"e${n}"</ETag><Size>${n * 10}</Size></Part>`
const server = createServer((req, res) => {
  const { searchParams } = new URL(req.url ?? '/', 'http://storage.test')
  const from = Number(searchParams.get('part-number-marker') ?? 0)
  markers.push(String(from))
  if (isRefused || markers.length > 5) return void res.writeHead(isRefused ? 501 : 500).end()
  const shown = [1, 2, 3].filter((n) => n > from).slice(0, 2)
  const last = shown.at(-1) ?? 0
  const more = `<NextPartNumberMarker>${last}</NextPartNumberMarker><IsTruncated>${last === 2}</IsTruncated>`
  res.writeHead(200, { 'content-type': 'application/xml' })
  res.end(`<?xml version="1.0"?><ListPartsResult>${more}${shown.map(part).join('')}</ListPartsResult>`)
})
let storage: Storage
beforeAll(async () => {
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = { S3_BUCKET: 'tsudoi', S3_REGION: 'ap-northeast-1', S3_ACCESS_KEY_ID: 'A', S3_SECRET_ACCESS_KEY: 'B' }
  demoSettings({ ...keys, S3_ENDPOINT, PUBLIC_STORAGE_URL: 'https://pictures.tsudoi.example' })
  storage = s3Storage()
})
afterAll(() => {
  server.close()
})

test('the parts of an upload are listed once each, whatever the last page says comes next; where there is no list, none', async () => {
  const upload = { key: 'private/tenant_a/film.mp4', uploadId: 'u' }
  const listed = [1, 2, 3].map((n) => ({ partNumber: n, etag: `"e${n}"`, size: n * 10 }))
  expect(await storage.listParts(upload)).toEqual(listed)
  expect(markers).toEqual(['0', '2'])
  isRefused = true
  expect(await storage.listParts(upload)).toEqual([])
})
