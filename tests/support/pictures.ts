import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Pictures of each kind, with a text where cameras and programs leave theirs. */
type Wanted = { width: number; height: number; hidden?: string }
/** `shade` makes pictures of the same length differ. */
type WantedPng = Wanted & { shade?: number }

const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, sum])
}

export const png = ({ width, height, hidden, shade = 0 }: WantedPng) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((width + 1) * height)
  if (shade) rows[1] = shade
  const pixels = deflateSync(rows)
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    ...(hidden ? [chunk('tEXt', Buffer.from(`Comment\0${hidden}`)), chunk('eXIf', Buffer.from(hidden))] : []),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const canvas = ({ width, height }: Wanted) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 90, b: 40 } } })
/** What a camera writes about itself: where it was, whose it is, which way it was held. */
const camera = ({ hidden = 'nothing', orientation }: Wanted & { orientation?: number }) => ({
  exif: {
    IFD0: { Artist: hidden, ...(orientation && { Orientation: String(orientation) }) },
    IFD3: { GPSMapDatum: hidden },
  },
  ...(orientation && { orientation }),
})

export const jpeg = (wanted: Wanted & { orientation?: number }) =>
  canvas(wanted).jpeg().withMetadata(camera(wanted)).toBuffer()
export const webp = (wanted: Wanted) => canvas(wanted).webp().withMetadata(camera(wanted)).toBuffer()
export const avif = (wanted: Wanted) => canvas(wanted).avif({ effort: 0 }).withMetadata(camera(wanted)).toBuffer()

/** Of several frames, each of another colour. */
export const gif = async ({ width, height, frames = 1 }: Wanted & { frames?: number }) => {
  const pages = await Promise.all(
    Array.from({ length: frames }, (_, n) =>
      sharp({ create: { width, height, channels: 3, background: { r: (n * 80) % 256, g: 10, b: 200 } } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(pages, { join: { animated: true } })
    .gif()
    .toBuffer()
}
