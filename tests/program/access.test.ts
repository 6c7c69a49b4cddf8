import { beforeAll, describe, expect, test } from 'vitest'
import { type Role, roles } from '#kit/contract.ts'
import { operations } from '#program/operations.ts'
import { addMember, operator, type Person, person, request, tokenOf } from '../support/club'
import { scene } from '../support/scene'

const all = [...operations.values()].map(({ operation }) => operation)

type Scene = Awaited<ReturnType<typeof scene>>
const people: Record<string, Person | { token: string } | null> = {}
beforeAll(async () => {
  const gone = await person()
  people.visitor = null
  people.fan = await person()
  people.operator = await operator()
  people['owner of another club'] = (await scene()).owner
  people['expired token'] = { token: tokenOf(gone.uid, gone.email, { exp: Math.floor(Date.now() / 1000) - 1 }) }
  people['unsigned by nobody'] = { token: 'eyJhbGciOiJub25lIn0.e30.' }
  for (const role of roles) people[role] = await person()
})

describe('who may do what', () => {
  test('equals the reviewed table', async () => {
    const columns = Object.keys(people)
    const lines: string[] = []
    // Each caller finds an untouched club. Only where somebody has done a write before may the next one do it as well; who is not
    // let through there is asked again on an untouched one.
    let world = {} as Scene
    let joined = new Set<string>()
    let isTouched = true
    const renew = async () => {
      world = await scene({ applicant: people.fan as Person })
      joined = new Set()
      isTouched = false
    }
    const statusOf = async (operation: (typeof all)[number], column: string) => {
      const by = people[column] ?? null
      if (by && (roles as readonly string[]).includes(column) && !joined.has(column)) {
        await addMember(world.tenantId, by as Person, column as Role)
        joined.add(column)
      }
      const { status } = await request(operation, JSON.stringify(world.examples[operation.name]), by)
      return status
    }
    for (const operation of all) {
      if (isTouched) await renew()
      const cells: string[] = []
      for (const column of columns) {
        let status = await statusOf(operation, column)
        if (isTouched && status !== 200) {
          await renew()
          status = await statusOf(operation, column)
        }
        if (operation.effect !== 'read' && status === 200) isTouched = true
        cells.push(String(status))
      }
      lines.push(
        `${operation.name.padEnd(44)} ${cells.map((cell, i) => cell.padEnd(Math.max(4, (columns[i] ?? '').length))).join('  ')}`.trimEnd(),
      )
    }
    const head = `${''.padEnd(44)} ${columns.map((column) => column.padEnd(4)).join('  ')}`
    await expect([head, ...lines, ''].join('\n')).toMatchFileSnapshot('./access.table.txt')
  })
})
