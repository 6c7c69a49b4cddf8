import { serverConfig } from '#config.server.ts'
import type { Instant } from '#kit/time.ts'
import { isSigned, signatureOf } from '../signing'
import { checkKey } from './keys'
import type { CheckedGrant, SignedUpload, UploadGrant } from './types'

/** What a signature covers: one method on one path, with all parameters and the headers that S3 would sign. */
export type Signed = {
  method: string
  path: string
  params: URLSearchParams
  contentType: string
  contentLength: string
}

const signedText = ({ method, path, params, contentType, contentLength }: Signed) => {
  const others = [...params].filter(([name]) => name !== 'signature')
  // JSON separates the fields, so that no byte can move from one into the next.
  return JSON.stringify([method, path, others.sort(([a], [b]) => (a < b ? -1 : 1)), contentType, contentLength])
}

type Grant = {
  method: 'PUT' | 'GET'
  path: string
  expiresAt: Instant
  params?: Record<string, string>
  contentType?: string
  contentLength?: number
}

export const signMediaUrl = ({ method, path, expiresAt, params = {}, contentType, contentLength }: Grant): string => {
  const query = new URLSearchParams({ ...params, expires: String(expiresAt) })
  const signed = {
    method,
    path,
    params: query,
    contentType: contentType ?? '',
    contentLength: contentLength === undefined ? '' : String(contentLength),
  }
  query.set('signature', signatureOf(signedText(signed)).toString('hex'))
  return `${serverConfig().PUBLIC_ORIGIN}/api/media/${path}?${query}`
}

export const isSignatureGood = (signed: Signed): boolean => {
  const given = signed.params.get('signature') ?? ''
  // One way of writing a signature only: hex in small letters.
  return /^[0-9a-f]{64}$/.test(given) && isSigned(signedText(signed), Buffer.from(given, 'hex'))
}

export const hasExpired = (params: URLSearchParams, at: Instant): boolean => !(at < Number(params.get('expires') ?? 0))

/** A PUT whose length is known only when it is sent; the parameter leaves the length out of the signature. */
export const signLargeUpload = ({ key, contentType, expiresAt }: Omit<UploadGrant, 'contentLength'>): string =>
  signMediaUrl({ method: 'PUT', path: checkKey(key), expiresAt, contentType, params: { length: 'open' } })

/** The file is sent to this program, whichever storage is configured. */
export const signCheckedUpload = ({ key, contentType, contentLength, expiresAt }: CheckedGrant): SignedUpload => ({
  url: signMediaUrl({
    method: 'PUT',
    path: `checked/${key}`,
    expiresAt,
    contentType,
    ...(contentLength === undefined ? { params: { length: 'open' } } : { contentLength }),
  }),
  headers: { 'Content-Type': contentType },
})
