import { open } from 'node:fs/promises'
import { stringify } from 'csv-stringify/sync'
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
export const forShiftJis = (text: string): string => text.normalize('NFC').replace(/\P{ASCII}/gu, writable)

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
    for await (const batch of batches) {
      const text = stringify(batch as string[][], {
        escape_formulas: true,
        record_delimiter: 'windows',
        bom: encoding === 'utf8bom' && count === 0,
      })
      await file.appendFile(encoding === 'sjis' ? iconv.encode(forShiftJis(text), 'cp932') : text)
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
