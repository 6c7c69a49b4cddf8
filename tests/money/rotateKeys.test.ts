import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { serverConfig } from '#config.server.ts'
import { bankAccounts } from '#money/payouts/bankAccounts/contract.ts'
import { keysOpen } from '#program/backup/checks.ts'
import { command } from '#program/commands/rotateKeys.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { decryptText, encryptText } from '#server/encryption.ts'
import { StartProblem } from '#server/machine/processes.ts'
import { isOurMail, messageIdOf } from '#server/mail/messageId.ts'
import { readStopToken, stopToken } from '#server/mail/stopToken.ts'
import { isSignatureGood, signMediaUrl } from '#server/storage/sign.ts'
import { storage } from '#server/storage/storage.ts'
import { ask, operator, type Person } from '../support/club'
import { run } from '../support/command'
import { addAccount } from '../support/money'
import { shop } from '../support/shop'

/* `tsudoi rotate-keys`, and what was encrypted or signed by the key before, beside a club that goes on. */
type Keys = Pick<ReturnType<typeof serverConfig>, 'FIELD_ENCRYPTION_KEY' | 'FIELD_ENCRYPTION_KEY_PREVIOUS'>
const [first, second, other] = ['first', 'second', 'other'].map((name) => name.padEnd(40, '.')) as [
  string,
  string,
  string,
]
const before = { ...serverConfig() }
const encryptBy = (current: string, previous?: string) =>
  Object.assign(serverConfig(), {
    FIELD_ENCRYPTION_KEY: current,
    FIELD_ENCRYPTION_KEY_PREVIOUS: previous,
  } satisfies Keys)
const signBy = (current: string, previous?: string) =>
  Object.assign(serverConfig(), { URL_SIGNING_SECRET: current, URL_SIGNING_SECRET_PREVIOUS: previous })
afterAll(() => {
  Object.assign(serverConfig(), before, {
    FIELD_ENCRYPTION_KEY_PREVIOUS: undefined,
    URL_SIGNING_SECRET_PREVIOUS: undefined,
  })
})

let desk: Person
beforeAll(async () => {
  desk = await operator()
})
beforeEach(async () => {
  for (const table of ['identity_documents', 'identity_checks', 'oauth_connections', 'oauth_tries', 'bank_accounts'])
    await pool().query(`delete from ${table}`)
})

const rotate = () => run(command, { DATABASE_URL: 'postgresql://test' })

type Of = Awaited<ReturnType<typeof shop>>
const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...new Array(20).fill(0)]).toString('base64')
const sendDocument = (of: Of) =>
  ask(
    bankAccounts.submitIdentityCheck,
    { ...of.ids, documents: [{ kind: 'front', contentType: 'image/jpeg', data: photo }] },
    of.owner,
  )
const documentOf = async (of: Of) => {
  const { checks } = await ask(bankAccounts.getIdentityChecks, { state: 'submitted' }, desk)
  const [{ documentId = '' } = {}] = checks.find(({ tenantId }) => tenantId === of.tenantId)?.documents ?? []
  return (await ask(bankAccounts.getIdentityDocument, { tenantId: of.tenantId, documentId }, desk)).data
}
const connect = (of: Of, token: string) =>
  pool().query(
    `insert into oauth_connections (tenant_id, brand_id, refresh_token, scope, connected_by, connected_at) values ($1, $2, $3, '', 'u', now())`,
    [of.tenantId, of.brandId, encryptText(token, `oauth:${of.brandId}`)],
  )
const tokenOf = async (of: Of) => {
  const { rows } = await pool().query('select refresh_token from oauth_connections where tenant_id = $1', [of.tenantId])
  return decryptText(rows[0].refresh_token, `oauth:${of.brandId}`)
}
const secrets = async () =>
  (await pool().query('select bank_account_id, secret from bank_accounts order by bank_account_id')).rows

test('after a rotation everything is read by the new key alone, and everything was read all the while', async () => {
  encryptBy(first)
  const of = await shop()
  const accounts = [await addAccount(of.ids, of.owner.uid), await addAccount(of.ids, of.owner.uid)]
  await sendDocument(of)
  await connect(of, 'token')

  encryptBy(second, first)
  let isOver = false
  let readMeanwhile = 0
  const reading = (async () => {
    while (!isOver) {
      expect(await documentOf(of)).toBe(photo)
      for (const { bank_account_id: id, secret } of await secrets())
        expect(decryptText(secret, id)).toContain('1234567')
      expect(await tokenOf(of)).toBe('token')
      readMeanwhile++
    }
  })()
  const saving = addAccount(of.ids, of.owner.uid)
  const { code, said } = await rotate()
  isOver = true
  await reading
  accounts.push(await saving)
  expect([code, readMeanwhile > 0]).toEqual([0, true])
  expect(said).toMatch(/bank accounts: [23], of which 2 encrypted anew\n/)
  expect(said).toContain('identity documents: 1, of which 1 encrypted anew\n')
  expect(said).toContain('connections to analytics: 1, of which 1 encrypted anew\n')
  expect(said).toMatch(/Everything is of the key [0-9a-f]{8}\. FIELD_ENCRYPTION_KEY_PREVIOUS can go\.\n$/)
  expect(said).not.toMatch(/first\.|second\./)

  encryptBy(second)
  expect((await secrets()).map(({ bank_account_id: id, secret }) => [id, decryptText(secret, id)]).length).toBe(3)
  expect(await documentOf(of)).toBe(photo)
  expect(await tokenOf(of)).toBe('token')
  encryptBy(first)
  for (const { bank_account_id: id, secret } of await secrets()) expect(() => decryptText(secret, id)).toThrow()
})

test('what names no key, as everything did before, is read, and is of the first key', async () => {
  encryptBy(first)
  const of = await shop()
  const id = await addAccount(of.ids, of.owner.uid)
  const iv = randomBytes(12)
  const key = Buffer.from(hkdfSync('sha256', first, '', 'tsudoi fields', 32))
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(id))
  const text = Buffer.concat([cipher.update('{"accountNumber":"7654321","holder":"ｻﾄｳ"}'), cipher.final()])
  const secret = Buffer.concat([Buffer.from([1]), iv, cipher.getAuthTag(), text]).toString('base64')
  await pool().query('update bank_accounts set secret = $2 where bank_account_id = $1', [id, secret])
  encryptBy(second, first)
  expect(decryptText(secret, id)).toContain('7654321')
  expect(await rotate()).toMatchObject({ code: 0, said: expect.stringContaining('bank accounts: 1, of which 1') })
  encryptBy(second)
  expect(decryptText((await secrets())[0].secret, id)).toContain('7654321')
})

test('a rotation that was stopped goes on where it was, and one more changes nothing', async () => {
  const of = await shop()
  encryptBy(first)
  for (let n = 0; n < 450; n++) await addAccount(of.ids, of.owner.uid)
  const half = (await secrets()).slice(0, 210)
  encryptBy(second, first)
  for (const { bank_account_id: id, secret } of half)
    await pool().query('update bank_accounts set secret = $2 where bank_account_id = $1', [
      id,
      encryptText(decryptText(secret, id), id),
    ])
  const done = (await secrets()).slice(0, 210)
  expect((await rotate()).said).toContain('bank accounts: 450, of which 240 encrypted anew')
  const after = await secrets()
  expect(after.slice(0, 210)).toEqual(done)
  expect((await rotate()).said).toContain('bank accounts: 450, of which 0 encrypted anew')
  expect(await secrets()).toEqual(after)
})

test('keys that open nothing are refused with a sentence, and nothing is changed', async () => {
  encryptBy(first)
  const of = await shop()
  await addAccount(of.ids, of.owner.uid)
  await sendDocument(of)
  const kept = await secrets()
  encryptBy(second, other)
  const refusal = await rotate().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartProblem)
  expect(refusal).toHaveProperty(
    'message',
    'FIELD_ENCRYPTION_KEY and FIELD_ENCRYPTION_KEY_PREVIOUS open none of the 2 values that are kept: they are of another key. Nothing was changed.',
  )
  encryptBy(other)
  await expect(rotate()).rejects.toThrow('FIELD_ENCRYPTION_KEY opens none of the 2 values')
  expect(await secrets()).toEqual(kept)
})

test('what no key opens is counted, left as it is, and the rest goes on', async () => {
  const of = await shop()
  encryptBy(other)
  await addAccount(of.ids, of.owner.uid)
  const [lost] = await secrets()
  encryptBy(first)
  await addAccount(of.ids, of.owner.uid)
  encryptBy(second, first)
  const { code, said } = await rotate()
  expect(code).toBe(1)
  expect(said).toContain('bank accounts: 2, of which 1 encrypted anew, 1 that no key opens\n')
  expect(said).toContain('1 are opened by no key: look for the one that they were encrypted by.')
  expect(await secrets()).toContainEqual(lost)
  // Whoever looks at a restored copy is told the same.
  await expect(keysOpen()).rejects.toThrow('FIELD_ENCRYPTION_KEY does not open 1 of 2 bank accounts')
})

test('a document that was deleted during the rotation does not come back', async () => {
  encryptBy(first)
  const of = await shop()
  await sendDocument(of)
  const { rows } = await pool().query('select key from identity_documents')
  encryptBy(second, first)
  const files = storage()
  const put = vi.spyOn(files, 'put').mockImplementationOnce(async (...file) => {
    await pool().query('delete from identity_documents')
    await files.remove(rows[0].key)
    return files.put(...file)
  })
  expect((await rotate()).code).toBe(0)
  expect(put).toHaveBeenCalledTimes(2)
  expect(await files.head(rows[0].key)).toBeNull()
  put.mockRestore()
})

test('links that the key before signed work until it goes, and no other key’s ever', async () => {
  signBy(first)
  const of = await shop()
  const token = stopToken({ ...of.ids, uid: of.owner.uid })
  const mail = messageIdOf('job-1', 'fan@tsudoi.test')
  const address = new URL(signMediaUrl({ method: 'GET', path: 'private/a', expiresAt: now() + 60_000 }))
  const opens = () =>
    isSignatureGood({
      method: 'GET',
      path: 'private/a',
      params: address.searchParams,
      contentType: '',
      contentLength: '',
    })

  signBy(second, first)
  expect([opens(), isOurMail(mail, 'fan@tsudoi.test')]).toEqual([true, true])
  expect(readStopToken(token)).toMatchObject({ uid: of.owner.uid })
  signBy(second)
  expect([opens(), isOurMail(mail, 'fan@tsudoi.test')]).toEqual([false, false])
  expect(readStopToken(token)).toBeNull()
  signBy(second, other)
  expect(opens()).toBe(false)
  // The coming key is made known first: an instance that still signs by the old one accepts its links.
  signBy(second, first)
  const coming = messageIdOf('job-2', 'fan@tsudoi.test')
  signBy(first, second)
  expect(isOurMail(coming, 'fan@tsudoi.test')).toBe(true)
})
