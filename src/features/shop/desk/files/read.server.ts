import type { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import iconv from 'iconv-lite'
import { largestImport, mostColumns, mostRows, type TrackingRow, trackingRows } from './tracking'

export type Unreadable = 'importTooLarge' | 'brokenEncoding' | 'brokenCsv' | 'tooManyColumns' | 'columnsMissing'

const bytesOf = async (stream: Readable): Promise<Buffer | null> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    size += (part as Buffer).length
    if (size > largestImport) {
      stream.destroy()
      return null
    }
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts)
}

/** UTF-8 where it is that, else Shift-JIS; null where it is neither. */
export const decoded = (bytes: Buffer): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const text = iconv.decode(bytes, 'cp932')
    return text.includes('\ufffd') ? null : text
  }
}

const limitOf = (columns: number) => columns > mostColumns

/** The rows of a file, or why it cannot be read. */
export const readTracking = async (stream: Readable): Promise<TrackingRow[] | Unreadable> => {
  const bytes = await bytesOf(stream)
  if (!bytes) return 'importTooLarge'
  const text = decoded(bytes)
  if (text === null || text.includes('\u0000')) return 'brokenEncoding'
  const cells: string[][] = []
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    // A quote that is never closed would take the rest of the file for one cell.
    max_record_size: 256 * 1024,
    to: mostRows + 2,
  })
  try {
    const lines = (async () => {
      for await (const row of parser as AsyncIterable<string[]>) {
        if (limitOf(row.length)) return 'tooManyColumns' as const
        cells.push(row)
        if (cells.length > mostRows + 1) return 'importTooLarge' as const
      }
      return null
    })()
    parser.end(text)
    const why = await lines
    if (why) return why
  } catch {
    const commas =
      text
        .slice(0, 256 * 1024)
        .split('\n', 1)[0]
        ?.split(',').length ?? 0
    return limitOf(commas) ? 'tooManyColumns' : 'brokenCsv'
  }
  return trackingRows(cells) ?? 'columnsMissing'
}
