import { expect, test } from 'vitest'
import { day, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { askAsVisitor } from '#program/ask.ts'
import { loadAtAGlance } from '#publishing/contents/fan/loadContents.server.ts'
import { now } from '#server/clock.ts'
import { club } from '../support/club'
import { addContent } from '../support/fan'
import { addLive } from '../support/live'

/* What a brand's page says of its contents before the first of them. */

const hour = day / 24
const glanceOf = ({ ids }: Awaited<ReturnType<typeof club>>, today = now()) =>
  loadAtAGlance(askAsVisitor, ids, { today, locale: 'en' })

test('the month is counted whole, and begins at midnight in Tokyo', async () => {
  const of = await club()
  const from = startOfTokyoMonth(tokyoMonth(now()))
  const add = (publishingAt: number, n = 1) =>
    Promise.all(Array.from({ length: n }, () => addContent(of.ids, { publishingAt, viewableBy: 'allUsers' })))
  await add(from - 1)
  await add(from, 2)
  await addContent(of.ids, { publishingAt: from + 1, type: 'video', viewableBy: 'allUsers' })
  expect((await glanceOf(of)).month).toEqual({ news: 2, video: 1, streaming: 0 })
  expect((await glanceOf(of, from - 1)).month).toEqual({ news: 3, video: 1, streaming: 0 })
  // More than a list answers at once.
  await add(from + 2, 110)
  expect((await glanceOf(of)).month).toEqual({ news: 112, video: 1, streaming: 0 })
})

test('the next live is the one that comes first; none that is canceled, has lost its day, is over or did not come', async () => {
  const of = await club()
  expect((await glanceOf(of)).next).toBeNull()
  const cancellation = { reason: 'Rain', refundPolicy: '', at: now() }
  await addLive(of, { startAt: now() + day, event: { cancellation } })
  const postponement = { reason: 'Rain', at: now(), startedAt: now() + day, isDated: false }
  await addLive(of, { startAt: now() + day, event: { postponement } })
  await addLive(of, { startAt: now() - day })
  const over = { startedAt: now() - 3 * hour, endedAt: now() - 2 * hour, recordingOn: false }
  await addLive(of, { startAt: now() - 3 * hour, row: over })
  expect((await glanceOf(of)).next).toBeNull()
  const { planContentId: later } = await addLive(of, { startAt: now() + 3 * day })
  expect((await glanceOf(of)).next).toMatchObject({ planContentId: later, isOn: false })
  const { planContentId: sooner } = await addLive(of, { startAt: now() + 2 * day })
  expect((await glanceOf(of)).next).toMatchObject({ planContentId: sooner })
  // Its hour has come, and it begins in a moment.
  const { planContentId: late } = await addLive(of, { startAt: now() - hour / 12 })
  expect((await glanceOf(of)).next).toMatchObject({ planContentId: late, isOn: false })
})

test('a live that is on air stands before the next one, also of a club that has published much since it was announced', async () => {
  const of = await club()
  await addLive(of, { startAt: now() + day })
  const startedAt = now() - hour / 2
  const row = { startedAt, signalAt: now(), hasSignal: true }
  const { planContentId: on } = await addLive(of, { startAt: startedAt, publishingAt: now() - 9 * day, row })
  await Promise.all(Array.from({ length: 110 }, () => addContent(of.ids, { viewableBy: 'allUsers' })))
  expect((await glanceOf(of)).next).toEqual({ planContentId: on, name: 'Letter', startAt: startedAt, isOn: true })
})
