import pLimit from 'p-limit'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { storage } from '#server/storage/storage.ts'
import { operations } from '../operations'
import { sealed } from '../sealed'
import { count } from '../sealedValues'
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

export const keysOpen = async (): Promise<string> => {
  let all = 0
  const problems: string[] = []
  for (const room of sealed) {
    const found = await count(database(), room)
    all += found.all
    if (found.unreadable > 0)
      problems.push(`FIELD_ENCRYPTION_KEY does not open ${found.unreadable} of ${found.all} ${room.what}`)
  }
  failWith(problems)
  return all === 0 ? 'nothing is encrypted yet' : `all ${all} encrypted values open`
}
