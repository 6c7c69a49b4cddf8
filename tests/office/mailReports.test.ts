import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverConfig } from '#config.server.ts'
import { accounts } from '#office/accounts/contract.ts'
import { openMailReports } from '#program/http/mailReports.ts'
import { database, pool } from '#server/db.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import { messageIdOf } from '#server/mail/messageId.ts'
import { readOutbox } from '#server/mail/outbox.ts'
import { enqueue } from '#server/queue.ts'
import { ask, person, refused, tokenOf } from '../support/club'
import { mailsTo } from '../support/mail'

/* Mails that come back, and readers who complain: what a mail server or a mail service says of them, and what follows for the reader. */

const token = 'a-token-of-the-mail-server'
const server = createServer(openMailReports)
let address = ''
beforeAll(async () => {
  serverConfig().MAIL_EVENTS_TOKEN = token
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/webhooks/mail`
})
afterAll(() => {
  serverConfig().MAIL_EVENTS_TOKEN = undefined
  server.close()
})

const say = async (body: string, type: string, authorization = `Bearer ${token}`) => {
  const answer = await fetch(address, { method: 'POST', body, headers: { 'content-type': type, authorization } })
  return { status: answer.status, ...((await answer.json()) as { ok: boolean; code: string }) }
}
const event = (events: object[], authorization?: string) =>
  say(JSON.stringify({ events }), 'application/json', authorization)

let sent = 0
const mailTo = async (to: string) => {
  await enqueue(database(), mailJobs.sendMail, { to, subject: `No. ${++sent}`, text: 'こんにちは', locale: 'ja' })
  return (await mailsTo(to)).map(({ subject }) => subject)
}

type Report = { to: string; messageId: string; status?: string; action?: string; recipient?: string }
/** As Postfix writes it (RFC 3464). */
const bounce = ({ to, messageId, status = '5.1.1', action = 'failed', recipient = to }: Report) =>
  [
    'From: MAILER-DAEMON@mx.example.com',
    'To: no-reply@tsudoi.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
    '',
    '--B',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    '--B',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 no such user',
    '--B',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${messageId}`,
    `To: ${to}`,
    'Subject: hello',
    '',
    '--B--',
    '',
  ].join('\r\n')
/** As the large mail services write it (RFC 5965). */
const complaint = ({ to, messageId }: Report) =>
  [
    'From: abuse@mail.example.com',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="C"',
    '',
    '--C',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '--C',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'User-Agent: Example/1.0',
    'Version: 1',
    '--C',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: ${messageId}`,
    `To: <${to}>`,
    '',
    'hello',
    '--C--',
    '',
  ].join('\r\n')
const report = (body: string) => say(body, 'message/rfc822')
const idOf = (to: string) => messageIdOf('6f1a6d2e-4c57-4c6e-9a3c-1f6f2b7d9a11', to)

test('a mail that comes back for good stops further ones, until its owner asks for one', async () => {
  const fan = await person()
  const first = await mailTo(fan.email)
  const [{ id = '' } = {}] = await mailsTo(fan.email)
  expect((await readOutbox(id))?.to).toBe(fan.email)
  expect(await report(bounce({ to: fan.email, messageId: messageIdOf(id, fan.email) }))).toMatchObject({ status: 200 })
  expect(await mailTo(fan.email)).toEqual(first)
  expect(await ask(accounts.getMyAccount, {}, fan)).toMatchObject({ mailStopped: 'bounced' })
  expect(await ask(accounts.checkMyEmail, {}, fan)).toEqual({ sentTo: fan.email })
  expect(await ask(accounts.getMyAccount, {}, fan)).toMatchObject({ mailStopped: null })
  expect(await mailTo(fan.email)).toHaveLength(first.length + 2)
})

test('a complaint stops mails; who has not confirmed the address does not undo it', async () => {
  const fan = await person()
  expect(await report(complaint({ to: fan.email, messageId: idOf(fan.email) }))).toMatchObject({ status: 200 })
  expect(await mailTo(fan.email)).toEqual([])
  const unconfirmed = { ...fan, token: tokenOf(fan.uid, fan.email, { email_verified: false }) }
  expect(await refused(accounts.checkMyEmail, {}, unconfirmed)).toMatchObject({ status: 409, code: 'mailStopped' })
  const other = await person()
  expect(await refused(accounts.changeMyEmail, { email: fan.email }, other)).toMatchObject({ code: 'mailStopped' })
  // A bounce that follows does not make less of it.
  await event([{ type: 'bounced', address: fan.email }])
  expect(await ask(accounts.getMyAccount, {}, fan)).toMatchObject({ mailStopped: 'complained' })
  await ask(accounts.checkMyEmail, {}, fan)
  expect(await mailTo(fan.email)).toHaveLength(2)
})

describe('nothing stops', () => {
  const cases: [string, (to: string) => string][] = [
    ['a delay', (to) => bounce({ to, messageId: idOf(to), action: 'delayed', status: '4.4.1' })],
    ['a server that gives up for now', (to) => bounce({ to, messageId: idOf(to), status: '4.4.1' })],
    ['a full mailbox', (to) => bounce({ to, messageId: idOf(to), status: '5.2.2' })],
    [
      'a mail that we did not write',
      (to) => bounce({ to, messageId: '<6f1a6d2e.0123456789abcdef01234567@elsewhere>' }),
    ],
    ['a mail to somebody else', (to) => bounce({ to, messageId: idOf('somebody@else.test') })],
    ['a complaint about a mail that we did not write', (to) => complaint({ to, messageId: '<x@y>' })],
  ]
  test.each(cases)('after %s', async (_, write) => {
    const fan = await person()
    expect(await report(write(fan.email))).toMatchObject({ status: 200 })
    expect(await mailTo(fan.email)).toHaveLength(1)
  })
  test('after a bounce that may pass', async () => {
    const fan = await person()
    expect(await event([{ type: 'bounced', address: fan.email, permanent: false }])).toMatchObject({ status: 200 })
    expect(await mailTo(fan.email)).toHaveLength(1)
  })
})

test('a report of a forwarded mail counts for the address that it was sent to', async () => {
  const fan = await person()
  await report(bounce({ to: fan.email, messageId: idOf(fan.email), recipient: 'forwarded@elsewhere.test' }))
  expect(await mailTo(fan.email)).toEqual([])
})

test('only who has the token is heard, and what is no report is refused', async () => {
  const fan = await person()
  const told = [{ type: 'bounced', address: fan.email }]
  expect(await event(told, 'Bearer another-token-of-a-stranger')).toMatchObject({
    status: 401,
    code: 'unauthenticated',
  })
  expect(await event(told, '')).toMatchObject({ status: 401 })
  expect(await mailTo(fan.email)).toHaveLength(1)
  for (const body of [
    '{',
    '[]',
    '{"events":[{"type":"opened","address":"a@b.test"}]}',
    '{"events":[{"type":"bounced"}]}',
  ])
    expect(await say(body, 'application/json')).toMatchObject({ status: 400, code: 'validation' })
  expect(await report('Subject: hello\r\n\r\nI am on holiday.')).toMatchObject({ status: 400, code: 'validation' })
  // Nested deeper than anybody reads.
  const nested = Array.from(
    { length: 400 },
    (_, i) => `Content-Type: multipart/mixed; boundary="${i}"\r\n\r\n--${i}\r\n`,
  )
  expect(await report(nested.join(''))).toMatchObject({ status: 400, code: 'validation' })
  expect((await fetch(address)).status).toBe(405)
  const basic = `Basic ${Buffer.from(`mail:${token}`).toString('base64')}`
  expect(await event(told, basic)).toMatchObject({ status: 200, code: 'received' })
  expect(await mailTo(fan.email)).toHaveLength(1)
  const { rows } = await pool().query('select address_hash from mail_suppressions where address_hash like $1', [
    `%${fan.email}%`,
  ])
  expect(rows).toEqual([])
  serverConfig().MAIL_EVENTS_TOKEN = undefined
  expect(await event(told)).toMatchObject({ status: 404 })
  serverConfig().MAIL_EVENTS_TOKEN = token
})
