import { uploadsOf } from '#club/uploads/queries.server.ts'
import type { Instant } from '#kit/time.ts'
import type { Brand, Db, PublicBrand } from '#server/proven.ts'
import type { Storage } from '#server/storage/types.ts'
import { mediaIdOfImage } from './changes.server'
import type { ContentInEnglish } from './content'
import { mediaOf, withAddresses } from './document'

/** How long the signed URL of a picture in a body is valid. */
const bodyHours = 6

type Reader = { db: Db; brand: Brand | PublicBrand; storage: Storage; now: Instant }
type Body = { text: string; imageUrls: readonly string[] }

/** What was given in English, its body with signed URLs: as `bodyFor`. */
export const englishFor = async (reader: Reader, english: ContentInEnglish): Promise<ContentInEnglish> =>
  english.text ? { ...english, text: (await bodyFor(reader, { text: english.text, imageUrls: [] })).text } : english

/** The body of a content with signed URLs for its private files. The caller must have checked access. */
export const bodyFor = async ({ db, brand, storage, now }: Reader, { text, imageUrls }: Body) => {
  // `documentText` writes JSON without spaces. Texts without files are not parsed, which would be the slowest part.
  const inText = text.includes('"mediaId":') ? mediaOf(text) : []
  const wanted = [...inText, ...imageUrls.flatMap((image) => mediaIdOfImage(image) ?? [])]
  if (wanted.length === 0) return { text, imageUrls: [...imageUrls] }
  const expiresAt = now + bodyHours * 3_600_000
  const found = await uploadsOf(db, brand, wanted)
  const urls = await Promise.all(
    found.map(async ({ mediaId, key, kind, fileName }) => {
      const url = key.startsWith('public/')
        ? storage.publicUrl(key)
        : await storage.signDownload({ key, expiresAt, ...(kind === 'image' ? {} : { fileName }) })
      return [mediaId, url] as const
    }),
  )
  const byMedia = new Map(urls)
  const addressOf = (mediaId: string) => byMedia.get(mediaId)
  return {
    text: withAddresses(text, addressOf),
    imageUrls: imageUrls.flatMap((image) => {
      const id = mediaIdOfImage(image)
      return (id ? addressOf(id) : image) ?? []
    }),
  }
}
