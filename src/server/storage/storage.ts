import type { Readable } from 'node:stream'
import { serverConfig } from '../../config.server'
import type { Instant } from '../../kit/time'
import { diskStorage } from './disk'
import { s3Storage } from './s3'

export type ObjectInfo = { size: number; contentType: string; etag: string }
/** Both ends included, as in HTTP. */
export type ByteRange = { start: number; end: number }
export type SignedUpload = { url: string; headers: Record<string, string> }
export type UploadGrant = { key: string; contentType: string; contentLength: number; expiresAt: Instant }
export type Part = { partNumber: number; etag: string }

/**
 * Where files lie. Keys are made by the program, never from a name that somebody typed. What lies under `public/` is
 * readable by everyone at a durable address; everything else only by a signed one.
 */
export type Storage = {
  publicUrl(key: string): string
  /** A PUT into our own door, which looks into the file before it becomes readable (features/uploads). */
  signCheckedUpload(grant: UploadGrant): SignedUpload
  /** A PUT straight into the storage: for large private files that a job examines later. */
  signUpload(grant: UploadGrant): Promise<SignedUpload>
  signDownload(grant: { key: string; expiresAt: Instant; fileName?: string }): Promise<string>
  head(key: string): Promise<ObjectInfo | null>
  read(key: string, range?: ByteRange): Promise<Readable>
  put(key: string, bytes: Uint8Array, contentType: string): Promise<ObjectInfo>
  /** Takes a finished local file over, or copies it to the other side; the file is gone afterwards or of no use. */
  putFile(key: string, path: string, contentType: string): Promise<ObjectInfo>
  remove(key: string): Promise<void>
  startMultipart(key: string, contentType: string): Promise<string>
  signPart(grant: { key: string; uploadId: string; partNumber: number; expiresAt: Instant }): Promise<string>
  /** Saying it twice is the same as saying it once. */
  completeMultipart(upload: {
    key: string
    uploadId: string
    parts: readonly Part[]
  }): Promise<ObjectInfo | 'invalidParts' | 'noSuchUpload'>
  abortMultipart(upload: { key: string; uploadId: string }): Promise<void>
  /** Throws away what was begun before `before` and never finished. */
  sweep(before: Instant): Promise<void>
}

let chosen: Storage | undefined
export const storage = (): Storage => {
  chosen ??= serverConfig().S3_BUCKET ? s3Storage() : diskStorage()
  return chosen
}
