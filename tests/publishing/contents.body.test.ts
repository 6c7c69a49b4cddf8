import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploads } from '#club/uploads/contract.ts'
import { mediaOfAddress } from '#club/uploads/media.ts'
import { plainTextOf } from '#kit/plainText.ts'
import { documentOf, sourcesIn, storedText, textOf } from '#kit/richText.ts'
import { handleMedia } from '#program/http/media.ts'
import { contents } from '#publishing/contents/contract.ts'
import { news } from '#publishing/contents/news/contract.ts'
import { contents as table } from '#publishing/contents/tables.server.ts'
import { database } from '#server/db.ts'
import { ask, club, request } from '../support/club'
import { hostileDocument, hostileDocuments, hostileTexts } from '../support/hostile'
import { png } from '../support/pictures'

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

const letter = {
  name: '',
  thumbnail: '',
  viewableBy: 'allUsers' as const,
  planIds: [],
  backNumberPeriod: null,
  imageUrls: [],
}
type Club = Awaited<ReturnType<typeof club>>
const upload = async ({ ids, owner }: Club, file: object, bytes: Uint8Array) => {
  const signed = await ask(sign, { ...ids, ...file, size: bytes.length } as never, owner)
  const sent = await fetch(here(signed.urlForUpload), {
    method: 'PUT',
    headers: signed.headers,
    body: new Uint8Array(bytes),
  })
  expect(sent.status).toBe(200)
  return signed
}
const privatePicture = { type: 'image', fileName: 'a.png', contentType: 'image/png', isPrivate: true }
const textFile = { type: 'file', fileName: '歌詞.txt', contentType: 'text/plain' }
const read = async ({ ids, owner }: Club, planContentId: string) =>
  (await ask(contents.getPrivatePlanContent, { ...ids, planContentId }, owner)).planContent

describe('pictures and files of a body', () => {
  test('lie apart for their readers alone, and get a fresh address at every reading', async () => {
    const built = await club()
    const picture = await upload(built, privatePicture, png({ width: 8, height: 8 }))
    expect(new URL(picture.urlForDownload).pathname).toContain(`/private/${built.tenantId}/${picture.mediaId}`)
    const file = await upload(built, textFile, new TextEncoder().encode('la la'))
    const text = JSON.stringify({
      type: 'doc',
      content: [
        { type: 'image', attrs: { mediaId: picture.mediaId, alt: 'A window', src: picture.urlForDownload } },
        { type: 'attachment', attrs: { mediaId: file.mediaId, kind: 'file', fileName: '歌詞.txt', size: 5 } },
      ],
    })
    const { planContentId } = await ask(news.createDraftPlanContentNews, { ...built.ids, ...letter, text }, built.owner)
    const [row] = await database().select().from(table).where(eq(table.planContentId, planContentId))
    expect(row?.text).not.toContain('src')
    expect(row?.text).not.toContain('signature')

    const { details } = await read(built, planContentId)
    const sources = sourcesIn(details.text)
    for (const mediaId of [picture.mediaId, file.mediaId]) {
      const address = sources.get(mediaId) ?? ''
      expect((await fetch(here(address))).status).toBe(200)
      // Without its signature, or with another one, nobody reads it.
      expect((await fetch(here(address.replace(/signature=\w/, 'signature=')))).status).toBe(403)
      expect((await fetch(here(address.split('?')[0] ?? ''))).status).toBe(403)
    }
    // What was read may be sent back as it is.
    await ask(
      news.updatePlanContentNewsAsDraft,
      { ...built.ids, ...letter, planContentId, text: details.text },
      built.owner,
    )
    const [again] = await database().select().from(table).where(eq(table.planContentId, planContentId))
    expect(again?.text).toBe(row?.text)
  })

  test('an image that was read may be sent back, whatever address it had', async () => {
    const built = await club()
    const picture = await upload(built, privatePicture, png({ width: 8, height: 8 }))
    const publicPicture = await upload(built, { ...privatePicture, isPrivate: false }, png({ width: 8, height: 8 }))
    const imageUrls = [picture.urlForDownload, publicPicture.urlForDownload]
    const { planContentId } = await ask(
      news.createDraftPlanContentNews,
      { ...built.ids, ...letter, imageUrls, text: '' },
      built.owner,
    )
    const stored = async () =>
      (await database().select().from(table).where(eq(table.planContentId, planContentId)))[0]?.imageUrls
    expect(await stored()).toEqual([`media:${picture.mediaId}`, `media:${publicPicture.mediaId}`])
    const { details } = await read(built, planContentId)
    if (details.type !== 'news') throw new Error(details.type)
    const back = { ...built.ids, ...letter, planContentId, imageUrls: details.imageUrls, text: '' }
    await ask(news.updatePlanContentNewsAsDraft, back, built.owner)
    expect(await stored()).toEqual([`media:${picture.mediaId}`, `media:${publicPicture.mediaId}`])
  })

  test('every address of our storages leads back to its upload', () => {
    const mediaId = 'media_0123456789abcdefghij'
    for (const address of [
      `http://localhost:3000/api/media/public/pictures/${mediaId}.png`,
      `http://localhost:3000/api/media/public/pictures/${mediaId}.png.640.webp`,
      `http://localhost:3000/api/media/private/tenant_a/${mediaId}.png?response-content-disposition=attachment&expires=1&signature=ab`,
      `https://tsudoi.s3.ap-northeast-1.amazonaws.com/private/tenant_a/${mediaId}.webp?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=ab`,
      `https://minio.example:9000/tsudoi/private/tenant_a/${mediaId}.pdf?X-Amz-Expires=1`,
      `https://pictures.tsudoi.example/pictures/${mediaId}.jpg`,
    ]) {
      expect(mediaOfAddress(address), address).toBe(mediaId)
    }
    for (const address of [
      'https://example.com/cover.png',
      `https://example.com/?x=private/tenant_a/${mediaId}.png`,
      `https://example.com/${mediaId}.png`,
    ]) {
      expect(mediaOfAddress(address), address).toBeNull()
    }
  })

  test("another club's upload is not taken", async () => {
    const [one, other] = [await club(), await club()]
    const picture = await upload(other, privatePicture, png({ width: 8, height: 8 }))
    const text = JSON.stringify({
      type: 'doc',
      content: [{ type: 'image', attrs: { mediaId: picture.mediaId, alt: '' } }],
    })
    const answer = await request(
      news.createDraftPlanContentNews,
      JSON.stringify({ ...one.ids, ...letter, text }),
      one.owner,
    )
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'mediaNotFound' })
  })
})

describe('a document that no editor of ours writes', () => {
  test.each(hostileDocuments)('%s is refused', async (_, text) => {
    const { ids, owner } = await club()
    const { status, body } = await request(
      news.createDraftPlanContentNews,
      JSON.stringify({ ...ids, ...letter, text }),
      owner,
    )
    expect(status === 400 || status === 413, body).toBe(true)
  })

  test('words that are code elsewhere are words', async () => {
    const built = await club()
    const text = JSON.stringify({
      type: 'doc',
      content: hostileTexts.map((one) => ({ type: 'paragraph', content: [{ type: 'text', text: one }] })),
    })
    const { planContentId } = await ask(news.createDraftPlanContentNews, { ...built.ids, ...letter, text }, built.owner)
    expect(JSON.parse((await read(built, planContentId)).details.text)).toEqual(JSON.parse(text))
  })
})

describe('what the editor makes of a stored text', () => {
  test('its own text comes back as it was', () => {
    const text =
      '{"type":"doc","content":[{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"A"}]},{"type":"paragraph"},{"type":"paragraph","content":[{"type":"text","text":"b","marks":[{"type":"link","attrs":{"href":"https://example.com/"}}]}]}]}'
    expect(storedText(text)).toBe(text)
    expect(textOf(documentOf(text))).toBe(text)
  })
  test('addresses, empty ends and what it does not know are left out', () => {
    const said = JSON.stringify({
      type: 'doc',
      content: [
        { type: 'image', attrs: { mediaId: 'media_1', alt: '', src: 'https://example.com/x' } },
        { type: 'paragraph', content: [{ type: 'text', text: '' }] },
        { type: 'paragraph' },
      ],
    })
    expect(storedText(said)).toBe('{"type":"doc","content":[{"type":"image","attrs":{"mediaId":"media_1","alt":""}}]}')
    expect(storedText('{"type":"doc","content":[{"type":"paragraph"}]}')).toBe('')
    expect(storedText('')).toBe('')
    const shown = JSON.stringify(documentOf(hostileDocument))
    for (const gone of ['"script"', '"html"']) expect(shown).not.toContain(`"type":${gone}`)
    expect(documentOf('{"type":"doc","content":[{"type":"bulletList","content":[]}]}').content).toEqual([
      { type: 'paragraph' },
    ])
  })

  test('a table stays what it was: its cells over several columns, its pictures and its words', async () => {
    const built = await club()
    const picture = await upload(built, privatePicture, png({ width: 8, height: 8 }))
    const image = { type: 'image', attrs: { mediaId: picture.mediaId, alt: 'A window' } }
    const words = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
    const cell = (content: object, rest: object = {}) => ({ type: 'tableCell', ...rest, content: [content] })
    const row = (...content: object[]) => ({ type: 'tableRow', content })
    const head = { type: 'tableHeader', attrs: { colspan: 2 }, content: [words('Tour')] }
    const table = { type: 'table', content: [row(head), row(cell(words('Osaka')), cell(image))] }
    const text = JSON.stringify({ type: 'doc', content: [table] })
    const { planContentId } = await ask(news.createDraftPlanContentNews, { ...built.ids, ...letter, text }, built.owner)
    const { details } = await read(built, planContentId)
    expect(sourcesIn(details.text).get(picture.mediaId)).toContain('signature')
    expect(storedText(details.text)).toBe(text)
    expect(textOf(documentOf(text))).toBe(text)
    expect(plainTextOf(text)).toBe('Tour\nOsaka |')
  })

  test('the editor gets no table that it cannot hold', () => {
    const cell = { type: 'tableCell', attrs: { colspan: 1e9, rowspan: 'x' } }
    const of = (content: object[]) => documentOf(JSON.stringify({ type: 'doc', content: [{ type: 'table', content }] }))
    expect(of([{ type: 'tableRow', content: [] }]).content).toEqual([{ type: 'paragraph' }])
    const row = {
      type: 'tableRow',
      content: [{ type: 'tableCell', attrs: { colspan: 50 }, content: [{ type: 'paragraph' }] }],
    }
    expect(of([{ type: 'tableRow', content: [cell] }]).content).toEqual([{ type: 'table', content: [row] }])
  })
})
