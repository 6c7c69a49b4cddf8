import { fileOfAddress } from './fileOfAddress'

/** A picture of what was pasted: its key stands in the text until its file is known; null where it cannot be had. */
export type PastedPicture = { key: string; name: string; alt: string; file: (() => Promise<File | null>) | null }
/** What the clipboard holds beside the HTML. */
export type Beside = { rtf: string; files: readonly File[] }

const types: Record<string, string> = { png: 'png', jpeg: 'jpg', gif: 'gif', webp: 'webp', avif: 'avif' }
type Bytes = { type: string; bytes: () => Uint8Array<ArrayBuffer> }

/** Google Docs names the address of a picture, which its servers let every site read. */
const isGoogle = (source: string) => /^https:\/\/[\w-]+\.googleusercontent\.com\//.test(source)

const ofData = (source: string): Bytes | null => {
  const found = /^data:image\/(png|jpeg|gif|webp|avif);base64,([A-Za-z0-9+/=\s]+)$/i.exec(source)
  if (!found) return null
  const [, type = '', code = ''] = found
  return { type: type.toLowerCase(), bytes: () => Uint8Array.from(atob(code), (sign) => sign.charCodeAt(0)) }
}

/**
 * Word names pictures in its HTML by paths of the computer, which no page may read, and puts them as hexadecimal signs
 * into the RTF beside it: `{\pict ... \pngblip ... 89504e47...}` (Rich Text Format Specification 1.9.1, "Pictures").
 * The same picture in older formats follows, and is passed over.
 */
export const picturesOfRtf = (rtf: string): Bytes[] => {
  const found: Bytes[] = []
  for (let start = rtf.indexOf('{\\pict'); start >= 0; ) {
    let [depth, end, own] = [0, start, '']
    let from = start + 1
    do {
      const sign = rtf[end]
      // Groups inside hold its properties, some of which look like its data.
      if (sign === '{' || sign === '}') {
        if (depth === 1) own += rtf.slice(from, end)
        depth += sign === '{' ? 1 : -1
        from = end + 1
      }
      end += 1
    } while (depth > 0 && end < rtf.length)
    const type = /\\(png|jpeg)blip/.exec(own)?.[1]
    const hex = own.replace(/\\[a-z]+(?:-?\d+)? ?/g, '').replace(/\s+/g, '')
    if (type && /^(?:[\da-f]{2})+$/i.test(hex)) {
      found.push({
        type,
        bytes: () =>
          Uint8Array.from({ length: hex.length / 2 }, (_, n) => Number.parseInt(hex.slice(n * 2, n * 2 + 2), 16)),
      })
    }
    start = rtf.indexOf('{\\pict', end)
  }
  return found
}

/** Sites measure who reads them by pictures that nobody sees. */
const isUnseen = (picture: Element) =>
  ['width', 'height'].some((side) => /^[0-2]$/.test(picture.getAttribute(side)?.trim() ?? ''))

const markOf = (picture: Element, key: string, alt: string) => {
  const mark = picture.ownerDocument.createElement('img')
  mark.setAttribute('data-pasted', key)
  mark.setAttribute('alt', alt)
  // A block of its own already, where nothing else stands in its line.
  const line = picture.closest('p, h1, h2, h3, h4, h5, h6')
  if (line && line.textContent?.trim() === '' && line.querySelectorAll('img').length === 1) line.replaceWith(mark)
  else picture.replaceWith(mark)
}

/** The pictures of a pasted text, each with its place in it; those of our own texts stay what they are. */
export const takePictures = (document: Document, { rtf, files }: Beside): PastedPicture[] => {
  for (const claimed of document.querySelectorAll('[data-pasted]')) claimed.removeAttribute('data-pasted')
  const pictures = [...document.querySelectorAll('img:not([data-media-id])')].filter((one) => {
    if (isUnseen(one)) one.remove()
    return one.isConnected
  })
  const sourceOf = (picture: Element) => picture.getAttribute('src') ?? ''
  const unknown = pictures.filter((one) => !ofData(sourceOf(one)) && !isGoogle(sourceOf(one)))
  const written = picturesOfRtf(rtf)
  const given = files.filter(({ type }) => type.startsWith('image/'))
  // Only where each has one it is known which is which.
  const fileAt = (at: number, name: string): PastedPicture['file'] => {
    const [bytes, file] = [written[at], given[at]]
    if (written.length === unknown.length && bytes) return async () => fileOf(name, bytes)
    return given.length === unknown.length && file ? async () => file : null
  }
  const run = crypto.randomUUID()
  return pictures.map((picture, n) => {
    const [source, name, key] = [sourceOf(picture), `picture-${n + 1}`, `${run}-${n}`]
    const alt = [...(picture.getAttribute('alt') ?? '').trim().replace(/\s+/g, ' ')].slice(0, 300).join('')
    const data = ofData(source)
    const file = data
      ? async () => fileOf(name, data)
      : isGoogle(source)
        ? () => fileOfAddress(source, name)
        : fileAt(unknown.indexOf(picture), name)
    if (file) markOf(picture, key, alt)
    else picture.remove()
    return { key, name, alt, file }
  })
}

const fileOf = (name: string, { type, bytes }: Bytes): File | null => {
  try {
    return new File([bytes()], `${name}.${types[type]}`, { type: `image/${type}` })
  } catch {
    return null
  }
}
