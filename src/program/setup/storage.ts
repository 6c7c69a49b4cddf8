import { randomUUID } from 'node:crypto'
import { storage as chosen } from '#server/storage/storage.ts'
import type { Part } from './part'

/** Puts a file that nobody has, and removes it whatever becomes of it. */
export const withFile = async <T>(folder: string, read: (key: string, text: string) => Promise<T>): Promise<T> => {
  const [key, text] = [`${folder}/check-${randomUUID()}`, randomUUID()]
  await chosen().put(key, Buffer.from(text), 'text/plain')
  try {
    return await read(key, text)
  } finally {
    await chosen().remove(key)
  }
}

export const storage: Part = async ({ S3_BUCKET, DATA_DIR }) => {
  await withFile('private', async (key, text) => {
    const found = await chosen().readWhole(key)
    if (found === null || Buffer.from(found).toString() !== text) throw new Error('what was put is not what is read')
  })
  return `a file was put, read and removed, ${S3_BUCKET ? `in the bucket ${S3_BUCKET}` : `in ${DATA_DIR}`}`
}

export const publicFiles: Part = async ({ S3_BUCKET, PUBLIC_STORAGE_URL }) => {
  if (!S3_BUCKET) return { unset: 'S3_BUCKET is empty: the program serves public files itself' }
  await withFile('public', async (key, text) => {
    const answer = await fetch(chosen().publicUrl(key), { signal: AbortSignal.timeout(10_000) })
    if (!answer.ok)
      throw new Error(`PUBLIC_STORAGE_URL answers ${answer.status} for a file in the bucket's folder public/`)
    if ((await answer.text()) !== text) throw new Error('PUBLIC_STORAGE_URL answers with something else')
  })
  return `readable at ${PUBLIC_STORAGE_URL}`
}
