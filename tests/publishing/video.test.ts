import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { bin } from '#club/bin/contract.ts'
import { uploads } from '#club/uploads/contract.ts'
import { uploads as uploadTable } from '#club/uploads/tables.server.ts'
import { serverConfig } from '#config.server.ts'
import { attemptFolder, posterTimes, renditionsOf } from '#kit/conversion.ts'
import { day } from '#kit/time.ts'
import { runJob } from '#program/jobs.ts'
import { callbackContext } from '#program/workContext.ts'
import { contents } from '#publishing/contents/contract.ts'
import { video } from '#publishing/contents/video/contract.ts'
import { videoJobs } from '#publishing/contents/video/jobs.server.ts'
import { beginAttempt } from '#publishing/contents/video/queries.server.ts'
import { videoConversions } from '#publishing/contents/video/tables.server.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { runDueJobs } from '#server/queue.ts'
import { storage } from '#server/storage/storage.ts'
import { clip } from '../support/clip'
import { ask, club, newId, type Person, refused, request } from '../support/club'
import { mediaDoor, sendInParts } from '../support/send'

const here = await mediaDoor()
const film = clip()

const sent = async (bytes: Buffer, parts = 1) => {
  const { ids, owner } = await club()
  const mediaId = await sendInParts(bytes, { ids, by: owner, here, parts })
  return { ids, owner, mediaId, statusOf: () => statusOf(ids, mediaId, owner) }
}
const statusOf = (ids: { tenantId: string; brandId: string }, mediaId: string, by: Person) =>
  ask(video.getPlanContentVideoConversionStatus, { ...ids, mediaId }, by)
const rowOf = async (mediaId: string) =>
  (await database().select().from(videoConversions).where(eq(videoConversions.mediaId, mediaId)))[0]
const convert = (mediaId: string) => runJob(videoJobs.convertVideo, { id: newId('attempt'), data: { mediaId } })
/** Everything under a media's folder, by the names of the disk. */
const filesOf = async ({ tenantId, mediaId }: { tenantId: string; mediaId: string }) => {
  const folder = join(process.env.DATA_DIR ?? '', 'files', 'objects', 'private', tenantId, 'video', mediaId)
  return (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.includes('.')).sort()
}

test('a draft waits for a video that is still on its way, is written meanwhile, and cannot be published before', async () => {
  const { ids, owner } = await club()
  const { planContentId } = await ask(video.createDraftPlanContentVideo, ids, owner)
  const read = async () => (await ask(contents.getPrivatePlanContent, { ...ids, planContentId }, owner)).planContent
  const { details: _, status: __, publishingAt: ___, type: ____, editedAt, ...fields } = await read()
  const said = { ...ids, ...fields, name: '夏のライブ', viewableBy: 'allUsers' as const, text: '' }
  await ask(video.updatePlanContentVideoAsDraft, { ...said, expectedEditedAt: editedAt }, owner)
  const early = await refused(video.updatePlanContentVideoAsActive, said, owner)
  expect(early).toMatchObject({ code: 'incomplete', fields: [{ field: 'mediaId', rule: 'required' }] })
  expect(await read()).toMatchObject({ status: 'draft', name: '夏のライブ', details: { mediaId: null, videoUrl: '' } })
})

describe('a video that was sent', () => {
  test('in parts is converted, and plays for staff with three cookies', async () => {
    const { ids, owner, mediaId, statusOf: status } = await sent(film, 2)
    expect(await status()).toMatchObject({ status: 'progressing', progress: 0, posters: [] })
    const created = await ask(video.createDraftPlanContentVideo, { ...ids, mediaId }, owner)
    const before = await ask(contents.getPrivatePlanContent, { ...ids, ...created }, owner)
    expect(before.planContent.details).toMatchObject({ videoUrl: '', signedCookies: {} })
    await runDueJobs()
    const done = await status()
    expect(done).toMatchObject({ status: 'completed', progress: 100, reason: null, width: 320, height: 180 })
    expect(done.durationMs).toBeGreaterThan(1900)
    expect(done.posters.length).toBe(5)
    for (const poster of done.posters)
      expect((await fetch(here(poster))).headers.get('content-type')).toBe('image/jpeg')

    const answer = await request(contents.getPrivatePlanContent, JSON.stringify({ ...ids, ...created }), owner)
    const { details } = JSON.parse(answer.body).planContent
    const cookie = Object.entries(details.signedCookies).map(([name, value]) => `${name}=${value}`)
    expect(cookie.length).toBe(3)
    expect(answer.cookies?.map(({ name, value }) => `${name}=${value}`)).toEqual(cookie)
    const get = (url: string, headers = {}) => fetch(here(url), { headers: { cookie: cookie.join('; '), ...headers } })
    const master = await get(details.videoUrl)
    expect(master.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
    expect(await master.text()).toContain('RESOLUTION=320x180')
    const playlist = details.videoUrl.replace('master', '180p/index')
    expect(await (await get(playlist)).text()).toContain('00000.m4s')
    const segment = await get(playlist.replace('index.m3u8', '00000.m4s'), { range: 'bytes=0-9' })
    expect([segment.status, segment.headers.get('content-type'), (await segment.arrayBuffer()).byteLength]).toEqual([
      206,
      'video/mp4',
      10,
    ])
    expect((await fetch(here(details.videoUrl))).status).toBe(403)
  })

  test('can be published only when it is converted, and with one of its own pictures', async () => {
    const { ids, owner, mediaId, statusOf: status } = await sent(film)
    const created = await ask(video.createDraftPlanContentVideo, { ...ids, mediaId }, owner)
    const said = {
      name: 'Live',
      thumbnail: '',
      viewableBy: 'allUsers' as const,
      planIds: [],
      backNumberPeriod: null,
      text: '',
    }
    const publish = { ...ids, ...created, ...said }
    expect((await refused(video.updatePlanContentVideoAsActive, publish, owner)).code).toBe('videoNotReady')
    await runDueJobs()
    const [, poster = ''] = (await status()).posters
    await ask(video.updatePlanContentVideoAsActive, { ...publish, thumbnail: poster }, owner)
    const { planContent } = await ask(contents.getPrivatePlanContent, { ...ids, ...created }, owner)
    expect(planContent).toMatchObject({ status: 'active', thumbnail: poster })
  })

  test('in one piece is found when it is used, and converted', async () => {
    const { ids, owner } = await club()
    const grant = await ask(uploads.getSignedUrlForPlanContentVideoUpload, { ...ids, fileName: 'live.mp4' }, owner)
    const { url, mediaId, contentType } = grant
    expect(contentType).toBe('video/mp4')
    expect((await refused(video.createDraftPlanContentVideo, { ...ids, mediaId }, owner)).code).toBe('mediaNotFound')
    expect((await statusOf(ids, mediaId, owner)).status).toBe('none')
    const put = (headers = {}) =>
      fetch(here(url), {
        method: 'PUT',
        headers: { 'Content-Type': contentType, ...headers },
        body: new Uint8Array(film),
      })
    expect((await put({ 'Content-Type': 'text/html' })).status).toBe(403)
    expect((await put()).status).toBe(200)
    expect((await statusOf(ids, mediaId, owner)).status).toBe('progressing')
    await ask(video.createDraftPlanContentVideo, { ...ids, mediaId }, owner)
    await runDueJobs()
    expect((await statusOf(ids, mediaId, owner)).status).toBe('completed')
  })

  test('in one piece to a storage that tells nobody is found by looking', async () => {
    const { ids, owner } = await club()
    const named = { ...ids, fileName: 'live.mp4' }
    const { mediaId } = await ask(uploads.getSignedUrlForPlanContentVideoUpload, named, owner)
    const [row] = await database().select().from(uploadTable).where(eq(uploadTable.mediaId, mediaId))
    await storage().put(row?.key ?? '', film, 'video/mp4')
    await ask(video.createDraftPlanContentVideo, { ...ids, mediaId }, owner)
    const [found] = await database().select().from(uploadTable).where(eq(uploadTable.mediaId, mediaId))
    expect(found).toMatchObject({ state: 'ready', size: film.length })
    expect((await statusOf(ids, mediaId, owner)).status).toBe('progressing')
  })
})

describe('a video whose content is deleted', () => {
  test('leaves none of its files, unless another content shows it', async () => {
    const { ids, owner, mediaId, statusOf: status } = await sent(film)
    const one = await ask(video.createDraftPlanContentVideo, { ...ids, mediaId }, owner)
    const other = await ask(video.createDraftPlanContentVideo, { ...ids, mediaId }, owner)
    await runDueJobs()
    const [upload] = await database().select().from(uploadTable).where(eq(uploadTable.mediaId, mediaId))
    const media = { ...ids, mediaId }
    const removed = async (content: { planContentId: string }) => {
      await ask(contents.deletePlanContent, { ...ids, ...content }, owner)
      await runDueJobs()
      // What lies in the bin may come back with its film.
      expect((await filesOf(media)).length).toBe(4)
      await ask(bin.deleteFromBin, { ...ids, kind: 'content', itemId: content.planContentId }, owner)
    }
    await removed(one)
    await runDueJobs()
    expect((await status()).status).toBe('completed')
    expect((await filesOf(media)).length).toBe(4)
    await removed(other)
    await runDueJobs()
    expect(await filesOf(media)).toEqual([])
    expect(await storage().head(upload?.key ?? '')).toBeNull()
    expect(await rowOf(mediaId)).toBeUndefined()
    expect((await refused(video.createDraftPlanContentVideo, { ...ids, mediaId }, owner)).code).toBe('mediaNotFound')
  })
})

describe('a file that is no film', () => {
  test.each<[string, () => Buffer, string]>([
    ['noise', () => randomBytes(50_000), 'unreadable'],
    ['half a film', () => film.subarray(0, film.length / 2), 'unreadable'],
    ['half a film that says its length first', () => cutFilm(), 'unreadable'],
    ['a playlist that names a film of the machine', () => playlist(), 'unreadable'],
    ['a sound alone', () => clip({ options: ['-vn'] }), 'noVideo'],
  ])('%s ends in an error that says why, and keeps the file', async (_, make, reason) => {
    const { mediaId, ids, owner, statusOf: status } = await sent(make())
    await runDueJobs()
    expect(await status()).toMatchObject({ status: 'error', reason, posters: [] })
    expect(await filesOf({ ...ids, mediaId })).toEqual([])
    const [row] = await database().select().from(uploadTable).where(eq(uploadTable.mediaId, mediaId))
    expect(await storage().head(row?.key ?? '')).not.toBeNull()
    await ask(video.retryVideoConversion, { ...ids, mediaId }, owner)
    expect(await status()).toMatchObject({ status: 'progressing', reason: null })
  })

  const playlist = () => {
    const path = join(process.env.DATA_DIR ?? '', 'secret.mp4')
    writeFileSync(path, film)
    return Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile://${path}\n#EXT-X-ENDLIST\n`)
  }
  const cutFilm = () => {
    const whole = clip({ seconds: 30, width: 64, height: 64, options: ['-movflags', '+faststart'] })
    return whole.subarray(0, whole.length / 2)
  }
})

describe('where ffmpeg cannot be had', () => {
  const config = serverConfig()
  const { FFPROBE_PATH } = config
  afterEach(() => {
    config.FFPROBE_PATH = FFPROBE_PATH
  })

  test('the status says so, and the file waits for another try', async () => {
    const { mediaId, ids, owner, statusOf: status } = await sent(film)
    config.FFPROBE_PATH = '/nowhere/ffprobe'
    await runDueJobs()
    config.FFPROBE_PATH = FFPROBE_PATH
    expect(await status()).toMatchObject({ status: 'error', reason: 'noConverter' })
    await ask(video.retryVideoConversion, { ...ids, mediaId }, owner)
    await runDueJobs()
    expect((await status()).status).toBe('completed')
  })
})

describe('a conversion', () => {
  test('whose worker was killed begins again, and nothing of the first run stays', async () => {
    const { ids, mediaId, statusOf: status } = await sent(film)
    const media = { ...ids, mediaId }
    const lost = newId('attempt')
    await database().transaction((db) => beginAttempt(db as never, mediaId, lost))
    await storage().put(`${attemptFolder(media, lost)}/180p/00000.m4s`, Buffer.from('half'), 'video/mp4')
    await convert(mediaId)
    expect((await status()).status).toBe('completed')
    const { attempt } = (await rowOf(mediaId)) ?? {}
    expect(attempt).not.toBe(lost)
    expect(await filesOf(media)).toEqual(
      ['180p/00000.m4s', '180p/index.m3u8', '180p/init.mp4', 'master.m3u8'].map((name) => `${attempt}/${name}`),
    )
  })

  test('that two workers run at once is published once, and only one of the two stays', async () => {
    const { ids, mediaId, statusOf: status } = await sent(film)
    await Promise.all([convert(mediaId), convert(mediaId)])
    expect((await status()).status).toBe('completed')
    const { attempt } = (await rowOf(mediaId)) ?? {}
    const files = await filesOf({ ...ids, mediaId })
    expect(files.map((name) => name.split('/')[0])).toEqual(Array(4).fill(attempt))
    await convert(mediaId)
    expect(await filesOf({ ...ids, mediaId })).toEqual(files)
  })

  test('that was overtaken by another run no longer counts, and takes its files away', async () => {
    const { ids, mediaId, statusOf: status } = await sent(film)
    const running = convert(mediaId)
    await expect.poll(async () => (await rowOf(mediaId))?.attempt, { interval: 10 }).not.toBeNull()
    await database().transaction((db) => beginAttempt(db as never, mediaId, newId('attempt')))
    await running
    expect((await status()).status).toBe('progressing')
    expect(await filesOf({ ...ids, mediaId })).toEqual([])
  })

  test('whose worker dies with every try is given up', async () => {
    const { mediaId, statusOf: status } = await sent(film)
    for (let n = 0; n < 5; n++)
      await database().transaction((db) => beginAttempt(db as never, mediaId, newId('attempt')))
    await convert(mediaId)
    expect(await status()).toMatchObject({ status: 'error', reason: 'failed' })
  })

  test('that is cancelled stops, and can be begun again', async () => {
    const { ids, owner, mediaId, statusOf: status } = await sent(clip({ width: 1280, height: 720, seconds: 30 }))
    const running = convert(mediaId)
    await expect.poll(async () => (await rowOf(mediaId))?.attempt).not.toBeNull()
    await ask(video.cancelVideoConversion, { ...ids, mediaId }, owner)
    await running
    expect((await status()).status).toBe('canceled')
    expect(await filesOf({ ...ids, mediaId })).toEqual([])
    expect((await refused(video.cancelVideoConversion, { ...ids, mediaId }, owner)).code).toBe('conversionNotRunning')
    await ask(video.retryVideoConversion, { ...ids, mediaId }, owner)
    expect((await refused(video.retryVideoConversion, { ...ids, mediaId }, owner)).code).toBe('conversionNotStopped')
    await ask(video.cancelVideoConversion, { ...ids, mediaId }, owner)
  })

  test('leaves no pictures that nobody uses for longer than a day', async () => {
    const { mediaId, ids } = await sent(randomBytes(5000))
    await runDueJobs()
    const posters = () =>
      database()
        .select()
        .from(uploadTable)
        .where(and(eq(uploadTable.tenantId, ids.tenantId), eq(uploadTable.kind, 'image')))
    expect((await posters()).length).toBe(5)
    const { sweepUploads } = await import('#club/uploads/jobs.server.ts')
    await sweepUploads({ ...callbackContext(), now: now() + day + 1000 })
    expect(await posters()).toEqual([])
    expect((await rowOf(mediaId))?.status).toBe('error')
  })
})

describe('the renditions of a film', () => {
  test.each([
    [{ width: 3840, height: 2160 }, ['1920x1080', '1280x720', '960x540', '640x360']],
    [{ width: 1920, height: 1080 }, ['1920x1080', '1280x720', '960x540', '640x360']],
    [{ width: 1080, height: 1920 }, ['1080x1920', '720x1280', '540x960', '360x640']],
    [{ width: 1280, height: 719 }, ['960x540', '640x360']],
    [{ width: 320, height: 181 }, ['320x180']],
    [{ width: 1, height: 1 }, ['2x2']],
  ])('%o is shown as %s', (size, wanted) => {
    expect(renditionsOf(size).map(({ width, height }) => `${width}x${height}`)).toEqual(wanted)
  })

  test('posters stand within it', () => {
    expect(posterTimes(10_000)).toEqual([1000, 3000, 5000, 7000, 9000])
  })
})
