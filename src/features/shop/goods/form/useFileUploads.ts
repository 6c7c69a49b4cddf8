import { useRef, useState } from 'react'
import { call } from '#client/call.ts'
import { token } from '#client/identity.ts'
import { isPaused, sendInParts, type UploadCalls } from '#client/partsUpload.ts'
import { uploads } from '#club/uploads/contract.ts'
import { contentTypeOf, largestFile } from '#club/uploads/large.ts'
import { nameProblem } from '#club/uploads/uploads.ts'

type Ids = { tenantId: string; brandId: string }
export type FileProblem = 'fileType' | 'emptyFile' | 'fileTooLarge' | 'fileName' | 'failed'
export type Sending = { key: number; name: string; size: number; sent: number; problem: FileProblem | null }
export type SentFile = { mediaId: string; name: string; size: number; contentType: string }

const problemOf = (file: File): FileProblem | null => {
  if (contentTypeOf('goodsFile', file.name) === null) return 'fileType'
  if (nameProblem(file.name)) return 'fileName'
  if (file.size === 0) return 'emptyFile'
  return file.size > largestFile ? 'fileTooLarge' : null
}

const callsFor = (ids: Ids): UploadCalls => ({
  start: ({ name: fileName, size }) => {
    const contentType = contentTypeOf('goodsFile', fileName) ?? ''
    const payload = { ...ids, fileName, purpose: 'goodsFile' as const, contentType, size }
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
  note: () => {},
})

/** Uploads files of a digital product one after the other, each in parts. */
export const useFileUploads = (
  ids: Ids,
  onSent: (file: SentFile, replaces?: string) => void,
  onBusy: (busy: boolean) => void,
) => {
  const [sending, setSending] = useState<Sending[]>([])
  const stops = useRef(new Map<number, AbortController>())
  const next = useRef(0)
  const change = (key: number, changes: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const remove = (key: number) => {
    stops.current.get(key)?.abort()
    stops.current.delete(key)
    setSending((all) => all.filter((one) => one.key !== key))
    if (stops.current.size === 0) onBusy(false)
  }
  const send = async (key: number, file: File, replaces: string | undefined) => {
    const stop = new AbortController()
    stops.current.set(key, stop)
    onBusy(true)
    try {
      const onProgress = (sent: number) => change(key, { sent })
      const { mediaId } = await sendInParts(file, callsFor(ids), { signal: stop.signal, onProgress, begun: null })
      const contentType = contentTypeOf('goodsFile', file.name) ?? ''
      onSent({ mediaId, name: file.name, size: file.size, contentType }, replaces)
      remove(key)
    } catch (error) {
      stops.current.delete(key)
      if (stops.current.size === 0) onBusy(false)
      if (!isPaused(error)) change(key, { problem: 'failed' })
    }
  }
  /** `replaces`: media id that a single file replaces. */
  const add = async (files: readonly File[], replaces?: string) => {
    const begun = files.map((file) => {
      const key = next.current++
      return { key, file, name: file.name, size: file.size, sent: 0, problem: problemOf(file) }
    })
    setSending((all) => [...all, ...begun.map(({ file: _, ...one }) => one)])
    for (const { key, file, problem } of begun) if (!problem) await send(key, file, replaces)
  }
  return { sending, add, remove }
}
