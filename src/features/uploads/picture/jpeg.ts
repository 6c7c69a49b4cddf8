import { join, type Picture, slice, textAt, viewOf } from './bytes'

// Start-of-frame markers carry the size; C4, C8 and CC in between are tables.
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** What a picture needs to look right: JFIF, the colour profile, Adobe's colour transform. */
const isKept = (marker: number, segment: Uint8Array) => {
  if (marker === 0xe2) return textAt(segment, 4, 11) === 'ICC_PROFILE'
  if (marker >= 0xe0 && marker <= 0xef) return marker === 0xe0 || marker === 0xee
  return marker !== 0xfe
}

/** Which way up, the one fact in a camera's data that the picture cannot do without. */
const orientationOf = (segment: Uint8Array): number => {
  if (textAt(segment, 4, 6) !== 'Exif\0\0') return 1
  const tiff = segment.subarray(10)
  const view = viewOf(tiff)
  const isLittle = textAt(tiff, 0, 2) === 'II'
  const directory = view.getUint32(4, isLittle)
  for (let entry = 0; entry < view.getUint16(directory, isLittle); entry++) {
    const at = directory + 2 + entry * 12
    if (view.getUint16(at, isLittle) === 0x0112) return view.getUint16(at + 8, isLittle)
  }
  return 1
}

const exifWith = (orientation: number) =>
  new Uint8Array([
    ...[0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
  ])

/** Behind a scan's header come compressed bytes, in which FF is followed by 0 or a restart marker. */
const endOfScan = (bytes: Uint8Array, start: number) => {
  for (let at = start; at + 1 < bytes.length; at++) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  throw new RangeError('The picture has no end.')
}

const orientationOrNone = (segment: Uint8Array) => {
  try {
    return orientationOf(segment)
  } catch {
    return 1
  }
}

export const readJpeg = (bytes: Uint8Array): Picture | null => {
  const view = viewOf(bytes)
  if (view.getUint16(0) !== 0xffd8) return null
  const kept = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | null = null
  let orientation = 1
  let hasScan = false
  for (let at = 2; ; ) {
    if (bytes[at] !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1 // a fill byte
      continue
    }
    if (marker === 0xd9) break
    const segment = slice(bytes, at, at + 2 + view.getUint16(at + 2))
    at += segment.length
    if (isFrame(marker)) size = { height: viewOf(segment).getUint16(5), width: viewOf(segment).getUint16(7) }
    if (marker === 0xe1) orientation = Math.max(orientation, orientationOrNone(segment))
    if (isKept(marker, segment)) kept.push(segment)
    if (marker === 0xda) {
      hasScan = true
      const end = endOfScan(bytes, at)
      kept.push(bytes.subarray(at, end))
      at = end
    }
  }
  if (!size || !hasScan || size.width === 0 || size.height === 0) return null
  if (orientation > 1 && orientation <= 8) kept.splice(1, 0, exifWith(orientation))
  return { ...size, clean: join([...kept, new Uint8Array([0xff, 0xd9])]) }
}
