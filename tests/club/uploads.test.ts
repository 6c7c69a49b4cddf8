import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploads } from '#club/uploads/contract.ts'
import { sweepUploads } from '#club/uploads/jobs.server.ts'
import { uploads as table } from '#club/uploads/tables.server.ts'
import { maxSize } from '#club/uploads/uploads.ts'
import { ofWidth, pictureWidths } from '#kit/pictures.ts'
import { handleMedia } from '#program/http/media.ts'
import { callbackContext } from '#program/workContext.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { addMember, ask, club, person, refused } from '../support/club'
import { jpeg, png } from '../support/pictures'

const sign = uploads.getSignedUrlForPlanContentAttachmentUpload

let server: Server
let origin: string
beforeAll(async () => {
  server = createServer((req, res) => void handleMedia(req, res))
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((closed) => server.close(closed)))

const here = (url: string) => url.replace('http://localhost:3000', origin)
const put = (url: string, headers: Record<string, string>, bytes: Uint8Array<ArrayBuffer>) =>
  fetch(here(url), { method: 'PUT', headers, body: bytes })
const pictureOf = (bytes: Uint8Array, contentType = 'image/png', fileName = 'cover.png') => ({
  type: 'image' as const,
  fileName,
  contentType,
  size: bytes.length,
})
const copy = (bytes: Uint8Array) => new Uint8Array(bytes)

describe('pictures of a brand', () => {
  test('a picture is readable by everyone once its PUT was accepted, and says nothing of its camera', async () => {
    const { ids, owner } = await club()
    const bytes = copy(await jpeg({ width: 40, height: 30, hidden: 'GPS 35.6 139.7' }))
    const signed = await ask(sign, { ...ids, ...pictureOf(bytes, 'image/jpeg', '写真.jpg') }, owner)
    expect(signed.urlForDownload).toMatch(/^http:\/\/localhost:3000\/api\/media\/public\/pictures\/media_\w+\.jpg$/)
    expect((await fetch(here(signed.urlForDownload))).status).toBe(404)

    expect((await put(signed.urlForUpload, signed.headers, bytes)).status).toBe(200)
    const shown = await fetch(here(signed.urlForDownload))
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await shown.arrayBuffer()).includes('GPS')).toBe(false)
    const [row] = await database().select().from(table).where(eq(table.mediaId, signed.mediaId))
    expect(row).toMatchObject({ ...ids, state: 'ready', createdBy: owner.uid })
    for (const width of pictureWidths) {
      const narrow = await fetch(here(ofWidth(signed.urlForDownload, width)))
      expect([narrow.status, narrow.headers.get('content-type')]).toEqual([200, 'image/webp'])
    }
  })

  test('an address whose file was refused is dead, for a good picture too', async () => {
    const { ids, owner } = await club()
    const good = copy(png({ width: 4, height: 4 }))
    const signed = await ask(sign, { ...ids, ...pictureOf(good) }, owner)
    const bad = copy(good)
    bad.fill(7)
    expect((await put(signed.urlForUpload, signed.headers, bad)).status).toBe(400)
    for (const again of [bad, good]) {
      const answer = await put(signed.urlForUpload, signed.headers, again)
      expect([answer.status, /<Code>(\w+)/.exec(await answer.text())?.[1]]).toEqual([404, 'NoSuchUpload'])
    }
    expect((await fetch(here(signed.urlForDownload))).status).toBe(404)
    await sweepUploads({ ...callbackContext(), now: now() + 25 * 3_600_000 })
    expect(await database().$count(table, eq(table.mediaId, signed.mediaId))).toBe(0)
  })

  test('of two files that arrive at the same moment one counts and the other is refused', async () => {
    const { ids, owner } = await club()
    const both = [1, 2].map((shade) => copy(png({ width: 40, height: 40, shade })))
    const [first] = both
    if (!first) throw new Error('There are two.')
    const signed = await ask(sign, { ...ids, ...pictureOf(first) }, owner)
    const answers = await Promise.all(both.map((bytes) => put(signed.urlForUpload, signed.headers, bytes)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('the same PUT twice is one upload; another file at the same address is refused', async () => {
    const { ids, owner } = await club()
    const [first, second] = [copy(png({ width: 4, height: 4 })), copy(png({ width: 4, height: 4 }))]
    second[second.length - 30] = 99
    const signed = await ask(sign, { ...ids, ...pictureOf(first) }, owner)
    expect((await put(signed.urlForUpload, signed.headers, first)).status).toBe(200)
    expect((await put(signed.urlForUpload, signed.headers, first)).status).toBe(200)
    expect((await put(signed.urlForUpload, signed.headers, second)).status).toBe(409)
  })

  test.each<[string, Uint8Array | Promise<Uint8Array>]>([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a photograph of another type', jpeg({ width: 4, height: 4 })],
    ['a picture of 50,000 pixels a side', png({ width: 50_000, height: 1 })],
    [
      'a head with a page behind it',
      Buffer.concat([png({ width: 4, height: 4 }).subarray(0, 40), Buffer.from('<html>')]),
    ],
  ])('%s does not become a picture', async (_, content) => {
    const { ids, owner } = await club()
    const bytes = copy(await content)
    const signed = await ask(sign, { ...ids, ...pictureOf(bytes) }, owner)
    const response = await put(signed.urlForUpload, signed.headers, bytes)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('<Code>InvalidObject</Code>')
    expect((await fetch(here(signed.urlForDownload))).status).toBe(404)
  })

  test('a file that is no picture is downloaded by a signed address only', async () => {
    const { ids, owner } = await club()
    const bytes = copy(Buffer.from('%PDF-1.7 hello'))
    const file = { type: 'file' as const, fileName: '会報.pdf', contentType: 'application/pdf', size: bytes.length }
    const signed = await ask(sign, { ...ids, ...file }, owner)
    expect((await fetch(here(signed.urlForDownload))).status).toBe(404)
    expect((await put(signed.urlForUpload, signed.headers, bytes)).status).toBe(200)
    const shown = await fetch(here(signed.urlForDownload))
    expect(shown.headers.get('content-disposition')).toMatch(/^attachment; filename=/)
    expect((await fetch(here(signed.urlForDownload.split('?')[0] ?? ''))).status).toBe(403)
  })

  test('of a file of which only its kind and name were said, the type follows from the name and the size is what comes', async () => {
    const { ids, owner } = await club()
    const bytes = copy(png({ width: 4, height: 4 }))
    const signed = await ask(sign, { ...ids, type: 'image', fileName: 'cover.PNG' }, owner)
    expect(signed.headers).toEqual({ 'Content-Type': 'image/png' })
    expect((await put(signed.urlForUpload, signed.headers, bytes)).status).toBe(200)
    expect((await fetch(here(signed.urlForDownload))).status).toBe(200)
    const row = async ({ mediaId }: { mediaId: string }) =>
      (await database().select().from(table).where(eq(table.mediaId, mediaId)))[0]
    expect(await row(signed)).toMatchObject({ state: 'ready', size: bytes.length, contentType: 'image/png' })
    for (const file of [
      { type: 'image' as const, fileName: 'cover.pdf' },
      { type: 'file' as const, fileName: 'cover' },
    ])
      expect(await refused(sign, { ...ids, ...file }, owner)).toMatchObject({
        status: 400,
        fields: [{ field: 'fileName', rule: 'fileType' }],
      })
  })

  test('a file whose size nobody said, and which is larger than its kind may be, is never readable', async () => {
    const { ids, owner } = await club()
    const signed = await ask(sign, { ...ids, type: 'image', fileName: 'cover.png' }, owner)
    const large = new Uint8Array(maxSize.image + 1)
    large.set(png({ width: 4, height: 4 }))
    const answer = await put(signed.urlForUpload, signed.headers, large)
    expect([answer.status, /<Code>(\w+)/.exec(await answer.text())?.[1]]).toEqual([400, 'EntityTooLarge'])
    expect((await fetch(here(signed.urlForDownload))).status).toBe(404)
    const [row] = await database().select().from(table).where(eq(table.mediaId, signed.mediaId))
    expect(row?.state).not.toBe('ready')
  })

  test('an upload that never came is forgotten after a day', async () => {
    const { ids, owner } = await club()
    const bytes = copy(png({ width: 4, height: 4 }))
    const kept = await ask(sign, { ...ids, ...pictureOf(bytes) }, owner)
    const signed = await ask(sign, { ...ids, ...pictureOf(bytes) }, owner)
    await put(kept.urlForUpload, kept.headers, bytes)
    await sweepUploads({ ...callbackContext(), now: now() + 23 * 3_600_000 })
    expect(await database().$count(table, eq(table.mediaId, signed.mediaId))).toBe(1)
    await sweepUploads({ ...callbackContext(), now: now() + 25 * 3_600_000 })
    expect(await database().$count(table, eq(table.mediaId, signed.mediaId))).toBe(0)
    expect((await put(signed.urlForUpload, signed.headers, bytes)).status).toBe(404)
    expect((await fetch(here(kept.urlForDownload))).status).toBe(200)
  })

  test('strangers see nothing, and members need a role that writes contents', async () => {
    const { ids, tenantId, owner } = await club()
    const picture = pictureOf(png({ width: 4, height: 4 }))
    expect((await refused(sign, { ...ids, ...picture }, await person())).status).toBe(404)
    expect((await refused(sign, { ...ids, ...picture })).status).toBe(401)
    const [shipper, editor] = [await person(), await person()]
    await addMember(tenantId, shipper, 'shipper')
    await addMember(tenantId, editor, 'editor')
    expect((await refused(sign, { ...ids, ...picture }, shipper)).status).toBe(403)
    expect((await ask(sign, { ...ids, ...picture }, editor)).mediaId).toMatch(/^media_/)
    const other = await club()
    expect((await refused(sign, { ...ids, brandId: other.brandId, ...picture }, owner)).status).toBe(404)
  })

  test('what is wrong with a file is said by field', async () => {
    const { ids, owner } = await club()
    const picture = pictureOf(png({ width: 4, height: 4 }))
    expect((await refused(sign, { ...ids, ...picture, fileName: '../../x.png' }, owner)).fields).toEqual([
      { field: 'fileName', rule: 'fileName' },
    ])
    for (const wrong of [
      { type: 'video' },
      { size: 1.5 },
      { size: '1' },
      { size: 2 ** 53 },
      { fileName: 7 },
      { contentType: null },
    ]) {
      expect((await refused(sign, { ...ids, ...picture, ...wrong }, owner)).status).toBe(400)
    }
  })
})
