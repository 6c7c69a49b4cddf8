/*
 * Uploads a large file in parts, directly to the storage: several at a time, each with its own retries. Sent parts are
 * recorded, so that an upload continues after a pause, a lost connection or a reload.
 */
export type SentPart = { partNumber: number; etag: string }
/** State needed to continue later, without the file: browsers do not keep it, so it has to be chosen again. */
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
  /** `arrived`: the part is in the storage already. */
  sign: (
    upload: Begun,
    numOfParts: number,
  ) => Promise<{ partNumber: number; url: string; arrived?: { etag: string; size: number } | undefined }[]>
  complete: (upload: Begun) => Promise<{ mediaId: string }>
  /** Records which parts have been sent. */
  note: (upload: Begun) => void
}

const atOnce = 4
const mostTries = 5
const mebibyte = 1024 ** 2
/** Part size in bytes: at least S3's minimum, and large enough for S3's maximum number of parts. */
export const partSizeOf = (size: number) => Math.max(8 * mebibyte, Math.ceil(size / 9000 / mebibyte) * mebibyte)

const isSame = (upload: Begun, file: File) =>
  upload.fileName === file.name && upload.size === file.size && upload.lastModified === file.lastModified
/** Whether this file is the one of the started upload. */
export const continues = (upload: Begun | null, file: File): upload is Begun => upload !== null && isSame(upload, file)

const bytesOf = ({ size, partSize }: Begun, partNumber: number) =>
  Math.min(partSize, size - (partNumber - 1) * partSize)
export const sentBytes = (upload: Begun): number =>
  upload.sent.reduce((sum, { partNumber }) => sum + bytesOf(upload, partNumber), 0)

const aborted = () => new DOMException('The upload was paused.', 'AbortError')
export const isPaused = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

const failure = (message: string, status: number) => Object.assign(new Error(message), { status })
/** Whether the line was lost or a server is not there now, of the storage or of ours: later it may go on. */
export const isLost = (error: unknown) =>
  error instanceof Error && 'status' in error && (error.status === 0 || Number(error.status) >= 500)

/** XMLHttpRequest, because fetch does not report upload progress. A slice is read from the disk as it is sent. */
const putPart = (url: string, slice: Blob, signal: AbortSignal, onProgress: (bytes: number) => void) =>
  new Promise<string>((done, failed) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      const etag = request.getResponseHeader('etag')
      if (request.status >= 300) failed(failure(`The storage answered ${request.status}.`, request.status))
      else if (etag) done(etag)
      else failed(new Error('The storage does not let this page read ETag: its CORS rules have to expose it.'))
    }
    request.onerror = () => failed(failure('The connection was lost.', 0))
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
 * Sends the file, or its missing parts, and completes the upload. Throws if a part failed after several attempts, or if
 * the upload was paused (`isPaused`); to continue, call it again with the recorded state.
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

  const isSent = (partNumber: number, etag: string) => {
    if (done.has(partNumber)) return
    done.add(partNumber)
    upload.sent.push({ partNumber, etag })
    calls.note(upload)
    tell()
  }
  let signing: Promise<Map<number, string>> | undefined
  const sign = () => {
    signing ??= calls.sign(upload, count).then((signed) => {
      // What came while its answer was lost is not sent again.
      for (const { partNumber, arrived } of signed)
        if (arrived?.size === bytesOf(upload, partNumber)) isSent(partNumber, arrived.etag)
      return new Map(signed.map(({ partNumber, url }) => [partNumber, url]))
    })
    return signing
  }
  const under = new Map<number, number>()
  const tell = () => {
    const going = [...under].filter(([partNumber]) => !done.has(partNumber))
    onProgress(sentBytes(upload) + going.reduce((sum, [, bytes]) => sum + bytes, 0))
  }

  const send = async (partNumber: number): Promise<void> => {
    const slice = file.slice((partNumber - 1) * upload.partSize, partNumber * upload.partSize)
    for (let tries = 1; ; tries++) {
      try {
        const url = (await sign()).get(partNumber) ?? ''
        if (done.has(partNumber)) return
        const etag = await putPart(url, slice, signal, (bytes) => {
          under.set(partNumber, bytes)
          tell()
        })
        under.delete(partNumber)
        return isSent(partNumber, etag)
      } catch (error) {
        under.delete(partNumber)
        if (isPaused(error) || tries === mostTries) throw error
        // A URL may have expired; all of them are requested again.
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
