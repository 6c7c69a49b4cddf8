import iconv from 'iconv-lite'
import { pool } from '#server/db.ts'
import { runDueJobs } from '#server/queue.ts'
import { storage } from '#server/storage/storage.ts'

const bytesOf = async (key: string) => {
  const parts: Buffer[] = []
  for await (const part of await storage().read(key)) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Of a file that a job has made: its rows without the header, and the totals. */
export const fileOf = async (exportId: string) => {
  await runDueJobs()
  const { rows } = await pool().query('select * from exports where export_id = $1', [exportId])
  const [row] = rows
  const bytes = await bytesOf(row.key)
  const text = row.encoding === 'sjis' ? iconv.decode(bytes, 'cp932') : bytes.toString('utf8').replace(/^\ufeff/, '')
  const [header = [], ...cells] = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return { header, rows: cells.slice(0, -1), totals: cells.at(-1) ?? [], count: row.row_count as number, bytes, row }
}
