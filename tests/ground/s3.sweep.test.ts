import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { now, realNow, setClock } from '#server/clock.ts'
import { freePort } from '#server/machine/processes.ts'
import { storage } from '#server/storage/storage.ts'
import { demoSettings } from '../support/settings'

const port = await freePort()
demoSettings({
  S3_BUCKET: 'tsudoi',
  S3_REGION: 'ap-northeast-1',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  PUBLIC_STORAGE_URL: 'https://pictures.tsudoi.example',
})
const minute = 60_000

type Upload = { key: string; id: string; started: number }
let uploads: Upload[] = []
const ended: string[] = []

/** S3's list of unfinished uploads, in pages of one. */
const pageAfter = (marker: string | null) => {
  const [upload, next] = uploads.slice(uploads.findIndex(({ id }) => id === marker) + 1)
  if (!upload) return '<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>'
  const { key, id, started } = upload
  return `<ListMultipartUploadsResult>
    <Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${new Date(started).toISOString()}</Initiated></Upload>
    <IsTruncated>${Boolean(next)}</IsTruncated>
    <NextKeyMarker>${key}</NextKeyMarker><NextUploadIdMarker>${id}</NextUploadIdMarker>
  </ListMultipartUploadsResult>`
}

// s3rver supports neither this list nor aborting an upload.
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  response.setHeader('Content-Type', 'application/xml')
  if (request.method !== 'DELETE') return response.end(pageAfter(searchParams.get('upload-id-marker')))
  const id = searchParams.get('uploadId') ?? ''
  ended.push(`${pathname} ${id}`)
  if (id !== 'finished') return response.writeHead(204).end()
  return response.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>')
})
await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
afterAll(() => new Promise((done) => server.close(done)))

test('uploads that were begun before and never finished are ended, on every page of their list; what is not ours is left', async () => {
  // S3 stamps by its own clock: that the program's was moved to next month makes no upload older.
  setClock(now() + 30 * 24 * 60 * minute)
  const before = realNow()
  uploads = [
    { key: 'private/tenant_a/1.mp4', id: 'forgotten', started: before - minute },
    { key: 'private/tenant_a/2.mp4', id: 'running', started: before + minute },
    { key: 'private/tenant_a/3.mp4', id: 'finished', started: before - minute },
    { key: 'backups/database.tar', id: 'foreign', started: before - minute },
    { key: 'private/tenant_b/4.mp4', id: 'also forgotten', started: before - minute },
  ]
  await storage().sweep(before + (now() - realNow()))
  expect(ended).toEqual([
    '/tsudoi/private/tenant_a/1.mp4 forgotten',
    '/tsudoi/private/tenant_a/3.mp4 finished',
    '/tsudoi/private/tenant_b/4.mp4 also forgotten',
  ])
})
