import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { liveFolder } from '#kit/live.ts'
import { day } from '#kit/time.ts'
import { callbackContext } from '#program/workContext.ts'
import { noteSignal } from '#publishing/streamings/callbacks.server.ts'
import { streamings } from '#publishing/streamings/contract.ts'
import { streamingJobs } from '#publishing/streamings/jobs.server.ts'
import { streamingById } from '#publishing/streamings/queries.server.ts'
import { longestAbsence } from '#publishing/streamings/streaming.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { enqueue, moveClock, runDueJobs } from '#server/queue.ts'
import { storage } from '#server/storage/storage.ts'
import { clip } from '../support/clip'
import { ask } from '../support/club'
import { scene } from '../support/scene'

/* A live whose pictures are late, as their receiver is away. */

const piece = () =>
  execFileSync('ffmpeg', ['-v', 'error', '-i', 'pipe:0', '-c', 'copy', '-f', 'mpegts', 'pipe:1'], {
    input: clip({ seconds: 4, options: ['-g', '24', '-movflags', '+frag_keyframe'] }),
  })

/** One that was sent and has ended, of which nothing is in the storage. */
const sent = async () => {
  const { examples, ids, owner } = await scene()
  const said = { ...(examples.createStreaming as { eventId: string; scheduleId: string }), ...ids }
  const times = { scheduledStartAt: now() + day, expiredAt: now() + 3 * day }
  const { streamingId, ingest } = await ask(streamings.createStreaming, { ...said, ...times }, owner)
  const named = { ...ids, streamingId }
  await ask(streamings.startLive, named, owner)
  const signal = (isThere: boolean) => noteSignal(callbackContext(), ingest.key, isThere, 'away')
  await signal(true)
  await moveClock(now() + 12_000)
  await signal(true)
  await signal(false)
  await ask(streamings.endLive, named, owner)
  await moveClock(now() + 5000)
  await runDueJobs()
  const facts = async () => {
    const row = await streamingById(database(), streamingId)
    return { hasNoVod: row?.hasNoVod, isRecorded: typeof row?.vodMediaId === 'string' }
  }
  return { ...named, facts }
}

/** What ended more than a quarter of an hour ago, and has no recording, is looked for every five minutes. */
const later = async (time: number) => {
  await moveClock(now() + time)
  await enqueue(database(), streamingJobs.endLostStreamings, {})
  await runDueJobs()
}

test('of a live that was sent and of which nothing has come a recording may still be made; after a day there is none', async () => {
  const [late, never] = [await sent(), await sent()]
  const waits = { hasNoVod: false, isRecorded: false }
  expect([await late.facts(), await never.facts()]).toEqual([waits, waits])
  await storage().put(`${liveFolder(late)}/show/0001-000000.ts`, piece(), 'video/mp2t')
  await later(16 * 60_000)
  const recorded = { hasNoVod: false, isRecorded: true }
  expect([await late.facts(), await never.facts()]).toEqual([recorded, waits])
  await later(longestAbsence)
  expect([await late.facts(), await never.facts()]).toEqual([recorded, { hasNoVod: true, isRecorded: false }])
  // What comes after that is nobody's.
  await storage().put(`${liveFolder(never)}/show/0001-000000.ts`, piece(), 'video/mp2t')
  await later(16 * 60_000)
  expect(await never.facts()).toEqual({ hasNoVod: true, isRecorded: false })
})
