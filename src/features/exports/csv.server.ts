import { open } from 'node:fs/promises'
import { stringify } from 'csv-stringify/sync'
import iconv from 'iconv-lite'
import { csvOf } from '../../kit/csv'
import type { Encoding } from './export'

/** Signs that Shift-JIS as Windows writes it has under another number. */
const windows: Record<string, string> = { '〜': '～', '−': '－', '—': '―', '‖': '∥', '¢': '￠', '£': '￡', '¬': '￢' }

/** Rows between two signs of progress. */
const tellEvery = 1000

const known = new Map<string, string>()
const writable = (sign: string): string => {
  const before = known.get(sign)
  if (before !== undefined) return before
  const there = windows[sign] ?? sign
  // An emoji, or a rare character: the geta mark stands where type is missing, as printers do it.
  const kept = there !== '?' && iconv.encode(there, 'cp932').equals(Buffer.from('?')) ? '〓' : there
  if (known.size < 20_000) known.set(sign, kept)
  return kept
}
/** The text as Shift-JIS can hold it. */
export const forShiftJis = (text: string): string => text.normalize('NFC').replace(/\P{ASCII}/gu, writable)

/** A byte order mark begins the file; the text of a batch has none of its own, however many were empty before it. */
const markOf: Record<Encoding, Buffer> = { utf8bom: Buffer.from('\ufeff'), sjis: Buffer.alloc(0) }
const bytesOf: Record<Encoding, (text: string) => Buffer> = {
  utf8bom: (text) => Buffer.from(text),
  sjis: (text) => iconv.encode(forShiftJis(text), 'cp932'),
}
/** A sign may become one that begins a formula (`−`, U+2212, is written as U+FF0D): each cell is what it will be first. */
const cellsOf = (batch: readonly (readonly string[])[], encoding: Encoding): string[][] =>
  encoding === 'sjis' ? batch.map((row) => row.map(forShiftJis)) : (batch as string[][])

/** A small table as a file in one of the encodings. */
export const csvBytes = (rows: readonly (readonly (string | number)[])[], encoding: Encoding): Buffer =>
  encoding === 'sjis' ? bytesOf.sjis(csvOf(rows, forShiftJis).replace(/^\ufeff/, '')) : bytesOf.utf8bom(csvOf(rows))

/**
 * Writes rows to a file as they come, a batch at a time: nothing of one is held when the next is read. No cell is a formula
 * for whoever opens it: those that begin like one get a quote before them (csv-stringify, `escape_formulas`).
 */
export const writeCsv = async (
  path: string,
  batches: AsyncIterable<readonly (readonly string[])[]>,
  encoding: Encoding,
  onRows: (count: number) => Promise<void>,
): Promise<number> => {
  let count = 0
  let told = 0
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(markOf[encoding])
    for await (const batch of batches) {
      if (batch.length === 0) continue
      const text = stringify(cellsOf(batch, encoding), { escape_formulas: true, record_delimiter: 'windows' })
      await file.writeFile(bytesOf[encoding](text))
      count += batch.length
      if (count - told < tellEvery) continue
      told = count
      await onRows(count)
    }
  } finally {
    await file.close()
  }
  return count
}
