import { mediaOfAddress } from '#club/uploads/media.ts'
import type { Instant } from '#kit/time.ts'
import { type ContentInEnglish, englishNames } from '../content'
import { type Block, emptyDocument, inside, readDocument } from '../document'

/** How many states of a content are kept; the oldest goes. */
export const mostVersions = 30
/** A draft is saved while it is written: what one person writes within so long is one version. */
const gatheredFor = 10 * 60_000

export type Written = {
  name: string
  description: string
  text: string
  english: ContentInEnglish
  /** Of news: its pictures beside the text; null where they were not kept yet. */
  imageUrls: readonly string[] | null
}
type Saved = Written & { savedBy: string; beganAt: Instant; isDraft: boolean }

export const isSame = (a: Written, b: Written): boolean =>
  a.name === b.name &&
  a.description === b.description &&
  a.text === b.text &&
  (a.imageUrls ?? []).join('\n') === (b.imageUrls ?? []).join('\n') &&
  englishNames.every((name) => (a.english[name] ?? '') === (b.english[name] ?? ''))

/** Whether a save goes on writing the last version, instead of making another (rule: contents.versions). */
export const goesOn = (last: Saved, next: Saved): boolean =>
  last.isDraft && next.isDraft && last.savedBy === next.savedBy && next.beganAt < last.beganAt + gatheredFor

/** A document as lines of plain text, each with what it is where it has no words, and which file it shows. */
export type Line = { text: string; media: 'image' | 'attachment' | 'embed' | null; mediaId?: string }
/** Another picture or file in the place of one is a change, though they are called the same. */
export const keyOfLine = ({ text, media, mediaId }: Line) => `${media ?? ''} ${mediaId ?? ''} ${text}`
export const linesOf = (text: string): Line[] => (readDocument(text) ?? emptyDocument).content.flatMap(linesIn)

/** A picture of ours has another address with every read, and is known by its upload. */
export const lineOfPicture = (address: string): Line => ({
  text: '',
  media: 'image',
  mediaId: mediaOfAddress(address) ?? address,
})

const linesIn = (one: Block): Line[] => {
  if (one.type === 'paragraph' || one.type === 'heading') {
    const words = (one.content ?? []).map((part) => (part.type === 'text' ? part.text : '\n')).join('')
    return words.trim() === '' ? [] : [{ text: words, media: null }]
  }
  if (one.type === 'image') return [{ text: one.attrs.alt, media: 'image', mediaId: one.attrs.mediaId }]
  if (one.type === 'attachment') {
    return [{ text: one.attrs.fileName, media: 'attachment', mediaId: one.attrs.mediaId }]
  }
  if (one.type === 'embed') return [{ text: one.attrs.source, media: 'embed' }]
  if (one.type !== 'table') return inside(one).flatMap(linesIn)
  // A row is one line, and what it shows without words follows it.
  return one.content.flatMap(({ content: cells }): Line[] => {
    const lines = cells.map(({ content }) => content.flatMap(linesIn))
    const wordsOf = (cell: Line[]) => cell.flatMap(({ text, media }) => (media ? [] : [text])).join(' ')
    const media = lines.flat().filter((line) => line.media)
    const words = lines.map(wordsOf)
    return words.some(Boolean) ? [{ text: words.join(' | '), media: null }, ...media] : media
  })
}

export type Change<Item> = { kind: 'same' | 'added' | 'removed'; item: Item }
/** Beyond so many pairs the middle is shown as replaced: nobody reads a comparison of that size. */
const mostPairs = 4_000_000

/** What has to be removed from and added to the first list to make the second, in reading order: the longest part stays. */
export const changesOf = <Item>(
  from: readonly Item[],
  to: readonly Item[],
  keyOf: (item: Item) => string,
): Change<Item>[] => {
  const [a, b] = [from.map(keyOf), to.map(keyOf)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  const same = (items: readonly Item[]) => items.map((item): Change<Item> => ({ kind: 'same', item }))
  const removed = (item: Item): Change<Item> => ({ kind: 'removed', item })
  const added = (item: Item): Change<Item> => ({ kind: 'added', item })
  const [n, m] = [a.length - start - end, b.length - start - end]
  const [mine, theirs] = [from.slice(start, start + n), to.slice(start, start + m)]
  const middle: Change<Item>[] = []
  if (n * m > mostPairs) middle.push(...mine.map(removed), ...theirs.map(added))
  else {
    // `longest[i * (m + 1) + j]`: how much stays of what follows from i and j on.
    const longest = new Uint16Array((n + 1) * (m + 1))
    const at = (i: number, j: number) => longest[i * (m + 1) + j] ?? 0
    for (let i = n - 1; i >= 0; i -= 1)
      for (let j = m - 1; j >= 0; j -= 1)
        longest[i * (m + 1) + j] =
          a[start + i] === b[start + j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    let [i, j] = [0, 0]
    while (i < n || j < m) {
      const [one, other] = [mine[i], theirs[j]]
      if (one !== undefined && other !== undefined && a[start + i] === b[start + j]) {
        middle.push({ kind: 'same', item: other })
        i += 1
        j += 1
      } else if (one !== undefined && (other === undefined || at(i + 1, j) >= at(i, j + 1))) {
        middle.push(removed(one))
        i += 1
      } else if (other !== undefined) {
        middle.push(added(other))
        j += 1
      }
    }
  }
  return [...same(from.slice(0, start)), ...middle, ...same(from.slice(from.length - end))]
}
