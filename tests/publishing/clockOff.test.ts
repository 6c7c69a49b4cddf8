import { afterEach, expect, test, vi } from 'vitest'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { ask, club } from '../support/club'
import { addContent } from '../support/fan'

/* An instance whose clock is not that of the others, and of the database. */
afterEach(() => void vi.restoreAllMocks())
const off = 5000

test('on an instance whose clock is five seconds behind, what is published appears five seconds late, and no later', async () => {
  const real = Date.now
  const { ids } = await club()
  const moment = real() + 60_000
  const planContentId = await addContent(ids, { viewableBy: 'allUsers', publishingAt: moment })
  const isThere = async (trueTime: number, clock: number) => {
    vi.spyOn(Date, 'now').mockImplementation(() => trueTime + clock)
    const { planContents } = await ask(publicContents.getPublicPlanContents, { ...ids, filterOption: null }, null)
    vi.restoreAllMocks()
    return planContents.some((one) => one.planContentId === planContentId)
  }
  // In step, and behind: to the millisecond.
  expect([await isThere(moment - 1, 0), await isThere(moment, 0)]).toEqual([false, true])
  expect([await isThere(moment + off - 1, -off), await isThere(moment + off, -off)]).toEqual([false, true])
  // Ahead: as much too early.
  expect([await isThere(moment - off - 1, off), await isThere(moment - off, off)]).toEqual([false, true])
})
