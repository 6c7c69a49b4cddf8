import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

/* The service of bank codes as it publishes itself: a list of branches under a bank, a key in the header `apikey`. */

type Answer = (asked: IncomingMessage, answer: ServerResponse) => void
let says: Answer
let asked: { url: string; apikey: string | undefined }[] = []
const service = createServer((request, response) => {
  asked.push({ url: request.url ?? '', apikey: request.headers.apikey?.toString() })
  says(request, response)
})
await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
const { port } = service.address() as AddressInfo
// Before anything reads the configuration.
Object.assign(process.env, { BANK_CODE_API_KEY: 'key-of-the-service', BANK_CODE_API_URL: `http://127.0.0.1:${port}` })
const { bankDirectory, bankProvider } = await import('#server/banks/directory.ts')
const { bankAccounts } = await import('#money/payouts/bankAccounts/contract.ts')
const { ask, club, refused } = await import('../support/club')

afterAll(() => {
  service.closeAllConnections()
  service.close()
})

const json =
  (status: number, body: unknown): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' }).end(JSON.stringify(body))
/** As the reference of its API v3 shows it. */
const listed = (...branches: object[]) => ({
  bank: { code: '0001', name: 'みずほ銀行', halfWidthKana: 'ﾐｽﾞﾎ', fullWidthKana: 'ミズホ', hiragana: 'みずほ' },
  branches,
  size: branches.length,
  limit: 1,
  hasNext: false,
  nextCursor: null,
  hasPrev: false,
  prevCursor: null,
  version: '2026-11-15T10:00:00+0900',
})
const newBranch = { code: '997', name: '星見支店', halfWidthKana: 'ﾎｼﾐ', fullWidthKana: 'ホシミ', hiragana: 'ほしみ' }
const failure = (httpStatusCode: number, code: string) => ({
  httpStatusCode,
  code,
  message: '...',
  validationErrors: [],
})

beforeEach(() => {
  asked = []
  says = json(200, listed(newBranch))
})

const account = {
  bankCode: '0001',
  branchCode: '997',
  accountType: 'ordinary',
  accountNumber: '1234567',
  holderName: 'サトウ アオイ',
  holderType: 'individual',
  bankName: '',
  branchName: '',
} as const

/** Invalid answers of a service. */
const wrongs: [string, Answer][] = [
  ['a branch that it does not know', json(200, listed())],
  ['a bank that it does not know', json(404, failure(404, 'NOT_FOUND'))],
  ['a key that it does not take', json(401, failure(401, 'UNAUTHORIZED'))],
  ['a day whose questions are used up', json(429, failure(429, 'TOO_MANY_REQUESTS'))],
  ['an error of its own', json(500, failure(500, 'INTERNAL'))],
  ['another branch', json(200, listed({ ...newBranch, code: '998' }))],
  ['a branch without a name', json(200, listed({ ...newBranch, name: ' ' }))],
  ['a name that is none', json(200, listed({ ...newBranch, name: { evil: true } }))],
  ['a list that is none', json(200, { branches: 'many' })],
  ['the shape of its version before', json(200, { data: [newBranch] })],
  ['nothing', (_, response) => response.end()],
  ['no JSON', (_, response) => response.end('<html>')],
  ['a way to somewhere else', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['more than it should', (_, response) => response.end(`{"branches":[],"x":"${'x'.repeat(100_000)}"}`)],
  ['half of it', (_, response) => void response.writeHead(200, { 'content-length': '500' }).write('{"branches":')],
  ['a connection that breaks', (request) => request.socket.destroy()],
  ['no answer at all', () => {}],
]

describe('the service of bank codes', () => {
  test('is asked for the one branch, with its key in the header and nothing of the account', async () => {
    expect(await bankProvider()?.branch('0001', '997')).toEqual({ code: '997', name: '星見支店', kana: 'ホシミ' })
    expect(asked).toEqual([
      { url: '/v3/banks/0001/branches?filter=code%3D%3D997&limit=1', apikey: 'key-of-the-service' },
    ])
  })

  test.each(wrongs)('which answers %s, has found nothing, and soon', async (_, answer) => {
    says = answer
    expect(
      (await bankProvider(200)
        ?.branch('0001', '997')
        .catch(() => null)) ?? null,
    ).toBe(null)
    expect(asked.length).toBeGreaterThan(0)
  })
})

describe('an account at a branch', () => {
  test('that the bundled table knows is saved without asking anybody', async () => {
    const of = await club()
    await ask(bankAccounts.saveBankAccount, { ...of.ids, ...account, branchCode: '001' }, of.owner)
    expect(asked).toEqual([])
  })

  test('that only the service knows is saved with the name that it gives', async () => {
    const of = await club()
    await ask(bankAccounts.saveBankAccount, { ...of.ids, ...account }, of.owner)
    expect(asked.map(({ url }) => url)).toEqual(['/v3/banks/0001/branches?filter=code%3D%3D997&limit=1'])
    const { account: saved } = await ask(bankAccounts.getBankAccount, of.ids, of.owner)
    expect(saved).toMatchObject({ branchCode: '997', branchName: '星見支店' })
  })

  test('that neither knows needs a name by hand, whatever the service answers; the table says its date', async () => {
    const of = await club()
    for (const [what, answer] of wrongs.slice(0, -1)) {
      says = answer
      // An answer that never comes to its end is waited for once, above.
      if (what === 'half of it') continue
      expect((await refused(bankAccounts.saveBankAccount, { ...of.ids, ...account }, of.owner)).code, what).toBe(
        'branchNotFound',
      )
    }
    says = json(500, failure(500, 'INTERNAL'))
    await ask(bankAccounts.saveBankAccount, { ...of.ids, ...account, branchName: '星見' }, of.owner)
    const { account: saved, tableDate } = await ask(bankAccounts.getBankAccount, of.ids, of.owner)
    expect(saved).toMatchObject({ branchCode: '997', branchName: '星見' })
    expect(tableDate).toMatch(/^20\d\d-\d\d-\d\d$/)
    expect(tableDate).toBe(bankDirectory().date)
    expect((await ask(bankAccounts.searchBanks, { ...of.ids, q: 'みずほ' }, of.owner)).tableDate).toBe(tableDate)
  })
})
