import { beforeAll, describe, expect, test } from 'vitest'
import { writeMovements } from '#money/ledger/queries.server.ts'
import { database, pool, sqlState } from '#server/db.ts'
import { club, newId } from '../support/club'
import type { Ids } from '../support/plan'

/* What the database itself refuses of the ledger (rule: money.ledger), whatever the program asks for. */

let ours: Ids
let theirs: Ids
beforeAll(async () => {
  ours = (await club()).ids
  theirs = (await club()).ids
})

type Movement = Parameters<typeof writeMovements>[2][number]
const movementOf = (...amounts: number[]): Movement => {
  const movementId = newId('movement')
  return {
    movementId,
    kind: 'plan',
    fact: `paid:${movementId}`,
    occurredAt: Date.UTC(2026, 3, 1),
    entries: amounts.map((amount, position) => ({
      position,
      account: position === 0 ? ('cash' as const) : ('deferred' as const),
      component: 'gross' as const,
      amount,
      brandId: ours.brandId,
    })),
  }
}
const write = (of: { tenantId: string }, ...movements: Movement[]) => writeMovements(database(), of, movements)
const stateOf = (work: Promise<unknown>) => work.then(() => 'written', sqlState)
/** Amounts of what was written, by movement. */
const amountsOf = async ({ movementId }: Movement) => {
  const { rows } = await pool().query<{ tenant_id: string; amount: string }>(
    `select m.tenant_id, e.amount from ledger_movements m
     left join ledger_entries e on e.tenant_id = m.tenant_id and e.movement_id = m.movement_id
     where m.movement_id = $1 order by e.position`,
    [movementId],
  )
  return rows.map((row) => [row.tenant_id, Number(row.amount)])
}

test('a movement is written with all of its entries, for one club, and once', async () => {
  const movement = movementOf(500, -300, -200)
  expect(await write(ours, movement)).toEqual([movement.movementId])
  const written = [500, -300, -200].map((amount) => [ours.tenantId, amount])
  expect(await amountsOf(movement)).toEqual(written)
  const again = { ...movementOf(700, -700), fact: movement.fact }
  const other = movementOf(1, -1)
  expect(await write(ours, again, other)).toEqual([other.movementId])
  expect(await amountsOf(again)).toEqual([])
  expect(await amountsOf(movement)).toEqual(written)
})

describe('nothing is written', () => {
  const balanced = () => movementOf(500, -500)
  const check = '23514'
  test.each([
    ['of entries that do not sum to zero', () => [movementOf(500, -499)], check],
    ['of a single entry', () => [movementOf(500)], check],
    ['of no entries', () => [movementOf()], check],
    ['of a movement that balances beside one that does not', () => [balanced(), movementOf(1, -2)], check],
    ['of two that balance only together', () => [movementOf(500), movementOf(-500)], check],
    ['of an entry of nothing', () => [movementOf(0, 0)], check],
    ['of more than a number holds', () => [movementOf(Number.MAX_SAFE_INTEGER * 4096, -1)], '22003'],
  ])('%s', async (_, made, state) => {
    const movements = made()
    expect(await stateOf(write(ours, ...movements))).toBe(state)
    for (const movement of movements) expect(await amountsOf(movement)).toEqual([])
  })

  test('for the brand of another club', async () => {
    const movement = balanced()
    expect(await stateOf(write(theirs, movement))).toBe('23503')
    expect(await amountsOf(movement)).toEqual([])
  })

  test('past the function: the program may insert no movement and no entry itself', async () => {
    const movement = balanced()
    await write(ours, movement)
    const values = [ours.tenantId, ours.brandId, movement.movementId]
    const direct = [
      `insert into ledger_movements (tenant_id, movement_id, kind, fact, occurred_at) values ($1, $3 || $2, 'paid', $3 || $2, now())`,
      `insert into ledger_entries (tenant_id, movement_id, position, account, component, amount, brand_id)
       values ($1, $3, 2, 'cash', 'gross', 1, $2)`,
    ]
    for (const sql of direct) expect(await stateOf(pool().query(sql, values))).toBe('42501')
    expect(await amountsOf(movement)).toHaveLength(2)
  })

  test('twice: two that book one fact at the same time write it once', async () => {
    const fact = `paid:${newId('order')}`
    const movements = Array.from({ length: 8 }, () => ({ ...balanced(), fact }))
    const written = await Promise.all(movements.map((movement) => write(ours, movement)))
    expect(written.flat()).toHaveLength(1)
  })
})
