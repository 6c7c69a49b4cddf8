import { expect, test } from 'vitest'
import { stopBudget } from '#server/machine/stopping.ts'

test('every part of a stop has its time before the process is ended', () => {
  const { all, ...parts } = stopBudget
  expect(Object.values(parts).reduce((sum, part) => sum + part)).toBeLessThan(all)
  // Service managers and the start script end what has not stopped after ten and twelve seconds.
  expect(all).toBeLessThan(10_000)
})
