import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Operation } from '#kit/contract.ts'
import { addTokyoMonths, day, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { backNumbers } from '#publishing/backNumbers/contract.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { contentPlans, contents } from '#publishing/contents/tables.server.ts'
import { streamings } from '#publishing/streamings/tables.server.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { makeAnswerCache } from '#server/http/answerCache.ts'
import { shared } from '#server/shared.ts'
import { request } from '../support/club'
import { scene } from '../support/scene'

const answers = makeAnswerCache({ now, clockOffset: () => 0 })
beforeAll(() => {
  answers.listening(true)
  shared.answers = answers
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterAll(() => {
  vi.useRealTimers()
  shared.answers = undefined
})

type Asked = [operation: Operation, payload: object]
const told = async (asked: readonly Asked[]) => {
  const said: string[] = []
  for (const [operation, payload] of asked) {
    const { body } = await request(operation, JSON.stringify(payload), null)
    // A refusal names its request.
    said.push(body.replace(/"requestId":"[^"]*"/, ''))
  }
  return said
}
const asItIs = async (asked: readonly Asked[]) => {
  shared.answers = undefined
  try {
    return await told(asked)
  } finally {
    shared.answers = answers
  }
}

test('what a moment changes is answered from that moment on, and not before (rule: access.kept)', async () => {
  const { examples, ids } = await scene()
  const { tenantId } = ids
  const at = now()
  const idIn = (name: string, field: string) => (examples[name] as Record<string, string>)[field] ?? expect.fail(name)
  const [later, opened] = [
    idIn('reschedulePlanContentPublishment', 'planContentId'),
    idIn('explainMyAccess', 'planContentId'),
  ]
  const [plan, endingPlan] = [idIn('getPublicPlanOpening', 'planId'), idIn('cancelScheduledArchive', 'planId')]
  const monthOver = addTokyoMonths(startOfTokyoMonth(tokyoMonth(at + 41 * day)), 1)
  const period = tokyoMonth(monthOver - 1)
  const [{ editedAt, visibleFrom } = expect.fail('no content')] = await database()
    .update(contents)
    .set({ periodYear: period.year, periodMonth: period.month })
    .where(eq(contents.planContentId, opened))
    .returning()
  await database()
    .insert(contentPlans)
    .values({ tenantId, planContentId: opened, planId: endingPlan, editedAt, visibleFrom: visibleFrom ?? at })
  const [live] = await database()
    .select({ planContentId: contents.planContentId })
    .from(contents)
    .innerJoin(streamings, eq(streamings.streamingId, contents.streamingId))
    .where(and(eq(contents.tenantId, tenantId), eq(streamings.hasSignal, true)))
  const shown = live?.planContentId ?? expect.fail('no live')
  const named: Record<string, Asked> = {
    contents: [publicContents.getPublicPlanContents, { ...ids, filterOption: null }],
    'contents of a plan': [
      publicContents.getPublicPlanContents,
      { ...ids, filterOption: { type: 'planContents', planId: plan }, pagination: { limit: 18, offset: 0 } },
    ],
    'contents beside': [
      publicContents.getPublicPlanContents,
      { ...ids, filterOption: null, beside: { planContentId: opened, are: 'newer' } },
    ],
    'a later content': [publicContents.getPublicPlanContentWithPlans, { ...ids, planContentId: later }],
    'its metadata': [publicContents.getPlanContentMetadata, { tenantId, planContentId: later }],
    'access to it': [publicContents.explainMyAccess, { tenantId, planContentId: later }],
    'a live': [publicContents.getPublicPlanContentWithPlans, { ...ids, planContentId: shown }],
    'a paid content': [publicContents.getPublicPlanContentWithPlans, { ...ids, planContentId: opened }],
    'access to that': [publicContents.explainMyAccess, { tenantId, planContentId: opened }],
    months: [backNumbers.getPublicPlanBackNumbers, { ...ids, filterOption: null }],
    'a month': [backNumbers.getPublicPlanBackNumber, { ...ids, planId: plan, period }],
    'its month': [backNumbers.getPublicPlanContentWithBackNumbers, { tenantId, planContentId: opened }],
    opening: [backNumbers.getPublicPlanOpening, { ...ids, planId: plan }],
  }
  const asked = Object.values(named)
  const moments = {
    'a content is published': at + 5 * day,
    'a recording ends': at + 17 * day,
    'a plan ends': at + 40 * day,
    'a month is over': monthOver,
  }
  const changes: Record<string, string[]> = {}
  for (const [name, moment] of Object.entries(moments)) {
    vi.setSystemTime(moment - 60_000)
    const before = await told(asked)
    expect(before, `before ${name}`).toEqual(await asItIs(asked))
    vi.setSystemTime(moment + 10)
    const after = await told(asked)
    expect(after, name).toEqual(await asItIs(asked))
    changes[name] = Object.keys(named).filter((_, n) => before[n] !== after[n])
  }
  expect(changes).toEqual({
    'a content is published': [
      'contents',
      'contents of a plan',
      'contents beside',
      'a later content',
      'its metadata',
      'access to it',
      'a paid content',
      'opening',
    ],
    'a recording ends': ['contents', 'contents of a plan', 'contents beside', 'a live'],
    'a plan ends': ['its month'],
    'a month is over': [
      'contents',
      'contents of a plan',
      'a paid content',
      'access to that',
      'months',
      'a month',
      'its month',
      'opening',
    ],
  })
})

test('control: where the moment is not looked at, visitors are answered what was', async () => {
  const { examples, ids } = await scene()
  const at = now()
  const { planContentId } = examples.reschedulePlanContentPublishment as { planContentId: string }
  const asked: Asked[] = [
    [publicContents.getPublicPlanContents, { ...ids, filterOption: null }],
    [publicContents.explainMyAccess, { tenantId: ids.tenantId, planContentId }],
  ]
  const standing = makeAnswerCache({ now: () => at, clockOffset: () => 0 })
  standing.listening(true)
  shared.answers = standing
  const before = await told(asked)
  vi.setSystemTime(at + 5 * day + 10)
  expect(await told(asked)).toEqual(before)
  shared.answers = answers
  const after = await told(asked)
  expect(after.filter((body, n) => body === before[n])).toEqual([])
})
