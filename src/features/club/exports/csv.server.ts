import { open } from 'node:fs/promises'
import { stringify } from 'csv-stringify/sync'
import iconv from 'iconv-lite'
import { asText, type Cell, csvOf } from '#kit/csv.ts'
import type { Encoding } from './export'

/** Characters that Windows encodes differently from the standard's Shift-JIS. */
const windows: Record<string, string> = { '〜': '～', '−': '－', '—': '―', '‖': '∥', '¢': '￠', '£': '￡', '¬': '￢' }

/** Number of rows between two progress updates. */
const tellEvery = 1000

const known = new Map<string, string>()
const writable = (sign: string): string => {
  const before = known.get(sign)
  if (before !== undefined) return before
  const there = windows[sign] ?? sign
  // A character that Shift-JIS lacks becomes the geta mark (〓).
  const kept = there !== '?' && iconv.encode(there, 'cp932').equals(Buffer.from('?')) ? '〓' : there
  if (known.size < 20_000) known.set(sign, kept)
  return kept
}
/** Replaces characters that Shift-JIS cannot represent. */
export const forShiftJis = (text: string): string => text.normalize('NFC').replace(/\P{ASCII}/gu, writable)

/** The byte order mark is written once, at the start of the file. */
const markOf: Record<Encoding, Buffer> = { utf8bom: Buffer.from('\ufeff'), sjis: Buffer.alloc(0) }
const bytesOf: Record<Encoding, (text: string) => Buffer> = {
  utf8bom: (text) => Buffer.from(text),
  sjis: (text) => iconv.encode(forShiftJis(text), 'cp932'),
}
/**
 * Encoded before the check for formulas, because Shift-JIS turns some characters into formula signs (`−`, U+2212,
 * becomes U+FF0D).
 */
const cellsOf = (batch: readonly (readonly Cell[])[], encoding: Encoding): string[][] =>
  batch.map((row) =>
    row.map((cell) =>
      // A negative amount is no formula.
      typeof cell === 'number' ? String(cell) : asText(encoding === 'sjis' ? forShiftJis(cell) : cell),
    ),
  )

/** A small table as CSV in one of the encodings. */
export const csvBytes = (rows: readonly (readonly Cell[])[], encoding: Encoding): Buffer =>
  encoding === 'sjis' ? bytesOf.sjis(csvOf(rows, forShiftJis).replace(/^\ufeff/, '')) : bytesOf.utf8bom(csvOf(rows))

/**
 * Streams rows to a file in batches, so that memory use stays constant. Cells that start like a formula get a leading
 * quote, so that spreadsheets do not evaluate them.
 */
export const writeCsv = async (
  path: string,
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
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
      const text = stringify(cellsOf(batch, encoding), { record_delimiter: 'windows' })
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
