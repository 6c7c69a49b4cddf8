import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { serverConfig } from '#config.server.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db.ts'
import { hashOf } from '#server/hash.ts'
import { addressOf, seenOf } from '#server/http/address.ts'
import { readRaw } from '#server/http/raw.ts'
import { limitForgedCallback } from '#server/limits.ts'
import { reportsOfEvents, reportsOfMail } from '#server/mail/reports.ts'
import { suppressMails } from '#server/mail/suppressions.ts'
import { causeOf, log } from '#server/telemetry/log.ts'
import { isUnavailable, retryAfterSeconds } from '#server/unavailable.ts'

/*
 * What became of mails, as a mail server (the report itself, message/rfc822) or a mail service (JSON) says: addresses that mails come back
 * from, and readers who complain, are mailed no more. The sender shows MAIL_EVENTS_TOKEN; without that setting nothing is there.
 */
const maxBytes = 1024 * 1024

const isSame = (given: string, right: string) => timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(right)))

/** As a bearer token, or as the password of an address such as https://mail:token@host: services know one of the two. */
const tokenOf = ({ headers: { authorization = '' } }: IncomingMessage): string => {
  const [scheme = '', value = ''] = authorization.split(' ', 2)
  if (/^bearer$/i.test(scheme)) return value
  if (!/^basic$/i.test(scheme)) return ''
  return Buffer.from(value, 'base64').toString().split(':').slice(1).join(':')
}

const answer = async (request: IncomingMessage): Promise<{ status: number; code: string }> => {
  const { MAIL_EVENTS_TOKEN } = serverConfig()
  const seen = seenOf(request)
  if (!MAIL_EVENTS_TOKEN) return { status: 404, code: 'notFound' }
  if (request.method !== 'POST') return { status: 405, code: 'methodNotAllowed' }
  if (!isSame(tokenOf(request), MAIL_EVENTS_TOKEN)) {
    const isTooMany = await limitForgedCallback(addressOf(request))
    return isTooMany ? { status: 429, code: 'tooManyRequests' } : { status: 401, code: 'unauthenticated' }
  }
  const body = await readRaw(request, maxBytes)
  if (body === null) return { status: 413, code: 'tooLarge' }
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '')
  // A mail that cannot be read is no report.
  const reports = isJson ? reportsOfEvents(body.toString('utf8')) : await reportsOfMail(body).catch(() => null)
  if (reports === null) return { status: 400, code: 'validation' }
  try {
    await inTransaction(async (db) => {
      for (const report of reports) await suppressMails(db, { ...report, at: now() })
    })
    return { status: 200, code: 'received' }
  } catch (error) {
    log.error({ ...seen, cause: causeOf(error) }, 'mail report failed')
    return isUnavailable(error) ? { status: 503, code: 'unavailable' } : { status: 500, code: 'internal' }
  }
}

export const openMailReports = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { status, code } = await answer(request)
  if (status === 405) response.setHeader('Allow', 'POST')
  if (status === 503) response.setHeader('Retry-After', String(retryAfterSeconds))
  if (status === 413) response.setHeader('Connection', 'close')
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'private, no-store' })
    .end(JSON.stringify({ ok: status === 200, code }))
}
