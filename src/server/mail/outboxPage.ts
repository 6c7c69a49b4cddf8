import type { ParsedUrlQuery } from 'node:querystring'
import { isDemo } from '#config.server.ts'
import { listOutbox, readOutbox } from './outbox'

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

/** Data of the outbox page; null outside the demo. */
export const outboxPage = async (query: ParsedUrlQuery) => {
  if (!isDemo()) return null
  const [to, id] = [one(query.to), one(query.id)]
  const open = id ? await readOutbox(id) : null
  return { to, mails: await listOutbox(to), open, isMissing: id !== '' && open === null }
}
