import { crc32, deflateSync } from 'node:zlib'

/** The smallest pictures of each kind that a reader accepts, with a text where cameras and programs leave theirs. */
type Wanted = { width: number; height: number; hidden?: string }

const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, sum])
}

export const png = ({ width, height, hidden }: Wanted) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((width + 1) * height))
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    ...(hidden ? [chunk('tEXt', Buffer.from(`Comment\0${hidden}`)), chunk('eXIf', Buffer.from(hidden))] : []),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const segment = (marker: number, data: Uint8Array) =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]), data])

export const jpeg = ({ width, height, hidden, orientation }: Wanted & { orientation?: number }) => {
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0II*\0\u0008\0\0\0\u0001\0', 'latin1'),
    Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation ?? 1, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from(hidden ?? ''),
  ])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0', 'latin1')),
    ...(hidden ? [segment(0xe1, exif), segment(0xfe, Buffer.from(hidden))] : []),
    segment(0xc0, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
  ])
}

const riff = (type: string, data: Uint8Array) => {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

export const webp = ({ width, height, hidden }: Wanted) => {
  const extended = Buffer.alloc(10)
  extended[0] = hidden ? 0x0c : 0
  extended.writeUIntLE(width - 1, 4, 3)
  extended.writeUIntLE(height - 1, 7, 3)
  const chunks = [
    Buffer.from('WEBP'),
    riff('VP8X', extended),
    riff('VP8L', Buffer.from([0x2f, 0, 0, 0, 0])),
    ...(hidden ? [riff('EXIF', Buffer.from(hidden)), riff('XMP ', Buffer.from(hidden))] : []),
  ]
  return riff('RIFF', Buffer.concat(chunks))
}

export const gif = ({ width, height, hidden }: Wanted) => {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width)
  size.writeUInt16LE(height, 2)
  const comment = hidden ? Buffer.from([0x21, 0xfe, hidden.length, ...Buffer.from(hidden), 0]) : Buffer.alloc(0)
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    comment,
    Buffer.from([0x2c, 0, 0, 0, 0]),
    size,
    Buffer.from([0, 2, 2, 0x4c, 1, 0, 0x3b]),
  ])
}
