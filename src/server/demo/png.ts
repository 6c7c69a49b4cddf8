import { deflateSync } from 'node:zlib'

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})
const crc = (bytes: Uint8Array) => {
  let c = 0xffffffff
  for (const byte of bytes) c = (crcTable[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}
const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, sum])
}

type Rgb = readonly [number, number, number]
const rgb = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
]

export type Painting = { width: number; height: number; from: string; to: string; seed: number }
/** Three bytes a pixel, row by row. */
export type Pixels = { data: Buffer; width: number; height: number }

/** A diagonal gradient with a few soft discs: pictures for the demo world that are nobody else's. */
export const paintPixels = ({ width, height, from, to, seed }: Painting): Pixels => {
  const [start, end] = [rgb(from), rgb(to)]
  let state = seed * 2654435761 + 1
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
  const discs = Array.from({ length: 4 }, () => ({
    x: random() * width,
    y: random() * height,
    r: (0.14 + random() * 0.34) * height,
    light: random() > 0.35,
  }))
  const data = Buffer.alloc(width * 3 * height)
  const row = new Float64Array(width * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const far = (x / width) * 0.55 + (y / height) * 0.45
      row[x * 3] = start[0] + (end[0] - start[0]) * far
      row[x * 3 + 1] = start[1] + (end[1] - start[1]) * far
      row[x * 3 + 2] = start[2] + (end[2] - start[2]) * far
    }
    for (const disc of discs) {
      const dy = y - disc.y
      const half = Math.sqrt(Math.max(0, disc.r * disc.r - dy * dy))
      const [red, green, blue] = disc.light ? [255, 255, 255] : [12, 18, 40]
      const last = Math.min(width - 1, Math.floor(disc.x + half))
      for (let x = Math.max(0, Math.ceil(disc.x - half)); x <= last; x++) {
        // One pixel of softness at the rim is what keeps a disc from looking torn.
        const cover = 0.13 * Math.min(1, Math.max(0, disc.r - Math.sqrt((x - disc.x) ** 2 + dy * dy)))
        const at = x * 3
        row[at] = (row[at] as number) * (1 - cover) + red * cover
        row[at + 1] = (row[at + 1] as number) * (1 - cover) + green * cover
        row[at + 2] = (row[at + 2] as number) * (1 - cover) + blue * cover
      }
    }
    data.set(row, y * width * 3)
  }
  return { data, width, height }
}

/** The same as a PNG file. */
export const paint = (painting: Painting): Uint8Array => {
  const { data, width, height } = paintPixels(painting)
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++) data.copy(rows, y * (width * 3 + 1) + 1, y * width * 3, (y + 1) * width * 3)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
