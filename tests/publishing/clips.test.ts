import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bin } from '#club/bin/contract.ts'
import { serverConfig } from '#config.server.ts'
import { contents } from '#publishing/contents/contract.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { video } from '#publishing/contents/video/contract.ts'
import { keepClip, wantedClip } from '#publishing/contents/video/queries.server.ts'
import { database } from '#server/db.ts'
import { runDueJobs } from '#server/queue.ts'
import { storage } from '#server/storage/storage.ts'
import { clip } from '../support/clip'
import { ask, club, newId, type Person, request } from '../support/club'
import { addPlan } from '../support/fan'
import { mediaDoor, sendInParts } from '../support/send'

/* The clip of a video that everybody may see. */

const here = await mediaDoor()

const sent = async (bytes: Buffer) => {
  const { ids, owner } = await club()
  return { ids, owner, mediaId: await sendInParts(bytes, { ids, by: owner, here, parts: 1 }) }
}

const clipOf = async ({ ids, planContentId, by }: { ids: Ids; planContentId: string; by: Person | null }) => {
  if (by === null) {
    const { planContent } = await ask(publicContents.getPublicPlanContentWithPlans, { ...ids, planContentId }, null)
    return planContent.type === 'video' ? planContent.clip : null
  }
  const { details } = (await ask(contents.getPrivatePlanContent, { ...ids, planContentId }, by)).planContent
  return details.type === 'video' ? details.clip : null
}
type Ids = { tenantId: string; brandId: string }
const lengthOf = async (url: string) => {
  const path = join(process.env.DATA_DIR ?? '', `${newId('clip')}.mp4`)
  const answer = await fetch(here(url))
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
  const entries = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]
  const seconds = Number(execFileSync(serverConfig().FFPROBE_PATH, entries).toString())
  return { seconds, type: answer.headers.get('content-type') }
}
const paid = async (bytes: Buffer) => {
  const of = await sent(bytes)
  const { ids, owner, mediaId } = of
  const { planContentId } = await ask(video.createDraftPlanContentVideo, { ...ids, mediaId }, owner)
  const planIds = [await addPlan(ids)]
  const said = { name: 'Film', thumbnail: '', viewableBy: 'paidUsers' as const, planIds, backNumberPeriod: null }
  return { ...of, planContentId, said: { ...ids, planContentId, ...said, text: '' } }
}
const film20 = () => clip({ seconds: 20, width: 160, height: 90 })

test('a clip is cut once the video is converted, is at most ten seconds long, and needs no cookie; the film itself stays closed', async () => {
  const { ids, owner, planContentId, said } = await paid(film20())
  await ask(video.updatePlanContentVideoAsDraft, { ...said, clipFromMs: 3000 }, owner)
  expect(await clipOf({ ids, planContentId, by: owner })).toBe('')
  await runDueJobs()
  const address = (await clipOf({ ids, planContentId, by: owner })) ?? ''
  expect(address).toMatch(/\/clips\/[\w-]+\.mp4$/)
  const { seconds, type } = await lengthOf(address)
  expect(type).toBe('video/mp4')
  expect(seconds).toBeGreaterThan(9)
  expect(seconds).toBeLessThan(10.2)
  await ask(video.updatePlanContentVideoAsActive, said, owner)
  // Left out, the choice stays: visitors are shown the same clip, and nothing of the film.
  expect(await clipOf({ ids, planContentId, by: null })).toBe(address)
  const seen = await request(
    publicContents.getPublicPlanContentWithPlans,
    JSON.stringify({ ...ids, planContentId }),
    null,
  )
  expect(seen.body).not.toContain('private/')
  expect(seen.cookies ?? []).toEqual([])
  expect((await fetch(here(address), { headers: { range: 'bytes=0-9' } })).status).toBe(206)
})

test('a clip begins earlier where fewer than ten seconds would be left, and is as long as a shorter film', async () => {
  const { ids, owner, planContentId, said } = await paid(film20())
  await runDueJobs()
  await ask(video.updatePlanContentVideoAsActive, { ...said, clipFromMs: 86_400_000 }, owner)
  await runDueJobs()
  expect((await lengthOf((await clipOf({ ids, planContentId, by: owner })) ?? '')).seconds).toBeGreaterThan(9)
  const short = await paid(clip())
  await runDueJobs()
  await ask(video.updatePlanContentVideoAsActive, { ...short.said, clipFromMs: 5000 }, short.owner)
  await runDueJobs()
  const only = await clipOf({ ids: short.ids, planContentId: short.planContentId, by: short.owner })
  expect((await lengthOf(only ?? '')).seconds).toBeGreaterThan(1.5)
})

test('a clip is cut anew from another start or another video, and is gone when nobody shows it', async () => {
  const { ids, owner, planContentId, said } = await paid(film20())
  await runDueJobs()
  const clipped = async (clipFromMs: number | null) => {
    await ask(video.updatePlanContentVideoAsActive, { ...said, clipFromMs }, owner)
    const atOnce = await clipOf({ ids, planContentId, by: null })
    await runDueJobs()
    return { atOnce, after: (await clipOf({ ids, planContentId, by: null })) ?? '' }
  }
  const isThere = async (url: string) => (await fetch(here(url))).status === 200
  const first = await clipped(0)
  const second = await clipped(4000)
  expect(second.atOnce).toBe('')
  expect(second.after).not.toBe(first.after)
  expect([await isThere(first.after), await isThere(second.after)]).toEqual([false, true])
  // A copy has one of its own: deleting one of the two takes nothing from the other.
  const copy = await ask(contents.copyPlanContent, { ...ids, planContentId }, owner)
  await runDueJobs()
  const copied = (await clipOf({ ids, ...copy, by: owner })) ?? ''
  expect(copied).not.toBe(second.after)
  expect(await isThere(copied)).toBe(true)
  // In the bin it may come back with its clip.
  await ask(contents.deletePlanContent, { ...ids, planContentId }, owner)
  await runDueJobs()
  expect([await isThere(second.after), await isThere(copied)]).toEqual([true, true])
  await ask(bin.deleteFromBin, { ...ids, kind: 'content', itemId: planContentId }, owner)
  await runDueJobs()
  expect([await isThere(second.after), await isThere(copied)]).toEqual([false, true])
  const none = { ...said, planContentId: copy.planContentId, clipFromMs: null }
  await ask(video.updatePlanContentVideoAsDraft, none, owner)
  await runDueJobs()
  expect([await clipOf({ ids, ...copy, by: owner }), await isThere(copied)]).toEqual(['', false])
})

test('a clip that was changed while it was cut, or whose content is gone by then, is kept by nobody', async () => {
  const { ids, owner, planContentId, said } = await paid(film20())
  await runDueJobs()
  const choose = (clipFromMs: number) => ask(video.updatePlanContentVideoAsActive, { ...said, clipFromMs }, owner)
  const wanted = async () => (await wantedClip(database(), ids, planContentId)) as Wanted
  const keep = (one: Wanted) => keepClip(database(), one, storage().publicUrl('public/clips/overtaken.mp4'))
  await choose(0)
  const before = await wanted()
  await choose(5000)
  expect(await keep(before)).toBe(false)
  expect(await clipOf({ ids, planContentId, by: null })).toBe('')
  const last = await wanted()
  await ask(contents.deletePlanContent, { ...ids, planContentId }, owner)
  await ask(bin.deleteFromBin, { ...ids, kind: 'content', itemId: planContentId }, owner)
  expect(await keep(last)).toBe(false)
})
type Wanted = NonNullable<Awaited<ReturnType<typeof wantedClip>>>
