import { join, type Picture, slice, textAt, viewOf } from './bytes'

const colourTableSize = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)

/** Blocks of data: each begins with its length, a zero ends them. */
const endOfBlocks = (view: DataView, start: number) => {
  let at = start
  while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at)
  return at + 1
}

const isAnimation = (extension: Uint8Array) => ['NETSCAPE2.0', 'ANIMEXTS1.0'].includes(textAt(extension, 3, 11))

export const readGif = (bytes: Uint8Array): Picture | null => {
  const view = viewOf(bytes)
  if (!['GIF87a', 'GIF89a'].includes(textAt(bytes, 0, 6))) return null
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)]
  const start = 13 + colourTableSize(view.getUint8(10))
  const kept = [slice(bytes, 0, start)]
  let hasPixels = false
  for (let at = start; ; ) {
    const kind = view.getUint8(at)
    if (kind === 0x3b) break
    if (kind === 0x2c) {
      const end = endOfBlocks(view, at + 10 + colourTableSize(view.getUint8(at + 9)) + 1)
      kept.push(slice(bytes, at, end))
      hasPixels = true
      at = end
      continue
    }
    if (kind !== 0x21) return null
    const label = view.getUint8(at + 1)
    const end = endOfBlocks(view, at + 2)
    const extension = slice(bytes, at, end)
    // Comments and programs' own data go; timing, transparency and looping stay.
    if (label === 0xf9 || label === 0x01 || (label === 0xff && isAnimation(extension))) kept.push(extension)
    at = end
  }
  if (!hasPixels || width === 0 || height === 0) return null
  return { width, height, clean: join([...kept, new Uint8Array([0x3b])]) }
}
