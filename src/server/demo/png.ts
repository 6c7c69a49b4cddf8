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
const mix = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
]

export type Painting = { width: number; height: number; from: string; to: string; seed: number }

/** A diagonal gradient with a few soft discs: pictures for the demo world that are nobody else's. */
export const paint = ({ width, height, from, to, seed }: Painting): Uint8Array => {
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
    light: random() > 0.35 ? 1 : 0,
  }))
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++) {
    const row = y * (width * 3 + 1)
    for (let x = 0; x < width; x++) {
      let color = mix(start, end, Math.min(1, Math.max(0, (x / width) * 0.55 + (y / height) * 0.45)))
      for (const { x: cx, y: cy, r, light } of discs) {
        const edge = r - Math.hypot(x - cx, y - cy)
        // One pixel of softness at the rim is what keeps a disc from looking torn.
        if (edge > 0) color = mix(color, light ? [255, 255, 255] : [12, 18, 40], 0.13 * Math.min(1, edge))
      }
      const at = row + 1 + x * 3
      rows[at] = color[0]
      rows[at + 1] = color[1]
      rows[at + 2] = color[2]
    }
  }
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
