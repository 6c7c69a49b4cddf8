import { createReadStream } from 'node:fs'
import { access, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { serverConfig } from '#config.server.ts'
import { ensureFolder, writeWhole } from '../machine/files'

/** The demo's mail: one file per message under the data folder, named by the job that wrote it. */
const folder = () => join(serverConfig().DATA_DIR, 'outbox')
const isMessageId = (id: string) => /^[A-Za-z0-9-]{1,64}$/.test(id)

export const putIntoOutbox = async (id: string, message: Buffer): Promise<void> => {
  if (!isMessageId(id)) throw new Error('The outbox names its files by job ids only.')
  await ensureFolder(folder())
  const path = join(folder(), `${id}.eml`)
  // An earlier attempt of the job has already delivered the mail.
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (!exists) await writeWhole(`${path}.tmp`, path, message)
}

export type OutboxItem = { id: string; to: string; subject: string; at: number }
/** `fromName`, `html`: '' where the mail has none. */
export type OutboxMessage = OutboxItem & { from: string; fromName: string; text: string; html: string }

const addressOf = (value: { name?: string; address?: string } | undefined) => value?.address ?? ''

const parse = async (id: string, source: Buffer, fileTime: number): Promise<OutboxMessage> => {
  const message = await PostalMime.parse(source)
  return {
    id,
    // The header has the program's clock; the file's time is the machine's.
    at: message.date ? Date.parse(message.date) : Math.round(fileTime),
    from: addressOf(message.from),
    fromName: message.from?.name ?? '',
    to: (message.to ?? []).map(addressOf).join(', '),
    subject: message.subject ?? '',
    text: message.text ?? '',
    html: message.html ?? '',
  }
}

// Headers are at the beginning; a list need not read every body.
const headOf = async (path: string) => {
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(path, { end: 4095 })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Newest first; `to` keeps the messages whose recipient contains it. */
export const listOutbox = async (to = '', limit = 100): Promise<OutboxItem[]> => {
  const names = await readdir(folder()).catch(() => [])
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .map(async (name) => ({ name, at: (await stat(join(folder(), name))).mtimeMs })),
  )
  files.sort((a, b) => b.at - a.at)
  const items: OutboxItem[] = []
  for (const { name, at } of files) {
    if (items.length >= limit) break
    const {
      id,
      to: recipient,
      subject,
      at: sentAt,
    } = await parse(name.slice(0, -4), await headOf(join(folder(), name)), at)
    const item = { id, to: recipient, subject, at: sentAt }
    if (recipient.toLowerCase().includes(to.trim().toLowerCase())) items.push(item)
  }
  return items
}

export const readOutbox = async (id: string): Promise<OutboxMessage | null> => {
  if (!isMessageId(id)) return null
  const path = join(folder(), `${id}.eml`)
  try {
    return await parse(id, await readFile(path), (await stat(path)).mtimeMs)
  } catch {
    return null
  }
}
