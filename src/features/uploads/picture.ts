import { readAvif } from './picture/avif'
import type { Picture } from './picture/bytes'
import { readGif } from './picture/gif'
import { readJpeg } from './picture/jpeg'
import { readPng } from './picture/png'
import { readWebp } from './picture/webp'

const readers = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/webp': readWebp,
  'image/gif': readGif,
  'image/avif': readAvif,
}
export type PictureType = keyof typeof readers

/**
 * Walks through the whole file, so that nothing else can hide behind a picture's first bytes. Answers its size and a
 * copy without what a camera or a program wrote about itself (place, names, comments); null when it is no such picture.
 */
export const readPicture = (type: PictureType, bytes: Uint8Array): Picture | null => {
  try {
    return readers[type](bytes)
  } catch (error) {
    // A length that points behind the end.
    if (error instanceof RangeError) return null
    throw error
  }
}

const maxSide = 12_000
const maxPixels = 50_000_000

/** A small file can unpack to gigabytes in every reader's browser. */
export const isTooLarge = ({ width, height }: { width: number; height: number }): boolean =>
  width > maxSide || height > maxSide || width * height > maxPixels
