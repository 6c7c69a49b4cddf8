import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'
import { ofWidth, pictureWidths } from '#kit/pictures.ts'
import { shared } from '../shared'
import { storage } from './storage'

// Only formats that fans' browsers show are opened: a drawing or a document could load the files that it refers to.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

/** A small file can unpack to gigabytes, here and in every reader's browser. An animation counts all of its frames. */
const maxPixels = 50_000_000
const maxSide = 12_000
/** Larger than any screen. */
const storedSide = 4096
const maxSeconds = 60

const encoders = {
  'image/jpeg': (picture: Sharp) => picture.jpeg({ quality: 88 }),
  'image/png': (picture: Sharp) => picture.png({ compressionLevel: 8 }),
  'image/webp': (picture: Sharp) => picture.webp({ quality: 88 }),
  'image/gif': (picture: Sharp) => picture.gif({ effort: 3 }),
  // A higher effort takes ten times as long for a few percent.
  'image/avif': (picture: Sharp) => picture.avif({ quality: 62, effort: 2 }),
}
export type PictureType = keyof typeof encoders
export const isPictureType = (contentType: string): contentType is PictureType => Object.hasOwn(encoders, contentType)

export type Picture = { contentType: PictureType; bytes: Buffer; widths: { width: Width; bytes: Buffer }[] }
type Width = (typeof pictureWidths)[number]

// Decoding takes a thread and hundreds of megabytes: the other threads are for files and DNS.
const atMostTwo = <T>(work: () => Promise<T>): Promise<T> => {
  shared.pictures ??= pLimit(2)
  return shared.pictures(work)
}

/** Only these formats are animated in browsers; frames of another format would be stacked. */
const isAnimated = (contentType: PictureType) => contentType === 'image/gif' || contentType === 'image/webp'

const open = (source: string | Buffer, contentType: PictureType) =>
  sharp(source, { limitInputPixels: maxPixels, animated: isAnimated(contentType), failOn: 'warning' })

/** Starts with the narrowest; all widths above the picture's own share one encoding in its own width. */
const widthsOf = async (source: () => Sharp, ownWidth: number, effort: number): Promise<Picture['widths']> => {
  const widths: Picture['widths'] = []
  for (const width of pictureWidths) {
    const before = widths.at(-1)
    if (before && before.width >= ownWidth) {
      widths.push({ width, bytes: before.bytes })
      continue
    }
    const narrow = source().resize({ width, withoutEnlargement: true }).webp({ quality: 80, effort })
    widths.push({ width, bytes: await narrow.timeout({ seconds: maxSeconds }).toBuffer() })
  }
  return widths
}

const read = async (source: string | Buffer, contentType: PictureType): Promise<Picture | null> => {
  const { mediaType, width, height, pageHeight = height } = await open(source, contentType).metadata()
  if (mediaType !== contentType || width > maxSide || pageHeight > maxSide) return null
  const upright = open(source, contentType).autoOrient()
  const fitting = upright.resize({ width: storedSide, height: storedSide, fit: 'inside', withoutEnlargement: true })
  const encoded = encoders[contentType](fitting).timeout({ seconds: maxSeconds })
  const { data: bytes, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { contentType, bytes, widths: await widthsOf(() => open(bytes, contentType), info.width, 4) }
}

const drawings = { operation: ['VipsForeignLoadSvg'] }
let drawing = 0

/**
 * A picture that the program has drawn itself as SVG, as PNG. Drawings can be opened for as long as one is being drawn,
 * which is while the demo world is filled: before anybody can send a file.
 */
export const drawnPicture = (svg: string) =>
  atMostTwo(async (): Promise<Picture> => {
    if (drawing++ === 0) sharp.unblock(drawings)
    const rendered = sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const { data, info } = await rendered.finally(() => {
      if (--drawing === 0) sharp.block(drawings)
    })
    const open = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    // The start waits for these pictures: encoded fast instead of as small as possible.
    const bytes = await open().png({ compressionLevel: 2 }).toBuffer()
    return { contentType: 'image/png', bytes, widths: await widthsOf(open, info.width, 0) }
  })

/**
 * Decodes a picture (a path or its bytes) and encodes it again, upright and without metadata; null when it
 * is broken, too large or not of its type. At most two at a time in this process.
 */
export const readPicture = (source: string | Buffer, contentType: PictureType): Promise<Picture | null> =>
  atMostTwo(async () => {
    try {
      return await read(source, contentType)
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('Input file is missing')) throw error
      return null
    }
  })

/** Stores a picture under its public key. Its widths are stored first, so that they exist once the picture does. */
export const putPicture = async (key: string, { contentType, bytes, widths }: Picture): Promise<void> => {
  await Promise.all(widths.map((one) => storage().put(ofWidth(key, one.width), one.bytes, 'image/webp')))
  await storage().put(key, bytes, contentType)
}

export const removePicture = async (key: string): Promise<void> => {
  await storage().remove(key)
  for (const width of pictureWidths) await storage().remove(ofWidth(key, width))
}

type AppIcon = { size: number; ground: string; ink: string; isMaskable: boolean }
/** A ring, for who has no picture. */
const ring = (size: number, ink: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(ink.slice(at, at + 2), 16))
  const pixels = Buffer.alloc(size * size * 4)
  const [middle, outer, inner] = [(size - 1) / 2, size * 0.46, size * 0.3]
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const far = Math.hypot(x - middle, y - middle)
      const opaque = Math.max(0, Math.min(1, outer - far + 0.5, far - inner + 0.5))
      pixels.set([red, green, blue, Math.round(opaque * 255)], (y * size + x) * 4)
    }
  return sharp(pixels, { raw: { width: size, height: size, channels: 4 } })
}

/**
 * A square PNG for a home screen. A maskable one keeps to the middle 80% (W3C App Manifest, "Icon masks"); a picture that cannot be read is
 * none. `ground` and `ink` are `#rrggbb`.
 */
export const appIcon = (picture: Buffer | null, { size, ground, ink, isMaskable }: AppIcon): Promise<Buffer> =>
  atMostTwo(async () => {
    const side = Math.round(size * (isMaskable ? 0.8 : 1))
    const own =
      picture &&
      (await sharp(picture, { limitInputPixels: maxPixels, failOn: 'warning' })
        .autoOrient()
        .resize({ width: side, height: side, fit: 'cover' })
        .png()
        .timeout({ seconds: maxSeconds })
        .toBuffer()
        .catch(() => null))
    const ringSide = Math.round(size * 0.5)
    const input = own ?? (await ring(ringSide, ink).png().toBuffer())
    const canvas = { width: size, height: size, channels: 3 as const, background: ground }
    return sharp({ create: canvas })
      .composite([{ input, gravity: 'centre' }])
      .png({ compressionLevel: 9 })
      .toBuffer()
  })
