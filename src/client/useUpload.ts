import { useCallback } from 'react'
import type { Operation, PayloadOf } from '#kit/contract.ts'
import { call } from './call'
import { token } from './identity'

type Grant = { mediaId: string; headers: Record<string, string>; urlForUpload: string; urlForDownload: string }

/** XMLHttpRequest, because fetch does not report upload progress. */
const put = ({ urlForUpload, headers }: Grant, file: File, onProgress: (part: number) => void) =>
  new Promise<void>((done, failed) => {
    const request = new XMLHttpRequest()
    request.open('PUT', urlForUpload)
    for (const [name, value] of Object.entries(headers)) {
      // Browsers set Content-Length themselves and forbid scripts to.
      if (name.toLowerCase() !== 'content-length') request.setRequestHeader(name, value)
    }
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onload = () => (request.status < 300 ? done() : failed(new Error(`The upload answered ${request.status}.`)))
    request.onerror = () => failed(new Error('The upload was interrupted.'))
    request.send(file)
  })

/** For ImageField: requests a signed URL, sends the file there and returns its durable URL. */
export const useUpload = <O extends Operation>(operation: O, ids: { tenantId: string; brandId: string } | null) =>
  useCallback(
    async (file: File, onProgress: (part: number) => void): Promise<string> => {
      const payload = {
        ...ids,
        type: 'image',
        fileName: file.name || 'picture',
        contentType: file.type,
        size: file.size,
      }
      const grant = (await call<O>(operation, payload as PayloadOf<O>, { token })) as Grant
      await put(grant, file, onProgress)
      return grant.urlForDownload
    },
    [operation, ids],
  )

/** For rich texts: the same for a file of any kind, which only its readers will see. */
export const useMediaUpload = <O extends Operation>(operation: O, ids: { tenantId: string; brandId: string } | null) =>
  useCallback(
    async (file: File, type: string, onProgress: (part: number) => void): Promise<{ mediaId: string; url: string }> => {
      const { name: fileName, type: contentType, size } = file
      const payload = { ...ids, type, fileName, contentType, size, isPrivate: true }
      const grant = (await call<O>(operation, payload as PayloadOf<O>, { token })) as Grant
      await put(grant, file, onProgress)
      return { mediaId: grant.mediaId, url: grant.urlForDownload }
    },
    [operation, ids],
  )
