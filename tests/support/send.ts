import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { uploads } from '#club/uploads/contract.ts'
import { handleMedia } from '#program/http/media.ts'
import { ask, type Person } from './club'

/** The file endpoint alone, at a separate address. */
export const mediaDoor = async () => {
  const server = createServer((req, res) => void handleMedia(req, res))
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  afterAll(() => new Promise((closed) => server.close(closed)))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return (url: string) => url.replace('http://localhost:3000', origin)
}

type Ids = { tenantId: string; brandId: string }

/** Sends a file in parts as a browser does; answers its mediaId. */
export const sendInParts = async (
  bytes: Buffer,
  { ids, by, here, parts: count = 2 }: { ids: Ids; by: Person; here: (url: string) => string; parts?: number },
) => {
  const announced = { fileName: 'live.mp4', purpose: 'video' as const, contentType: 'video/mp4', size: bytes.length }
  const { uploadId, mediaId } = await ask(uploads.startMultipartUpload, { ...ids, ...announced }, by)
  const named = { ...ids, uploadId, fileName: 'live.mp4', numOfParts: count }
  const urls = await ask(uploads.getSignedUrlsForMultipartUpload, named, by)
  const length = Math.ceil(bytes.length / count)
  const parts = await Promise.all(
    urls.map(async ({ partNumber, url }) => {
      const body = new Uint8Array(bytes.subarray((partNumber - 1) * length, partNumber * length))
      const sent = await fetch(here(url), { method: 'PUT', body })
      return { partNumber, etag: sent.headers.get('etag') ?? '' }
    }),
  )
  const complete = { tenantId: ids.tenantId, uploadId, fileName: 'live.mp4', parts }
  await ask(uploads.completeMultipartUpload, complete, by)
  return mediaId
}
