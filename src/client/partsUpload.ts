/*
 * A large file in parts, straight to the storage: several at a time, each tried again by itself. What has been sent is
 * noted, so that an upload goes on where it was after a pause, a lost connection or a reload.
 */
export type SentPart = { partNumber: number; etag: string }
/** All that is needed to go on later, but for the file: browsers do not keep it, so it is chosen again. */
export type Begun = {
  uploadId: string
  mediaId: string
  fileName: string
  size: number
  lastModified: number
  partSize: number
  sent: SentPart[]
}
export type UploadCalls = {
  start: (file: File) => Promise<{ uploadId: string; mediaId: string; fileName: string }>
  sign: (upload: Begun, numOfParts: number) => Promise<{ partNumber: number; url: string }[]>
  complete: (upload: Begun) => Promise<{ mediaId: string }>
  /** Notes what has been sent. */
  note: (upload: Begun) => void
}

const atOnce = 4
const mostTries = 5
const mebibyte = 1024 ** 2
/** Parts are large enough for S3, and few enough. */
export const partSizeOf = (size: number) => Math.max(8 * mebibyte, Math.ceil(size / 9000 / mebibyte) * mebibyte)

const isSame = (upload: Begun, file: File) =>
  upload.fileName === file.name && upload.size === file.size && upload.lastModified === file.lastModified
/** Whether this file is the one that was begun. */
export const continues = (upload: Begun | null, file: File): upload is Begun => upload !== null && isSame(upload, file)

export const sentBytes = ({ sent, size, partSize }: Begun): number => {
  const last = Math.ceil(size / partSize)
  return sent.reduce((sum, { partNumber }) => sum + (partNumber === last ? size - (last - 1) * partSize : partSize), 0)
}

const aborted = () => new DOMException('The upload was paused.', 'AbortError')
export const isPaused = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** XMLHttpRequest, because fetch tells nothing about how much has been sent. A slice is read from the disk as it is sent. */
const putPart = (url: string, slice: Blob, signal: AbortSignal, onProgress: (bytes: number) => void) =>
  new Promise<string>((done, failed) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      const etag = request.getResponseHeader('etag')
      if (request.status >= 300) failed(new Error(`The storage answered ${request.status}.`))
      else if (etag) done(etag)
      else failed(new Error('The storage does not let this page read ETag: its CORS rules have to expose it.'))
    }
    request.onerror = () => failed(new Error('The connection was lost.'))
    request.onabort = () => failed(aborted())
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(slice)
  })

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done, failed) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      failed(aborted())
    })
  })

type Options = { signal: AbortSignal; onProgress: (bytes: number) => void; begun: Begun | null }

/**
 * Sends the file, or what is left of it, and completes the upload. Throws when a part could not be sent after several
 * tries, or when it was paused (`isPaused`); going on is the same call with what was noted.
 */
export const sendInParts = async (
  file: File,
  calls: UploadCalls,
  { signal, onProgress, begun }: Options,
): Promise<{ mediaId: string }> => {
  const { name: fileName, size, lastModified } = file
  const upload: Begun = continues(begun, file)
    ? { ...begun, sent: [...begun.sent] }
    : { ...(await calls.start(file)), fileName, size, lastModified, partSize: partSizeOf(size), sent: [] }
  calls.note(upload)
  const count = Math.ceil(size / upload.partSize)
  const done = new Set(upload.sent.map(({ partNumber }) => partNumber))
  const left = Array.from({ length: count }, (_, i) => i + 1).filter((partNumber) => !done.has(partNumber))

  let signing: Promise<Map<number, string>> | undefined
  const sign = () => {
    signing ??= calls
      .sign(upload, count)
      .then((signed) => new Map(signed.map(({ partNumber, url }) => [partNumber, url])))
    return signing
  }
  const under = new Map<number, number>()
  const tell = () => onProgress(sentBytes(upload) + [...under.values()].reduce((sum, bytes) => sum + bytes, 0))

  const send = async (partNumber: number): Promise<void> => {
    const slice = file.slice((partNumber - 1) * upload.partSize, partNumber * upload.partSize)
    for (let tries = 1; ; tries++) {
      try {
        const url = (await sign()).get(partNumber) ?? ''
        const etag = await putPart(url, slice, signal, (bytes) => {
          under.set(partNumber, bytes)
          tell()
        })
        under.delete(partNumber)
        upload.sent.push({ partNumber, etag })
        calls.note(upload)
        return tell()
      } catch (error) {
        under.delete(partNumber)
        if (isPaused(error) || tries === mostTries) throw error
        // An address may have ended; all of them are asked for again.
        signing = undefined
        await wait(1000 * 2 ** (tries - 1), signal)
      }
    }
  }
  tell()
  const stop = new AbortController()
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      if (signal.aborted) throw aborted()
      if (stop.signal.aborted) return
      await send(next)
    }
  }
  const ends = await Promise.allSettled(
    Array.from({ length: atOnce }, () =>
      worker().catch((error: unknown) => {
        stop.abort()
        throw error
      }),
    ),
  )
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  upload.sent.sort((a, b) => a.partNumber - b.partNumber)
  return calls.complete(upload)
}
