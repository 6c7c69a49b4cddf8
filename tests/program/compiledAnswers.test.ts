import { isDeepStrictEqual } from 'node:util'
import { expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { answerAsMock, mocks } from '#mocks/answer.ts'
import { parseCompiled } from '#server/compiledSchema.ts'
import { context, examples } from '../support/mockWorld'

/*
 * Answers are checked by functions that are compiled from the contracts. They take, drop and refuse what zod does: each contract gets
 * its mocked answers, and each of them broken at each of its fields in every way.
 */

const answersOf = (name: string, scenarios: Iterable<string>) =>
  ['', ...scenarios].flatMap((scenario) => {
    const answer = answerAsMock(name, examples[name], { ...context, scenario })
    return answer !== 'never' && answer.ok ? [answer.data] : []
  })

const gone = Symbol('gone')
/** In place of what stands there; `gone` takes the key itself away. */
const breaks: unknown[] = [gone, null, '', 'a word that nobody knows', -1, 1.5, NaN, true, {}, [null]]

type Path = (string | number)[]
/** With the first two rows of each list. */
const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one)]))
}
/** Each field of the answer. */
const pathsOf = (value: unknown, path: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return [path]
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  const inner = keys.flatMap((key) => pathsOf((value as Record<string | number, unknown>)[key], [...path, key]))
  return [path, ...inner]
}
const broken = (value: unknown, [key, ...rest]: Path, by: unknown): unknown => {
  if (key === undefined) return by === gone ? undefined : by
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>
  if (rest.length === 0 && by === gone) delete copy[key]
  else copy[key] = broken(copy[key], rest, by)
  return copy
}
/** With a key that the contract does not name, at each of its objects. */
const withMore = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  return { nobodyAsked: 1, ...Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withMore(one)])) }
}

const taken = (schema: z.ZodType, value: unknown) => {
  try {
    return { data: parseCompiled(schema, value) }
  } catch {
    return null
  }
}
/** Whether both take it, and make the same of it, or both refuse it. `expect` takes too long for so many. */
const doAlike = (schema: z.ZodType, value: unknown) => {
  const wanted = schema.safeParse(value)
  return isDeepStrictEqual(taken(schema, value), wanted.success ? { data: wanted.data } : null)
}

test('an answer that keeps its contract is checked by its function alone', () => {
  const asked: string[] = []
  for (const [name, { operation, scenarios }] of mocks) {
    for (const answer of answersOf(name, scenarios.keys())) {
      const wanted = operation.result.parse(answer)
      const parse = vi.spyOn(operation.result, 'parse')
      expect(parseCompiled(operation.result, answer), name).toStrictEqual(wanted)
      if (parse.mock.calls.length > 0) asked.push(name)
      parse.mockRestore()
    }
  }
  expect(asked).toEqual([])
})

test('what the contract does not name is dropped where its contract drops it', () => {
  const different: string[] = []
  let dropped = 0
  for (const [name, { operation, scenarios }] of mocks) {
    for (const answer of answersOf(name, scenarios.keys())) {
      if (!doAlike(operation.result, withMore(answer))) different.push(name)
      if (isDeepStrictEqual(taken(operation.result, withMore(answer)), { data: answer })) dropped += 1
    }
  }
  expect(different).toEqual([])
  expect(dropped).toBeGreaterThan(300)
})

test('an answer that is broken at any field is refused as its contract refuses it', () => {
  const different: string[] = []
  let refused = 0
  for (const [name, { operation, scenarios }] of mocks) {
    const answer = shortened(answersOf(name, scenarios.keys())[0])
    for (const path of pathsOf(answer)) {
      for (const by of breaks) {
        const value = broken(answer, path, by)
        if (!operation.result.safeParse(value).success) refused += 1
        if (!doAlike(operation.result, value)) different.push(`${name} ${path.join('.')} ${String(by)}`)
      }
    }
  }
  expect(different).toEqual([])
  expect(refused).toBeGreaterThan(10_000)
})
