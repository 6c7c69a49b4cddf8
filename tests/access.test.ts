import { beforeAll, describe, expect, test } from 'vitest'
import { type Operation, type Role, roles } from '../src/kit/contract'
import { operations } from '../src/server/operations'
import { addMember, newId, operator, type Person, person, request, tokenOf } from './support/club'
import { scene } from './support/scene'
import { fingerprint } from './support/state'

const all = [...operations.values()].map(({ operation }) => operation)
type Scene = Awaited<ReturnType<typeof scene>>

const people: Record<string, Person | { token: string } | null> = {}
let decider: Person
beforeAll(async () => {
  decider = await operator()
  const gone = await person()
  people.visitor = null
  people.fan = await person()
  people.operator = decider
  people['owner of another club'] = (await scene()).owner
  people['expired token'] = { token: tokenOf(gone.uid, gone.email, { exp: Math.floor(Date.now() / 1000) - 1 }) }
  people['unsigned by nobody'] = { token: 'eyJhbGciOiJub25lIn0.e30.' }
  for (const role of roles) people[role] = await person()
})

const said = (status: number) =>
  status === 401 || status === 403 || status === 404 ? String(status) : status < 500 ? 'yes' : 'FAILED'

describe('who may do what', () => {
  test('equals the reviewed table', { timeout: 120_000 }, async () => {
    const columns = Object.keys(people)
    const lines: string[] = []
    for (const operation of all) {
      const cells: string[] = []
      for (const column of columns) {
        // Everybody finds the club as it was before anybody else came.
        const world = await scene({ applicant: people.fan as Person })
        const by = people[column] ?? null
        if (by && (roles as readonly string[]).includes(column))
          await addMember(world.tenantId, by as Person, column as Role)
        const answer = await request(operation, JSON.stringify(world.examples[operation.name]), by)
        cells.push(said(answer.status))
      }
      lines.push(
        `${operation.name.padEnd(44)} ${cells.map((cell, i) => cell.padEnd(Math.max(4, (columns[i] ?? '').length))).join('  ')}`.trimEnd(),
      )
    }
    const head = `${''.padEnd(44)} ${columns.map((column) => column.padEnd(4)).join('  ')}`
    await expect([head, ...lines, ''].join('\n')).toMatchFileSnapshot('./access.table.txt')
  })
})

const idFields = [
  'tenantId',
  'brandId',
  'planId',
  'memberId',
  'applicationId',
  'planContentId',
  'uploadId',
  'mediaId',
  'commentId',
  'orderId',
]
/** The id itself, wherever it stands in the example: one level is what contracts have. */
const idsIn = (example: Record<string, unknown>) => Object.keys(example).filter((key) => idFields.includes(key))
const neutral = (body: string) => body.replace(/"requestId":"[^"]*"/, '')

describe("another club's ids", () => {
  let ours: Scene
  let theirs: Scene
  beforeAll(async () => {
    ours = await scene()
    theirs = await scene()
  })

  const asker = (operation: Operation): Person => (operation.caller === 'fan' ? ours.applicant : ours.owner)

  test.each(
    all
      .filter(({ caller }) => caller === 'tenant' || caller === 'brand' || caller === 'fan')
      .map((operation) => [operation.name, operation] as const),
  )('%s answers as for ids that nobody has, and changes nothing', async (name, operation) => {
    const mine = ours.examples[name] ?? {}
    const foreign = theirs.examples[name] ?? {}
    const fields = idsIn(mine)
    if (fields.length === 0) return
    const random = Object.fromEntries(fields.map((field) => [field, newId('plan')]))
    const trials: [string, Record<string, unknown>, Record<string, unknown>][] = [
      [
        'all',
        { ...mine, ...Object.fromEntries(fields.map((field) => [field, foreign[field]])) },
        { ...mine, ...random },
      ],
      ...fields.map((field): [string, Record<string, unknown>, Record<string, unknown>] => [
        field,
        { ...mine, [field]: foreign[field] },
        { ...mine, [field]: random[field] },
      ]),
    ]
    const before = await fingerprint()
    for (const [which, payload, unknown] of trials) {
      const answer = await request(operation, JSON.stringify(payload), asker(operation))
      const oracle = await request(operation, JSON.stringify(unknown), asker(operation))
      // A free slug is free whoever asks: that is its answer, and it tells nothing of the application.
      if (operation.name === 'checkBrandSlug') continue
      expect([403, 404], `${name} ${which}: ${answer.status} ${answer.body}`).toContain(answer.status)
      expect(answer.status, `${name} ${which}`).toBe(oracle.status)
      expect(neutral(answer.body), `${name} ${which}`).toBe(neutral(oracle.body))
    }
    expect(await fingerprint(), name).toEqual(before)
  })

  test("a member limited to one brand cannot reach the club's other brand", async () => {
    const limited = await person()
    await addMember(ours.tenantId, limited, 'editor', [newId('brand')])
    const { operation } = operations.get('getPlans') ?? {}
    const answer = await request(operation as Operation, JSON.stringify(ours.ids), limited)
    expect(answer.status).toBe(404)
  })
})
