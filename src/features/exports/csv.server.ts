import { createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { stringify } from 'csv-stringify'
import iconv from 'iconv-lite'
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
export const forShiftJis = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : [...text.normalize('NFC')].map(writable).join('')

/**
 * Writes rows to a file as they come, without holding them. No cell is a formula for whoever opens it: those that begin
 * like one get a quote before them (csv-stringify, `escape_formulas`).
 */
export const writeCsv = async (
  path: string,
  batches: AsyncIterable<readonly (readonly string[])[]>,
  encoding: Encoding,
  onRows: (count: number) => Promise<void>,
): Promise<number> => {
  let count = 0
  let told = 0
  const rows = async function* () {
    for await (const batch of batches) {
      for (const row of batch) yield encoding === 'sjis' ? row.map(forShiftJis) : row
      count += batch.length
      if (count - told < tellEvery) continue
      told = count
      await onRows(count)
    }
  }
  const csv = stringify({ escape_formulas: true, record_delimiter: 'windows', bom: encoding === 'utf8bom' })
  // A character may be cut in two between chunks.
  const decoder = new StringDecoder('utf8')
  const encoded = new Transform({
    transform: (chunk: Buffer, _, done) =>
      done(null, encoding === 'sjis' ? iconv.encode(decoder.write(chunk), 'cp932') : chunk),
  })
  await pipeline(Readable.from(rows()), csv, encoded, createWriteStream(path, { mode: 0o600 }))
  return count
}
