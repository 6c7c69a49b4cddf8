import { join, type Picture, slice, textAt, viewOf } from './bytes'

const sizeOf = (type: string, data: Uint8Array) => {
  const view = viewOf(data)
  if (type === 'VP8X') {
    const size = (at: number) => (view.getUint16(at, true) | (view.getUint8(at + 2) << 16)) + 1
    return { width: size(4), height: size(7) }
  }
  if (type === 'VP8L' && view.getUint8(0) === 0x2f) {
    const bits = view.getUint32(1, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (type === 'VP8 ' && textAt(data, 3, 3) === '\u009d\u0001*') {
    return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff }
  }
  return null
}

const exifAndXmp = 0x08 | 0x04

export const readWebp = (bytes: Uint8Array): Picture | null => {
  const view = viewOf(bytes)
  if (textAt(bytes, 0, 4) !== 'RIFF' || textAt(bytes, 8, 4) !== 'WEBP') return null
  const end = 8 + view.getUint32(4, true)
  const chunks: Uint8Array[] = []
  let size: { width: number; height: number } | null = null
  let hasPixels = false
  for (let at = 12; at < end; ) {
    const type = textAt(bytes, at, 4)
    const length = view.getUint32(at + 4, true)
    // Chunks begin on even places; the last one's padding may be missing.
    const chunk = slice(bytes, at, Math.min(bytes.length, at + 8 + length + (length % 2)))
    const data = slice(bytes, at + 8, at + 8 + length)
    at += 8 + length + (length % 2)
    if (['VP8 ', 'VP8L', 'ANMF'].includes(type)) hasPixels = true
    size ??= sizeOf(type, data)
    if (type === 'EXIF' || type === 'XMP ') continue
    if (type !== 'VP8X') {
      chunks.push(chunk)
      continue
    }
    const cleared = new Uint8Array(chunk)
    cleared[8] = (cleared[8] ?? 0) & ~exifAndXmp
    chunks.push(cleared)
  }
  if (!size || !hasPixels || size.width === 0 || size.height === 0) return null
  const body = join(chunks)
  const head = new Uint8Array(bytes.subarray(0, 12))
  viewOf(head).setUint32(4, body.length + 4, true)
  return { ...size, clean: join([head, body]) }
}
