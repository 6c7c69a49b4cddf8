import type { Readable } from 'node:stream'
import type { Instant } from '#kit/time.ts'
import type { Cookie } from '../proven'

export type ObjectInfo = { size: number; contentType: string; etag: string }
/** Both ends included, as in HTTP. */
export type ByteRange = { start: number; end: number }
/** Access to everything under one folder: the base URL of its keys, and the cookies to send along. */
export type SignedFolder = { url: string; cookies: Cookie[] }
/** Live pictures are served by this program, whatever CDN is in front of the storage. */
export type FolderGrant = { folder: string; expiresAt: Instant; isLive?: boolean }
export type SignedUpload = { url: string; headers: Record<string, string> }
export type UploadGrant = { key: string; contentType: string; contentLength: number; expiresAt: Instant }
/** Without a length the file's size is checked when it comes. */
export type CheckedGrant = Omit<UploadGrant, 'contentLength'> & { contentLength?: number | undefined }
export type Part = { partNumber: number; etag: string }
/** A part that has come whole, in bytes. */
export type ArrivedPart = Part & { size: number }

/**
 * File storage. Keys are made by the program, never from a name that somebody typed. Everything under `public/` is
 * readable by everyone at a durable address; everything else only by a signed one.
 */
export type Storage = {
  publicUrl(key: string): string
  /** A PUT to this program itself, which checks the file before it becomes readable (features/uploads). */
  signCheckedUpload(grant: CheckedGrant): SignedUpload
  /** A PUT straight into the storage: for large private files that a job examines later. */
  signUpload(grant: UploadGrant): Promise<SignedUpload>
  /** A PUT of one private file of unknown length, of at most `largestPut` bytes. */
  signLargeUpload(grant: { key: string; contentType: string; expiresAt: Instant }): Promise<string>
  /** Grants access to a private folder, by cookies in CloudFront's format. */
  signFolder(grant: FolderGrant): Promise<SignedFolder>
  signDownload(grant: { key: string; expiresAt: Instant; fileName?: string }): Promise<string>
  head(key: string): Promise<ObjectInfo | null>
  read(key: string, range?: ByteRange): Promise<Readable>
  /** All of a small object; null if it does not exist. */
  readWhole(key: string): Promise<Uint8Array | null>
  /** Names of the objects directly in the folder, in their order. */
  list(folder: string): Promise<string[]>
  /** The keys of all objects, or of those under the folder, in any order: for a backup. */
  keys(folder?: string): AsyncIterable<string>
  put(key: string, bytes: Uint8Array, contentType: string): Promise<ObjectInfo>
  /** Moves or copies a finished local file into the storage; the local file must not be used afterwards. */
  putFile(key: string, path: string, contentType: string): Promise<ObjectInfo>
  remove(key: string): Promise<void>
  /** Removes everything under the folder. */
  removeFolder(folder: string): Promise<void>
  /** Downloads the object into a new local file, without holding it in memory. */
  fetch(key: string, path: string): Promise<void>
  startMultipart(key: string, contentType: string): Promise<string>
  signPart(grant: { key: string; uploadId: string; partNumber: number; expiresAt: Instant }): Promise<string>
  /** The parts that have come; none where the upload is gone, or where the storage does not list them. */
  listParts(upload: { key: string; uploadId: string }): Promise<ArrivedPart[]>
  /** Idempotent. */
  completeMultipart(upload: {
    key: string
    uploadId: string
    parts: readonly Part[]
  }): Promise<ObjectInfo | 'invalidParts' | 'noSuchUpload'>
  abortMultipart(upload: { key: string; uploadId: string }): Promise<void>
  /** Deletes uploads that were started before `before` and never finished. */
  sweep(before: Instant): Promise<void>
}

/** S3's maximum size of one PUT, in bytes. */
export const largestPut = 5 * 1024 ** 3
