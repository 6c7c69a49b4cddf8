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
const keyed = (value: unknown) => Object.entries(value as object)
const isWord = (value: unknown): value is string => typeof value === 'string' && /^[a-z]\w{0,30}$/i.test(value)
/** Which fields an object has, and of what kind each is: two branches of a contract differ in it, or in a word. */
const shapeOf = (value: unknown) =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(keyed(value).map(([key, one]) => [key, one === null ? 'null' : typeof one]))
    : typeof value
/** With two rows of each list, and one more of each other shape. */
const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const shapes = new Set(value.slice(0, 2).map(shapeOf))
    const others = value.slice(2).filter((one) => !shapes.has(shapeOf(one)) && shapes.add(shapeOf(one)))
    return [...value.slice(0, 2), ...others].map(shortened)
  }
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

const at = (value: unknown, path: Path) =>
  path.reduce<unknown>((one, key) => (one as Record<string | number, unknown>)[key], value)
const placeOf = (path: Path) => path.map((key) => (typeof key === 'number' ? '*' : key)).join('.')

/** The fields of all answers of an operation: one of each place in each branch, by the shape and the words beside it. */
const fieldsOf = (answers: readonly unknown[]) => {
  const fields = new Map<string, { answer: unknown; path: Path }>()
  const words = new Map<string, Set<string>>()
  for (const answer of answers)
    for (const path of pathsOf(answer)) {
      const [place, value, beside] = [placeOf(path), at(answer, path), at(answer, path.slice(0, -1))]
      const branch = `${place} ${shapeOf(beside)} ${shapeOf(value)}`
      if (!fields.has(branch)) fields.set(branch, { answer, path })
      if (isWord(value)) words.set(place, (words.get(place) ?? new Set()).add(value))
    }
  return { fields: [...fields.values()], words }
}

test('an answer that is broken at any field of any branch is refused as its contract refuses it', () => {
  const different: string[] = []
  let refused = 0
  for (const [name, { operation, scenarios }] of mocks) {
    const { fields } = fieldsOf(answersOf(name, scenarios.keys()).map(shortened))
    for (const { answer, path } of fields) {
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

test('a branch under the name of another one, and each word that stands elsewhere, is taken or refused as by its contract', () => {
  const different: string[] = []
  let swapped = 0
  for (const [name, { operation, scenarios }] of mocks) {
    const { fields, words } = fieldsOf(answersOf(name, scenarios.keys()).map(shortened))
    for (const { answer, path } of fields)
      for (const word of [...(words.get(placeOf(path)) ?? [])].filter((one) => one !== at(answer, path)).slice(0, 8)) {
        swapped += 1
        if (!doAlike(operation.result, broken(answer, path, word))) different.push(`${name} ${path.join('.')} ${word}`)
      }
  }
  expect(different).toEqual([])
  expect(swapped).toBeGreaterThan(500)
})
