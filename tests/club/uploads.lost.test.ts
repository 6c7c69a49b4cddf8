import { expect, test } from 'vitest'
import { type Begun, sendInParts } from '#client/partsUpload.ts'
import { uploads } from '#club/uploads/contract.ts'
import { ask, club } from '../support/club'
import { mediaDoor } from '../support/send'

/** The line between a browser and the storage: what is named in `lost` comes there, and its answer does not come back, once. */
const line = (here: (url: string) => string) => {
  const puts: number[] = []
  const lost = new Set<number>()
  class Request {
    upload = { onprogress: (_: { loaded: number }) => {} }
    status = 0
    onload = () => {}
    onerror = () => {}
    private url = ''
    private etag: string | null = null
    open(_: string, url: string) {
      this.url = url
    }
    getResponseHeader = () => this.etag
    abort() {}
    async send(slice: Blob) {
      const partNumber = Number(new URL(this.url).searchParams.get('partNumber'))
      puts.push(partNumber)
      const { status, headers } = await fetch(here(this.url), { method: 'PUT', body: await slice.arrayBuffer() })
      this.upload.onprogress({ loaded: slice.size })
      Object.assign(this, { status, etag: headers.get('etag') })
      if (lost.delete(partNumber)) this.onerror()
      else this.onload()
    }
  }
  return { puts, lost, Request }
}

test('parts that have come are not sent again when their answers were lost, at once or after a pause, and what is shown as sent does not go back below them', async () => {
  const { ids, owner, tenantId } = await club()
  const { puts, lost, Request } = line(await mediaDoor())
  Object.assign(globalThis, { XMLHttpRequest: Request })
  const file = new File([Buffer.alloc(20 * 1024 ** 2, 7)], 'live.mp4', { lastModified: 1 })
  const kept: Begun[] = []
  const calls = {
    start: ({ name: fileName, size }: File) =>
      ask(
        uploads.startMultipartUpload,
        { ...ids, fileName, purpose: 'video' as const, contentType: 'video/mp4', size },
        owner,
      ),
    sign: ({ uploadId, fileName }: Begun, numOfParts: number) =>
      ask(uploads.getSignedUrlsForMultipartUpload, { ...ids, uploadId, fileName, numOfParts }, owner),
    complete: ({ uploadId, fileName, sent: parts }: Begun) =>
      ask(uploads.completeMultipartUpload, { tenantId, uploadId, fileName, parts }, owner),
    note: (begun: Begun) => void kept.push(structuredClone(begun)),
  }
  const shown: number[] = []
  const send = (begun: Begun | null, signal = new AbortController().signal) =>
    sendInParts(file, calls, { signal, begun, onProgress: (bytes) => shown.push(bytes) })

  lost.add(2)
  const { mediaId } = await send(null)
  expect(mediaId).toMatch(/^media_/)
  expect(puts.sort()).toEqual([1, 2, 3])
  expect(Math.max(...shown)).toBe(file.size)

  // The page was left when all had come, and only the first answer was known.
  puts.length = 0
  const paused = new AbortController()
  lost.add(2).add(3)
  const before = send(null, paused.signal)
  await expect.poll(() => [puts.length, lost.size, kept.at(-1)?.sent.length]).toEqual([3, 0, 1])
  paused.abort()
  await expect(before).rejects.toThrow('paused')
  shown.length = 0
  const again = await send(kept.at(-1) ?? null)
  expect(again.mediaId).not.toBe(mediaId)
  expect(puts.sort()).toEqual([1, 2, 3])
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
})
