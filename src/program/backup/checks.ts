import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { decryptBytes, decryptText } from '#server/encryption.ts'
import { storage } from '#server/storage/storage.ts'
import { operations } from '../operations'
import { filesOfRows } from './filesOfRows'

/* What has to be true of a copy, each check a sentence, or an error with what is not. */

/** How many problems a sentence names. */
const named = 5
const listed = (problems: readonly string[]) =>
  problems.slice(0, named).join('; ') + (problems.length > named ? `; and ${problems.length - named} more` : '')
const failWith = (problems: readonly string[]) => {
  if (problems.length > 0) throw new Error(listed(problems))
}

export const ledgerBalances = async (): Promise<string> => {
  const { rows } = await pool().query<{ tenant: string; sum: string }>(
    `select e.tenant_id as tenant, sum(e.amount) as sum from public.ledger_entries e group by e.tenant_id order by 1`,
  )
  failWith(rows.filter(({ sum }) => sum !== '0').map(({ tenant, sum }) => `the entries of ${tenant} sum to ${sum}`))
  const { rows: movements } = await pool().query<{ id: string }>(
    `select e.movement_id as id from public.ledger_entries e group by e.movement_id having sum(e.amount) <> 0`,
  )
  failWith(movements.map(({ id }) => `the movement ${id} does not balance`))
  return `the entries of each of ${rows.length} clubs sum to zero`
}

const isThere = async (key: string): Promise<boolean> => {
  for await (const found of storage().keys(key)) return found !== ''
  return false
}

export const filesAreThere = async (ownerUrl: string): Promise<string> => {
  const wanted = await filesOfRows(ownerUrl)
  const found = await pLimit(16).map(wanted, async ({ key, size }) => {
    if (key.endsWith('/')) return (await isThere(key.slice(0, -1))) ? [] : [`nothing is in ${key}`]
    const info = await storage().head(key)
    if (!info) return [`${key} is missing`]
    return size === null || info.size === size ? [] : [`${key} has ${info.size} bytes instead of ${size}`]
  })
  failWith(found.flat())
  return `all ${wanted.length} that rows refer to`
}

type Month = { month: string }
/** The statements of every brand against the ledger, by the operations that the portal asks. */
export const revenueAgrees = async (): Promise<string> => {
  const { rows: brands } = await pool().query<{ tenantId: string; brandId: string }>(
    `select b.tenant_id as "tenantId", b.brand_id as "brandId" from public.brands b order by 1, 2`,
  )
  const ask = (name: string, brand: object, payload: object): Promise<unknown> => {
    const refuse = (code: string) => {
      throw new Error(`${name} is refused: ${code}`)
    }
    const handle = operations.get(name)?.handle as ((context: object, payload: object) => Promise<unknown>) | undefined
    if (!handle) throw new Error(`There is no operation ${name}.`)
    return handle({ db: database(), brand, now: now(), refuse }, payload)
  }
  let checked = 0
  const problems: string[] = []
  for (const brand of brands) {
    const everything = { pagination: { offset: 0, limit: 1000 } }
    const { months } = (await ask('getRevenueMonths', brand, everything)) as { months: Month[] }
    for (const { month } of months) {
      const said = (await ask('checkRevenue', brand, { month })) as {
        agrees: boolean
        ledger: number
        statement: number
      }
      checked++
      if (!said.agrees)
        problems.push(`${brand.brandId}, ${month}: the ledger has ${said.ledger}, the statement ${said.statement}`)
    }
  }
  failWith(problems)
  return `the statements of ${checked} months of ${brands.length} brands are what the ledger says`
}

/** Newest rows of each kind that are opened; one key has made them all. */
const sample = 20

export const keysOpen = async (): Promise<string> => {
  const { rows: accounts } = await pool().query<{ secret: string; of: string }>(
    `select a.secret, a.bank_account_id as of from public.bank_accounts a order by a.saved_at desc limit ${sample}`,
  )
  const { rows: documents } = await pool().query<{ key: string; of: string }>(
    `select d.key, d.document_id as of from public.identity_documents d order by d.uploaded_at desc limit ${sample}`,
  )
  const problems: string[] = []
  const open = async (what: string, work: () => unknown) => {
    try {
      await work()
    } catch {
      problems.push(`FIELD_ENCRYPTION_KEY does not open ${what}`)
    }
  }
  for (const { secret, of } of accounts) await open(`the bank account ${of}`, () => decryptText(secret, of))
  for (const { key, of } of documents)
    await open(`the document ${of}`, async () => decryptBytes(await buffer(await storage().read(key)), of))
  failWith(problems)
  const opened = accounts.length + documents.length
  return opened === 0 ? 'nothing is encrypted yet' : `${opened} encrypted bank accounts and documents open`
}
