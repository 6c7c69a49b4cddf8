import { afterAll, describe, expect, test } from 'vitest'
import { all, badValues, callerOf, check, pathsOf, rawValues, replaced, without, withWorld, world } from './badInput'
import { request } from './club'
import { watchedState } from './state'

/** One of `count` parts of the operations, each with one bad field at a time. */
export const refusesBadFields = (part: number, count: number) => {
  let calls = 0
  withWorld()
  const state = watchedState()
  describe('one bad field at a time is refused without a trace', () => {
    test.each(
      all
        .map((operation, turn) => [operation.name, operation, turn] as const)
        .filter(([, , turn]) => turn % count === part),
    )('%s', async (name, operation, turn) => {
      const example = world.examples[name] ?? {}
      const by = callerOf(operation)
      for (const path of pathsOf(example)) {
        // Nearly every operation names its club and brand, by one schema: each of them tries a third of what may stand there.
        const isOwner = path.length === 1 && (path[0] === 'tenantId' || path[0] === 'brandId')
        const tried = isOwner ? badValues.filter((_, n) => n % 3 === turn % 3) : badValues
        const bodies = [
          ...tried.map((bad) => JSON.stringify(replaced(example, path, bad))),
          ...rawValues.map((raw) => JSON.stringify(replaced(example, path, '@raw@')).replace('"@raw@"', raw)),
          ...(path.length === 1 ? [JSON.stringify(without(example, String(path[0])))] : []),
        ]
        const refused: string[] = []
        const before = await state.before()
        for (const body of bodies) {
          const answer = await request(operation, body, by)
          calls++
          check(operation, body, answer.status, answer.body)
          if (answer.status !== 200) refused.push(body)
        }
        if (refused.length === bodies.length) {
          expect(await state.now(), `${name} ${path.join('.')}`).toEqual(before)
          continue
        }
        // Some of these were fine (a text is a text) and changed something. What is refused now must leave it as it is.
        const settled = await state.now()
        const stillRefused: number[] = []
        for (const body of refused) stillRefused.push((await request(operation, body, by)).status)
        calls += refused.length
        expect(
          stillRefused.every((status) => status !== 200),
          `${name} ${path.join('.')}`,
        ).toBe(true)
        expect(await state.now(), `${name} ${path.join('.')}`).toEqual(settled)
      }
    })
    afterAll(() => {
      expect(calls).toBeGreaterThan(4000 / count)
    })
  })
}
