import { useEffect, useRef, useState } from 'react'
import { useHere } from '#client/words.tsx'
import { contentTypeOf, largestFile } from '#club/uploads/large.ts'
import { beginUpload, dismissUpload } from '#club/uploads/tray/tray.tsx'
import { isGoing, type Upload, uploadsAt, useUploads } from '#club/uploads/tray/useUploads.ts'
import { nameProblem } from '#club/uploads/uploads.ts'
import { useTellUnderway } from '#ui/form/state/useUnderway.ts'

type Ids = { tenantId: string; brandId: string }
export type FileProblem = 'fileType' | 'emptyFile' | 'fileTooLarge' | 'fileName' | 'failed'
export type Sending = Pick<Upload, 'key' | 'name' | 'size' | 'sent'> & { problem: FileProblem | null }
export type SentFile = { mediaId: string; name: string; size: number; contentType: string }

const problemOf = (file: File): FileProblem | null => {
  if (contentTypeOf('goodsFile', file.name) === null) return 'fileType'
  if (nameProblem(file.name)) return 'fileName'
  if (file.size === 0) return 'emptyFile'
  return file.size > largestFile ? 'fileTooLarge' : null
}

/**
 * Sends files of a digital product, which goes on on other screens. What has arrived is given to the form that is open
 * at this address, now or when somebody comes back.
 */
export const useFileUploads = (
  ids: Ids,
  onSent: (file: SentFile, replaces?: string) => void,
  onBusy: (busy: boolean) => void,
) => {
  const place = useHere()
  const { brandId } = ids
  const uploads = uploadsAt(useUploads(), { brandId, purpose: 'goodsFile', place })
  const [refused, setRefused] = useState<Sending[]>([])
  const next = useRef(0)
  const latest = useRef({ onSent })
  latest.current = { onSent }

  const taken = useRef(new Set<string>())
  useEffect(() => {
    for (const { key, step, name, size, mediaId, replaces } of uploads) {
      if (step !== 'sent' || mediaId === null || taken.current.has(key)) continue
      taken.current.add(key)
      latest.current.onSent({ mediaId, name, size, contentType: contentTypeOf('goodsFile', name) ?? '' }, replaces)
      void dismissUpload(key)
    }
  }, [uploads])
  const isBusy = uploads.some((one) => isGoing(one) && one.step !== 'failed')
  useTellUnderway(isBusy, onBusy)

  /** `replaces`: media id that a single file replaces. */
  const add = async (files: readonly File[], replaces?: string) => {
    for (const file of files) {
      const problem = problemOf(file)
      const about = { ...ids, purpose: 'goodsFile' as const, place, href: place, ...(replaces && { replaces }) }
      if (!problem) await beginUpload(about, file)
      else {
        const one = { key: `refused ${next.current++}`, name: file.name, size: file.size, sent: 0, problem }
        setRefused((all) => [...all, one])
      }
    }
  }
  const dismiss = (key: string) => setRefused((all) => all.filter((one) => one.key !== key))
  const going = uploads.filter(isGoing).map(
    ({ key, name, size, sent, step }): Sending => ({
      key,
      name,
      size,
      sent,
      problem: step === 'failed' ? 'failed' : null,
    }),
  )
  return { going, refused, add, dismiss }
}
