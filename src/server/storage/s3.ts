import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { buffer as bytesOf } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  ListPartsCommand,
  type ListPartsCommandOutput,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { serverConfig } from '#config.server.ts'
import type { Instant } from '#kit/time.ts'
import { now, realNow } from '../clock'
import { outsideCall } from '../telemetry/outside'
import { Unavailable } from '../unavailable'
import { signFolder } from './folders'
import { attachment, checkFolder, checkKey, publicUrlOf } from './keys'
import { signCheckedUpload } from './sign'
import type { ArrivedPart, ObjectInfo, Storage } from './types'

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')
const isMissing = (error: unknown) => ['NotFound', 'NoSuchKey'].includes(nameOf(error))
/** It answered, but not with what was asked for. */
const isRefusal = (error: unknown) =>
  error instanceof S3ServiceException && [400, 403, 404, 405, 501].includes(error.$metadata.httpStatusCode ?? 0)
const isWrongPart = (error: unknown) =>
  ['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall', 'MalformedXML', 'InvalidRequest'].includes(nameOf(error))

/**
 * Milliseconds for a storage that takes no connection, that does not begin to answer, or that puts the parts of a large file together; a
 * file that is sent may take longer by its size. What S3 gives may be read as slowly as its reader likes, but a reader that waits for more
 * does so no longer than for an answer.
 */
export const s3Patience = { connect: 3000, answer: 10_000, complete: 120_000, perMegabyte: 10_000 }

/** S3 takes at most 5 GB in one piece; files from so many bytes on go in parts, of at least so many bytes and at most 10,000 of them. */
const inParts = { from: 64 * 1024 ** 2, size: 16 * 1024 ** 2, most: 10_000 }

/** Ends an answer of which nothing comes although its reader has taken all that came. */
const endStalled = (body: IncomingMessage) => {
  let before = -1
  const look = setInterval(() => {
    const { bytesRead } = body.socket
    if (bytesRead === before && body.readableLength === 0 && !body.complete)
      body.destroy(new Unavailable('S3 stopped in the middle of a file.'))
    before = bytesRead
  }, s3Patience.answer).unref()
  body.once('close', () => clearInterval(look))
}

/** Every command is counted; that something is not there is an answer. */
const counted = (client: S3Client): S3Client => {
  client.middlewareStack.add(
    (next, { commandName = 'command' }) =>
      (args) =>
        outsideCall({ service: 's3', call: commandName, isAnswer: isMissing }, () => next(args)),
    { step: 'initialize', name: 'outsideCall' },
  )
  return client
}

const connect = (answerWithin = s3Patience.answer) => {
  const { S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = serverConfig()
  const client = new S3Client({
    region: S3_REGION,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    // Servers that only speak S3 rarely have a host name per bucket, nor the newer checksums in signed URLs.
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: s3Patience.connect,
      requestTimeout: answerWithin,
      throwOnRequestTimeout: true,
    },
  })
  return counted(client)
}

export const s3Storage = (): Storage => {
  const client = connect()
  const { S3_BUCKET: Bucket } = serverConfig()
  const object = (key: string) => ({ Bucket, Key: checkKey(key) })
  // S3 counts from the moment of signing, by its own clock.
  const secondsUntil = (expiresAt: Instant) => Math.max(1, Math.ceil((expiresAt - now()) / 1000))

  const head = async (key: string): Promise<ObjectInfo | null> => {
    try {
      const found = await client.send(new HeadObjectCommand(object(key)))
      return { size: found.ContentLength ?? 0, contentType: found.ContentType ?? '', etag: found.ETag ?? '' }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
  const headersOf = (key: string) => ({
    CacheControl: key.startsWith('public/') ? 'public, max-age=31536000, immutable' : 'private, no-store',
  })
  const hasUpload = (key: string, UploadId: string): Promise<boolean> =>
    client.send(new ListPartsCommand({ ...object(key), UploadId, MaxParts: 1 })).then(
      () => true,
      (error) => {
        if (nameOf(error) === 'NoSuchUpload' || isMissing(error)) return false
        throw error
      },
    )
  const putLarge = async (key: string, path: string, size: number, contentType: string): Promise<ObjectInfo> => {
    const partSize = Math.max(inParts.size, Math.ceil(size / inParts.most))
    const patient = connect(s3Patience.answer + (partSize / 1_000_000) * s3Patience.perMegabyte)
    const body = { Body: createReadStream(path), ContentType: contentType }
    try {
      const { ETag = '' } = await new Upload({
        client: patient,
        params: { ...object(key), ...body, ...headersOf(key) },
        partSize,
      }).done()
      return { size, contentType, etag: ETag }
    } finally {
      patient.destroy()
    }
  }
  const put = async (
    key: string,
    body: Uint8Array | Readable,
    size: number,
    contentType: string,
  ): Promise<ObjectInfo> => {
    const { ETag = '' } = await client.send(
      new PutObjectCommand({
        ...object(key),
        Body: body,
        ContentLength: size,
        ContentType: contentType,
        ...headersOf(key),
      }),
      { requestTimeout: s3Patience.answer + (size / 1_000_000) * s3Patience.perMegabyte },
    )
    return { size, contentType, etag: ETag }
  }

  const read: Storage['read'] = async (key, range) => {
    const { Body } = await client.send(
      new GetObjectCommand({ ...object(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
    )
    if (!(Body instanceof IncomingMessage)) throw new Error('S3 gave no body.')
    endStalled(Body)
    return Body
  }
  const abort = async (key: string, uploadId: string) => {
    try {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key: key, UploadId: uploadId }))
    } catch (error) {
      // Another call has completed or aborted it in the meantime.
      if (nameOf(error) !== 'NoSuchUpload') throw error
    }
  }
  return {
    publicUrl: publicUrlOf,
    signCheckedUpload,
    async signUpload({ key, contentType, contentLength, expiresAt }) {
      if (key.startsWith('public/')) throw new Error('Nothing becomes public before it was checked.')
      const url = await getSignedUrl(
        client,
        // The first file counts: S3 refuses a second one at the same key with 412.
        new PutObjectCommand({
          ...object(key),
          ContentType: contentType,
          ContentLength: contentLength,
          IfNoneMatch: '*',
        }),
        {
          expiresIn: secondsUntil(expiresAt),
          signableHeaders: new Set(['host', 'content-type', 'content-length', 'if-none-match']),
          unhoistableHeaders: new Set(['if-none-match']),
        },
      )
      return { url, headers: { 'Content-Type': contentType, 'If-None-Match': '*' } }
    },
    signLargeUpload: ({ key, contentType, expiresAt }) =>
      getSignedUrl(client, new PutObjectCommand({ ...object(key), ContentType: contentType }), {
        expiresIn: secondsUntil(expiresAt),
        signableHeaders: new Set(['host', 'content-type']),
      }),
    signFolder,
    signDownload: ({ key, expiresAt, fileName }) =>
      getSignedUrl(client, new GetObjectCommand({ ...object(key), ResponseContentDisposition: attachment(fileName) }), {
        expiresIn: secondsUntil(expiresAt),
      }),
    head,
    read,
    async readWhole(key) {
      try {
        return await bytesOf(await read(key))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async list(folder) {
      const Prefix = `${checkFolder(folder)}/`
      const names: string[] = []
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix, Delimiter: '/' })) {
        for (const { Key } of Contents) if (Key) names.push(Key.slice(Prefix.length))
      }
      return names.sort()
    },
    async *keys(folder) {
      // A bucket may contain objects that are not ours.
      for (const Prefix of folder ? [`${checkFolder(folder)}/`] : ['private/', 'public/'])
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
          for (const { Key } of Contents) if (Key) yield Key
    },
    async fetch(key, path) {
      await pipeline(await read(key), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
    },
    async removeFolder(folder) {
      const Prefix = `${checkFolder(folder)}/`
      let page: ListObjectsV2CommandOutput
      do {
        // The listed keys are deleted by then, so the listing starts again.
        page = await client.send(new ListObjectsV2Command({ Bucket, Prefix }))
        const Objects = (page.Contents ?? []).flatMap(({ Key }) => (Key ? [{ Key }] : []))
        if (Objects.length > 0)
          await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
      } while (page.IsTruncated)
    },
    put: (key, bytes, contentType) => put(key, bytes, bytes.length, contentType),
    async putFile(key, path, contentType) {
      const { size } = await stat(path)
      const info =
        size < inParts.from
          ? await put(key, createReadStream(path), size, contentType)
          : await putLarge(key, path, size, contentType)
      await rm(path, { force: true })
      return info
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(object(key)))
    },
    async startMultipart(key, contentType) {
      const started = await client.send(new CreateMultipartUploadCommand({ ...object(key), ContentType: contentType }))
      if (!started.UploadId) throw new Error('S3 gave no upload id.')
      return started.UploadId
    },
    signPart: ({ key, uploadId, partNumber, expiresAt }) =>
      getSignedUrl(client, new UploadPartCommand({ ...object(key), UploadId: uploadId, PartNumber: partNumber }), {
        expiresIn: secondsUntil(expiresAt),
      }),
    async listParts({ key, uploadId }) {
      const all: ArrivedPart[] = []
      try {
        // Not by the SDK's paginator, which goes on as long as there is a marker: radosgw gives one with the last page, too.
        let from: { PartNumberMarker?: string } | undefined = {}
        while (from) {
          const page: ListPartsCommandOutput = await client.send(
            new ListPartsCommand({ ...object(key), UploadId: uploadId, ...from }),
          )
          for (const { PartNumber, ETag, Size } of page.Parts ?? [])
            if (PartNumber && ETag && Size !== undefined) all.push({ partNumber: PartNumber, etag: ETag, size: Size })
          const { IsTruncated, NextPartNumberMarker } = page
          from = IsTruncated && NextPartNumberMarker ? { PartNumberMarker: NextPartNumberMarker } : undefined
        }
      } catch (error) {
        // Servers that only speak S3, and policies of those that do, may have no such list.
        if (!isRefusal(error)) throw error
      }
      return all
    },
    async completeMultipart({ key, uploadId, parts }) {
      if (parts.length === 0 || parts.some(({ partNumber }, i) => partNumber !== i + 1)) return 'invalidParts'
      // Keys are used once: an existing object is the completed upload.
      const completed = await head(key)
      if (completed) return completed
      try {
        await client.send(
          new CompleteMultipartUploadCommand({
            ...object(key),
            UploadId: uploadId,
            MultipartUpload: { Parts: parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag })) },
          }),
          { requestTimeout: s3Patience.complete },
        )
      } catch (error) {
        if (isWrongPart(error)) return 'invalidParts'
        // A second complete at the same moment finds no upload, but the object of the first. Ceph's radosgw then says InternalError,
        // as it does while the upload is there and held.
        const isGone =
          nameOf(error) === 'NoSuchUpload' || (nameOf(error) === 'InternalError' && !(await hasUpload(key, uploadId)))
        if (!isGone) throw error
        return (await head(key)) ?? 'noSuchUpload'
      }
      return (await head(key)) ?? 'noSuchUpload'
    },
    abortMultipart: ({ key, uploadId }) => abort(checkKey(key), uploadId),
    async sweep(before) {
      // S3's timestamps use its own clock; ours may have been moved.
      const startedBefore = before - (now() - realNow())
      let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
      while (from) {
        const page: ListMultipartUploadsCommandOutput = await client.send(
          new ListMultipartUploadsCommand({ Bucket, ...from }),
        )
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (!Key || !UploadId || !Initiated || Initiated.getTime() >= startedBefore) continue
          // A bucket may contain objects that are not ours.
          if (/^(private|public)\//.test(Key)) await abort(Key, UploadId)
        }
        from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined
      }
    },
  }
}
