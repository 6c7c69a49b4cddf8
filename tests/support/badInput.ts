import { beforeAll, expect } from 'vitest'
import type { Operation } from '#kit/contract.ts'
import { operations } from '#program/operations.ts'
import { operator, type Person } from './club'
import { scene } from './scene'

/* What the files of tests/program/badInput*.test.ts share: each of them sends a part of what is wrong to a world of its own. */

export const all = [...operations.values()].map(({ operation }) => operation)

/** Rule: access.input: what people, mistakes and attackers send in place of one field. */
export const badValues: unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  { a: 1 },
  '',
  '   ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'line\r\nBcc: x@example.test',
  'x'.repeat(30_000),
  '👨‍👩‍👧‍👦'.repeat(81),
  '\u202eabc\u200b',
  "' or 1=1--",
  '%00',
  '../..',
  '__proto__',
  'constructor',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'http://evil.example/x.png',
  'https://user:pass@example.com/x.png',
  'tenant_unknown',
  '1',
  0,
  -0,
  -1,
  1.5,
  499.99,
  2 ** 31,
  2 ** 53 + 2,
  1e21,
  -1e21,
  253_402_268_400_000,
]
/** JSON that JavaScript cannot write: numbers out of range, doubled keys. */
export const rawValues = ['1e309', '-1e309', '1E400', '"\\ud800"', '{"__proto__":{"isAdmin":true}}']

type Path = (string | number)[]
export const pathsOf = (value: unknown, at: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return [at]
  const inside = Object.entries(value).flatMap(([key, child]) =>
    pathsOf(child, [...at, Array.isArray(value) ? Number(key) : key]),
  )
  return at.length === 0 ? inside : [at, ...inside]
}
export const replaced = (value: unknown, [head, ...rest]: Path, by: unknown): unknown => {
  if (head === undefined) return by
  const copy: Record<string | number, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) }
  copy[head] = replaced(copy[head], rest, by)
  return copy
}
export const without = (value: object, key: string) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))

export let world: Awaited<ReturnType<typeof scene>>
let decider: Person
/** Files that share a process share this module: each opens a world of its own. */
export const withWorld = () =>
  beforeAll(async () => {
    world = await scene(undefined, { isPaidForReal: true })
    decider = await operator()
  })

export const callerOf = ({ caller, name }: Operation): Person | null => {
  if (caller === 'visitor') return null
  if (caller === 'operator') return decider
  if (caller === 'fan')
    return /Application$|ApplicationDraft$|Slug$|Carts?$|Address/.test(name) ? world.applicant : world.editor
  return world.owner
}

const leaks = /\bat .+:\d+:\d+|node_modules|select .+ from|insert into|\/src\/|violates|relation "/i
export const check = (operation: Operation, sent: string, status: number, body: string) => {
  const about = `${operation.name} ${sent.slice(0, 300)} → ${status} ${body.slice(0, 300)}`
  expect(status, about).toBeLessThan(500)
  if (status === 200) return
  expect(body, about).not.toMatch(leaks)
  const failure = JSON.parse(body)
  expect(failure, about).toMatchObject({ ok: false, code: expect.any(String), message: expect.any(String) })
  expect(failure.requestId, about).not.toBe('')
  if (status === 400) expect(failure.fields ?? [], about).toSatisfy(Array.isArray)
}
