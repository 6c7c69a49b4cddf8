import { useEffect, useRef, useState } from 'react'
import { contentTypeOf, largestFile } from '#club/uploads/large.ts'
import { beginUpload, finishUpload, holdPlace } from '#club/uploads/tray/tray.tsx'
import { type Upload, uploadsAt, useUploads } from '#club/uploads/tray/useUploads.ts'

type Ids = { tenantId: string; brandId: string }
export type FileProblem = 'fileType' | 'emptyFile' | 'fileTooLarge'

/** Why this file cannot be a video; null if it can. */
export const problemOf = (file: File): FileProblem | null => {
  if (contentTypeOf('video', file.name) === null) return 'fileType'
  if (file.size === 0) return 'emptyFile'
  return file.size > largestFile ? 'fileTooLarge' : null
}

/** The upload for this content, until its video is part of it. */
export const useVideoUpload = ({ brandId }: Ids, planContentId: string): Upload | null => {
  const found = uploadsAt(useUploads(), { brandId, purpose: 'video', place: planContentId })
  return found.findLast(({ step }) => step !== 'done') ?? null
}

/** Sends a video for this content; it goes on on other screens. `href`: the path of the content's editor. */
export const sendVideo = (ids: Ids, planContentId: string, href: string, file: File) =>
  beginUpload({ ...ids, purpose: 'video', place: planContentId, href }, file)

/**
 * Gives what has arrived to the open editor, among what was typed there. `shown` is the form's video, `stored` the one
 * that was read.
 */
export const useArrivedVideo = (
  { brandId }: Ids,
  planContentId: string,
  {
    upload,
    shown,
    stored,
    onMedia,
  }: {
    upload: Upload | null
    shown: string | null
    stored: string | null
    onMedia: (mediaId: string) => unknown
  },
) => {
  const latest = useRef(onMedia)
  latest.current = onMedia
  // Once: who then takes the old one back is not given it again.
  const [given, setGiven] = useState<string | null>(null)
  useEffect(() => holdPlace({ brandId, purpose: 'video', place: planContentId }), [brandId, planContentId])
  const arrived = upload?.step === 'sent' ? upload.mediaId : null
  useEffect(() => {
    if (arrived === null || arrived === given) return
    setGiven(arrived)
    if (arrived !== shown) void latest.current(arrived)
  }, [arrived, given, shown])
  const key = upload?.key ?? ''
  const isStored = arrived !== null && arrived === stored
  useEffect(() => {
    if (isStored) void finishUpload(key)
  }, [isStored, key])
}
