import { serverConfig } from '#config.server.ts'

const isKey = /^(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*\/)+[A-Za-z0-9_-][A-Za-z0-9_.-]*$/

/** Trust boundary: a key becomes a path on the disk. */
export const checkKey = (key: string): string => {
  if (!isKey.test(key) || key.length > 300) throw new Error('This is no storage key.')
  return key
}

/** A folder of keys, without a trailing slash. */
export const checkFolder = (folder: string): string => checkKey(`${folder}/x`).slice(0, -2)

/** Content-Disposition of a download. The name comes from a person: ASCII for old programs, UTF-8 for the others. */
export const attachment = (fileName?: string): string => {
  if (!fileName) return 'attachment'
  const plain = fileName.replace(/[^A-Za-z0-9 ._-]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** The part of a public key behind the public storage URL, which already ends where `public/` begins. */
export const publicUrlOf = (key: string): string => {
  if (!checkKey(key).startsWith('public/')) throw new Error('Only public files have a durable address.')
  return `${serverConfig().PUBLIC_STORAGE_URL.replace(/\/$/, '')}/${key.slice('public/'.length)}`
}
