import { join, type Picture, slice, textAt, viewOf } from './bytes'

const signature = '\u0089PNG\r\n\u001a\n'
const dropped = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']

export const readPng = (bytes: Uint8Array): Picture | null => {
  const view = viewOf(bytes)
  if (textAt(bytes, 0, 8) !== signature || textAt(bytes, 12, 4) !== 'IHDR') return null
  const kept = [bytes.subarray(0, 8)]
  let hasPixels = false
  for (let at = 8; ; ) {
    const type = textAt(bytes, at + 4, 4)
    const chunk = slice(bytes, at, at + 12 + view.getUint32(at))
    if (!/^[A-Za-z]{4}$/.test(type)) return null
    if (type === 'IDAT') hasPixels = true
    if (!dropped.includes(type)) kept.push(chunk)
    if (type === 'IEND') break
    at += chunk.length
  }
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  return hasPixels && width > 0 && height > 0 ? { width, height, clean: join(kept) } : null
}
