import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#client/call.ts'
import { token } from '#client/identity.ts'
import { type Begun, continues, isPaused, sendInParts, sentBytes, type UploadCalls } from '#client/partsUpload.ts'
import { uploads } from '#club/uploads/contract.ts'
import { contentTypeOf, largestFile } from '#club/uploads/large.ts'
import { forget, keep, kept } from '#kit/kept.ts'

type Ids = { tenantId: string; brandId: string }

export type UploadState =
  /** `begun`: an upload from before a reload, which continues when the same file is chosen. */
  | { step: 'idle'; begun: Begun | null; problem: 'fileType' | 'emptyFile' | 'fileTooLarge' | null }
  | { step: 'sending'; file: File; sent: number; rate: number }
  | { step: 'paused' | 'failed'; file: File; sent: number }
  | { step: 'done' }

const problemOf = (file: File) => {
  if (contentTypeOf('video', file.name) === null) return 'fileType'
  if (file.size === 0) return 'emptyFile'
  return file.size > largestFile ? 'fileTooLarge' : null
}

const callsFor = (ids: Ids, keptAs: string): UploadCalls => ({
  start: ({ name: fileName, size }) => {
    const contentType = contentTypeOf('video', fileName) ?? ''
    const payload = { ...ids, fileName, purpose: 'video' as const, contentType, size }
    return call<typeof uploads.startMultipartUpload>(uploads.startMultipartUpload, payload, { token })
  },
  sign: ({ uploadId, fileName }, numOfParts) => {
    const operation = uploads.getSignedUrlsForMultipartUpload
    return call<typeof operation>(operation, { ...ids, uploadId, fileName, numOfParts }, { token })
  },
  complete: ({ uploadId, fileName, sent: parts }) => {
    const operation = uploads.completeMultipartUpload
    return call<typeof operation>(operation, { tenantId: ids.tenantId, uploadId, fileName, parts }, { token })
  },
  note: (begun) => keep(keptAs, begun, 'browser'),
})

const isBegun = (value: unknown): value is Begun =>
  typeof value === 'object' && value !== null && 'uploadId' in value && 'sent' in value

/** Bytes per second over the last moments; a single sample gives no rate. */
const rateOver = (seen: { at: number; sent: number }[]) => {
  const [first, last] = [seen[0], seen.at(-1)]
  return first && last && last.at > first.at ? ((last.sent - first.sent) * 1000) / (last.at - first.at) : 0
}
const moments = 5000

/** Upload of one video to the brand's storage; `place` identifies the upload (a content's id, or "new"). */
export const useVideoUpload = (ids: Ids, place: string, onDone: (mediaId: string) => Promise<unknown>) => {
  const keptAs = `video ${ids.brandId} ${place}`
  const [state, setState] = useState<UploadState>({ step: 'idle', begun: null, problem: null })
  const running = useRef<AbortController | null>(null)
  const done = useRef(onDone)
  done.current = onDone

  const begunBefore = useCallback(() => {
    const found = kept(keptAs, 'browser')
    return isBegun(found) ? found : null
  }, [keptAs])
  useEffect(() => {
    setState({ step: 'idle', begun: begunBefore(), problem: null })
    return () => running.current?.abort()
  }, [begunBefore])

  const begin = async (file: File) => {
    const problem = problemOf(file)
    if (problem) return setState({ step: 'idle', begun: begunBefore(), problem })
    const stop = new AbortController()
    running.current = stop
    const seen: { at: number; sent: number }[] = []
    const onProgress = (sent: number) => {
      const at = performance.now()
      // Progress events of parallel parts are frequent: the screen updates at most every 200 ms.
      if (at - (seen.at(-1)?.at ?? 0) < 200 && sent < file.size) return
      seen.push({ at, sent })
      while (seen[0] && at - seen[0].at > moments) seen.shift()
      if (!stop.signal.aborted) setState({ step: 'sending', file, sent, rate: rateOver(seen) })
    }
    const begun = begunBefore()
    setState({ step: 'sending', file, sent: continues(begun, file) ? sentBytes(begun) : 0, rate: 0 })
    try {
      const options = { signal: stop.signal, onProgress, begun }
      const { mediaId } = await sendInParts(file, callsFor(ids, keptAs), options)
      forget(keptAs, 'browser')
      await done.current(mediaId)
      setState({ step: 'done' })
    } catch (error) {
      // Nothing to update after unmounting.
      if (running.current !== stop) return
      const before = begunBefore()
      const sent = continues(before, file) ? sentBytes(before) : 0
      // Unfinished uploads are removed after a day; then the next attempt starts a new one.
      if (isGone(error)) forget(keptAs, 'browser')
      setState({ step: isPaused(error) ? 'paused' : 'failed', file, sent })
    }
  }
  const pause = () => running.current?.abort()
  const giveUp = () => {
    running.current?.abort()
    running.current = null
    const begun = begunBefore()
    forget(keptAs, 'browser')
    setState({ step: 'idle', begun: null, problem: null })
    if (!begun) return
    const { tenantId } = ids
    const operation = uploads.abortMultipartUpload
    // If this call fails, the daily sweep of unfinished uploads removes it.
    call<typeof operation>(operation, { tenantId, uploadId: begun.uploadId }, { token }).catch(() => {})
  }
  return { state, begin, pause, giveUp }
}

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'uploadNotFound'
