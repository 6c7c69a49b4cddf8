import { type Picture, slice, textAt, viewOf } from './bytes'

type Box = { type: string; data: Uint8Array }

const boxesOf = (bytes: Uint8Array): Box[] => {
  const view = viewOf(bytes)
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length; ) {
    const short = view.getUint32(at)
    const isLong = short === 1
    const length = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? bytes.length - at : short
    const head = isLong ? 16 : 8
    if (length < head) throw new RangeError('A box is shorter than its head.')
    boxes.push({ type: textAt(bytes, at + 4, 4), data: slice(bytes, at + head, at + length) })
    at += length
  }
  return boxes
}
const find = (boxes: readonly Box[], type: string) => boxes.find((box) => box.type === type)?.data

const includes = (bytes: Uint8Array, text: string) => {
  for (let at = 0; at + text.length <= bytes.length; at++) if (textAt(bytes, at, text.length) === text) return true
  return false
}

export const readAvif = (bytes: Uint8Array): Picture | null => {
  const boxes = boxesOf(bytes)
  const [first] = boxes
  if (first?.type !== 'ftyp' || !(includes(first.data, 'avif') || includes(first.data, 'avis'))) return null
  const meta = find(boxes, 'meta')
  if (!meta || !find(boxes, 'mdat')) return null
  const inMeta = boxesOf(meta.subarray(4)) // behind version and flags
  const properties = find(boxesOf(find(inMeta, 'iprp') ?? new Uint8Array()), 'ipco')
  const sizes = boxesOf(properties ?? new Uint8Array())
    .filter(({ type }) => type === 'ispe')
    .map(({ data }) => ({ width: viewOf(data).getUint32(4), height: viewOf(data).getUint32(8) }))
  const width = Math.max(0, ...sizes.map((size) => size.width))
  const height = Math.max(0, ...sizes.map((size) => size.height))
  if (width === 0 || height === 0) return null
  // Items lie anywhere in the file and are found by offsets; taking one out would mean writing the file anew.
  const items = find(inMeta, 'iinf') ?? new Uint8Array()
  const hasHidden = includes(items, 'Exif') || includes(items, 'mime')
  return { width, height, clean: hasHidden ? null : bytes }
}
