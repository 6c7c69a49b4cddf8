import type { Readable } from 'node:stream'
import type { Instant } from '../../kit/time'
import type { Cookie } from '../proven'

export type ObjectInfo = { size: number; contentType: string; etag: string }
/** Both ends included, as in HTTP. */
export type ByteRange = { start: number; end: number }
/** What opens everything under one folder: the address that its keys follow, and the cookies to send along. */
export type SignedFolder = { url: string; cookies: Cookie[] }
/** What is live is read from this program, whatever stands in front of the storage. */
export type FolderGrant = { folder: string; expiresAt: Instant; isLive?: boolean }
export type SignedUpload = { url: string; headers: Record<string, string> }
export type UploadGrant = { key: string; contentType: string; contentLength: number; expiresAt: Instant }
export type Part = { partNumber: number; etag: string }

/**
 * Where files lie. Keys are made by the program, never from a name that somebody typed. What lies under `public/` is
 * readable by everyone at a durable address; everything else only by a signed one.
 */
export type Storage = {
  publicUrl(key: string): string
  /** A PUT to this program itself, which looks into the file before it becomes readable (features/uploads). */
  signCheckedUpload(grant: UploadGrant): SignedUpload
  /** A PUT straight into the storage: for large private files that a job examines later. */
  signUpload(grant: UploadGrant): Promise<SignedUpload>
  /** One PUT of a private file whose length nobody knows yet, of at most `largestPut` bytes. */
  signLargeUpload(grant: { key: string; contentType: string; expiresAt: Instant }): Promise<string>
  /** Opens what lies under a private folder, by cookies in CloudFront's format. */
  signFolder(grant: FolderGrant): Promise<SignedFolder>
  signDownload(grant: { key: string; expiresAt: Instant; fileName?: string }): Promise<string>
  head(key: string): Promise<ObjectInfo | null>
  read(key: string, range?: ByteRange): Promise<Readable>
  put(key: string, bytes: Uint8Array, contentType: string): Promise<ObjectInfo>
  /** Takes a finished local file over, or copies it to the other side; the file is gone afterwards or of no use. */
  putFile(key: string, path: string, contentType: string): Promise<ObjectInfo>
  remove(key: string): Promise<void>
  /** Everything under it. */
  removeFolder(folder: string): Promise<void>
  /** Puts the object into a new local file, without holding it in memory. */
  fetch(key: string, path: string): Promise<void>
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

/** Bytes: what S3 takes in one request. */
export const largestPut = 5 * 1024 ** 3
