import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { contents } from '#publishing/contents/contract.ts'
import { news } from '#publishing/contents/news/contract.ts'
import { versions } from '#publishing/contents/versions/contract.ts'
import { contentVersions } from '#publishing/contents/versions/tables.server.ts'
import { changesOf, keyOfLine, lineOfPicture, linesOf, mostVersions } from '#publishing/contents/versions/version.ts'
import { database } from '#server/db.ts'
import { addMember, ask, club, person, refused } from '../support/club'
import { storedPicture } from '../support/storedPicture'

/* Earlier states of a content can be compared and brought back. */

const document = (...texts: string[]) =>
  JSON.stringify({
    type: 'doc',
    content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  })
const letter = (name: string, ...texts: string[]) => ({
  ...{ name, description: '', thumbnail: '', viewableBy: 'allUsers' as const, planIds: [], backNumberPeriod: null },
  ...{ imageUrls: [], text: document(...texts) },
})
type Of = Awaited<ReturnType<typeof club>>
const versionsOf = async ({ ids, owner }: Of, planContentId: string) =>
  (await ask(versions.getContentVersions, { ...ids, planContentId }, owner)).versions
const older = (planContentId: string, by: number) =>
  database()
    .update(contentVersions)
    .set({ beganAt: Date.now() - by })
    .where(eq(contentVersions.planContentId, planContentId))

describe('versions of a content', () => {
  test('each save of a published one is kept, with who and what, and a save that changes no words is none', async () => {
    const of = await club()
    const { ids, owner } = of
    const { planContentId } = await ask(news.createActivePlanContentNews, { ...ids, ...letter('One', 'a') }, owner)
    const named = { ...ids, planContentId }
    const editor = await person()
    await addMember(of.tenantId, editor, 'editor', null, '星野')
    await ask(news.updatePlanContentNewsAsActive, { ...named, ...letter('Two', 'a', 'b') }, editor)
    await ask(news.updatePlanContentNewsAsActive, { ...named, ...letter('Two', 'a', 'b') }, owner)
    await ask(news.updatePlanContentNewsAsActive, { ...named, ...letter('Three', 'b') }, owner)
    const kept = await versionsOf(of, planContentId)
    expect(kept.map(({ name, isMine }) => [name, isMine])).toEqual([
      ['Three', true],
      ['Two', false],
      ['One', true],
    ])
    expect(kept[1]?.savedByName).toBe('星野')
    const first = await ask(versions.getContentVersion, { ...named, versionId: kept[2]?.versionId ?? '' }, owner)
    expect(first).toMatchObject({ name: 'One', text: document('a') })
  })

  test('what one person writes in a draft within ten minutes is one version; another person, or later, is another', async () => {
    const of = await club()
    const { ids, owner } = of
    const { planContentId } = await ask(news.createDraftPlanContentNews, { ...ids, ...letter('', 'a') }, owner)
    const named = { ...ids, planContentId }
    const save = (name: string, by = owner) =>
      ask(news.updatePlanContentNewsAsDraft, { ...named, ...letter(name, 'a') }, by)
    await save('b')
    await save('c')
    expect((await versionsOf(of, planContentId)).map(({ name }) => name)).toEqual(['c'])
    await older(planContentId, 11 * 60_000)
    await save('d')
    const editor = await person()
    await addMember(of.tenantId, editor, 'editor')
    await save('e', editor)
    expect((await versionsOf(of, planContentId)).map(({ name }) => name)).toEqual(['e', 'd', 'c'])
  })

  test('the last thirty stay', async () => {
    const of = await club()
    const { ids, owner } = of
    const { planContentId } = await ask(news.createActivePlanContentNews, { ...ids, ...letter('0', 'a') }, owner)
    for (let n = 1; n <= mostVersions + 2; n += 1)
      await ask(news.updatePlanContentNewsAsActive, { ...ids, planContentId, ...letter(String(n), 'a') }, owner)
    const kept = await versionsOf(of, planContentId)
    expect(kept).toHaveLength(mostVersions)
    expect(kept[0]?.name).toBe(String(mostVersions + 2))
    const rows = await database().select().from(contentVersions).where(eq(contentVersions.planContentId, planContentId))
    expect(rows).toHaveLength(mostVersions)
  })

  test('of a content that was written before any was kept, the first save keeps what it was', async () => {
    const of = await club()
    const { ids, owner } = of
    const { planContentId } = await ask(news.createActivePlanContentNews, { ...ids, ...letter('Old', 'a') }, owner)
    await database().delete(contentVersions).where(eq(contentVersions.planContentId, planContentId))
    await ask(news.updatePlanContentNewsAsActive, { ...ids, planContentId, ...letter('New', 'a') }, owner)
    expect((await versionsOf(of, planContentId)).map(({ name }) => name)).toEqual(['New', 'Old'])
  })

  test('restoring is a save: with an older editedAt it is a conflict, and what was there stays a version', async () => {
    const of = await club()
    const { ids, owner } = of
    const { planContentId } = await ask(news.createActivePlanContentNews, { ...ids, ...letter('One', 'a') }, owner)
    const named = { ...ids, planContentId }
    const { planContent } = await ask(contents.getPrivatePlanContent, named, owner)
    await ask(news.updatePlanContentNewsAsActive, { ...named, ...letter('Two', 'b') }, owner)
    const [, first] = await versionsOf(of, planContentId)
    const version = await ask(versions.getContentVersion, { ...named, versionId: first?.versionId ?? '' }, owner)
    const back = { ...named, ...letter(version.name), text: version.text }
    const stale = { ...back, expectedEditedAt: planContent.editedAt }
    expect((await refused(news.updatePlanContentNewsAsActive, stale, owner)).code).toBe('conflict')
    await ask(news.updatePlanContentNewsAsActive, back, owner)
    expect((await versionsOf(of, planContentId)).map(({ name }) => name)).toEqual(['One', 'Two', 'One'])
    const other = await club()
    const foreign = { ...other.ids, planContentId, versionId: first?.versionId ?? '' }
    expect((await refused(versions.getContentVersion, foreign, other.owner)).code).toBe('contentNotFound')
  })
})

describe('the pictures of news', () => {
  const sea = 'https://example.com/sea.png'
  const town = 'https://example.com/town.png'

  test('a save that changes only them is a version, and restoring it brings them back', async () => {
    const of = await club()
    const { ids, owner } = of
    const shows = (...imageUrls: string[]) => ({ ...letter('One', 'a'), imageUrls })
    const { planContentId } = await ask(news.createActivePlanContentNews, { ...ids, ...shows(sea) }, owner)
    const named = { ...ids, planContentId }
    await ask(news.updatePlanContentNewsAsActive, { ...named, ...shows(town) }, owner)
    await ask(news.updatePlanContentNewsAsActive, { ...named, ...shows(town) }, owner)
    const kept = await versionsOf(of, planContentId)
    expect(kept).toHaveLength(2)
    const readOf = (n: number) =>
      ask(versions.getContentVersion, { ...named, versionId: kept[n]?.versionId ?? '' }, owner)
    expect((await readOf(0)).imageUrls).toEqual([town])
    const { imageUrls } = await readOf(1)
    expect(imageUrls).toEqual([sea])
    await ask(news.updatePlanContentNewsAsActive, { ...named, ...shows(...(imageUrls ?? [])) }, owner)
    const { planContent } = await ask(contents.getPrivatePlanContent, named, owner)
    expect(planContent.details).toMatchObject({ imageUrls: [sea] })
    expect(await versionsOf(of, planContentId)).toHaveLength(3)
  })

  test('one of ours is read with an address of now, and is known by its upload, whatever that address is', async () => {
    const of = await club()
    const { ids, owner } = of
    const mediaId = await storedPicture(of)
    const address = `https://files.example/private/${of.tenantId}/${mediaId}.png?expires=1`
    const shows = { ...letter('One', 'a'), imageUrls: [address] }
    const { planContentId } = await ask(news.createActivePlanContentNews, { ...ids, ...shows }, owner)
    const [only] = await versionsOf(of, planContentId)
    const version = { ...ids, planContentId, versionId: only?.versionId ?? '' }
    const { imageUrls } = await ask(versions.getContentVersion, version, owner)
    expect(imageUrls).toHaveLength(1)
    expect(imageUrls?.[0]).not.toBe(address)
    expect(imageUrls?.map(lineOfPicture)).toEqual([{ text: '', media: 'image', mediaId }])
    expect(lineOfPicture(address)).toEqual({ text: '', media: 'image', mediaId })
    expect(lineOfPicture(sea).mediaId).toBe(sea)
  })

  test('a version of before they were kept says so, so that restoring it takes none away', async () => {
    const of = await club()
    const { ids, owner } = of
    const shows = { ...letter('One', 'a'), imageUrls: [sea] }
    const { planContentId } = await ask(news.createActivePlanContentNews, { ...ids, ...shows }, owner)
    await database()
      .update(contentVersions)
      .set({ imageUrls: null })
      .where(eq(contentVersions.planContentId, planContentId))
    const [only] = await versionsOf(of, planContentId)
    const version = { ...ids, planContentId, versionId: only?.versionId ?? '' }
    expect((await ask(versions.getContentVersion, version, owner)).imageUrls).toBeNull()
  })
})

describe('a comparison', () => {
  const said = (from: string[], to: string[]) =>
    changesOf(from, to, (one) => one).map(({ kind, item }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${item}`)
  test.each<[string, string[], string[], string[]]>([
    ['nothing changed', ['a', 'b'], ['a', 'b'], [' a', ' b']],
    ['a line in the middle', ['a', 'c'], ['a', 'b', 'c'], [' a', '+b', ' c']],
    ['a line less', ['a', 'b', 'c'], ['a', 'c'], [' a', '-b', ' c']],
    ['another line', ['a', 'b', 'c'], ['a', 'x', 'c'], [' a', '-b', '+x', ' c']],
    ['all of it', ['a'], [], ['-a']],
    ['moved', ['a', 'b', 'c', 'd'], ['b', 'c', 'a', 'd'], ['-a', ' b', ' c', '+a', ' d']],
    ['twice the same', ['a', 'a'], ['a'], [' a', '-a']],
  ])('%s', (_, from, to, expected) => {
    expect(said(from, to)).toEqual(expected)
  })
  test('a document is read as its lines, pictures and files by their names', () => {
    const image = { type: 'image', attrs: { mediaId: 'media_1', alt: 'Sea' } }
    const text = JSON.stringify({
      type: 'doc',
      content: [...JSON.parse(document('a')).content, { type: 'paragraph' }, image],
    })
    expect(linesOf(text)).toEqual([
      { text: 'a', media: null },
      { text: 'Sea', media: 'image', mediaId: 'media_1' },
    ])
  })
  test('another picture or file in the place of one is a change, though nothing says what they show', () => {
    const image = (mediaId: string) => ({ type: 'image', attrs: { mediaId, alt: '' } })
    const file = (mediaId: string) => ({
      type: 'attachment',
      attrs: { mediaId, kind: 'file', fileName: 'Notes.pdf', size: 1 },
    })
    for (const of of [image, file]) {
      const lines = (mediaId: string) => linesOf(JSON.stringify({ type: 'doc', content: [of(mediaId)] }))
      const kinds = changesOf(lines('media_1'), lines('media_2'), keyOfLine).map(({ kind }) => kind)
      expect(kinds).toEqual(['removed', 'added'])
    }
  })
  test('a row of a table is read as one line, and its pictures follow it', () => {
    const cell = (...content: object[]) => ({ type: 'tableCell', content })
    const row = (...content: object[]) => ({ type: 'tableRow', content })
    const [a, b] = JSON.parse(document('a', 'b')).content
    const image = { type: 'image', attrs: { mediaId: 'media_1', alt: 'Sea' } }
    const table = { type: 'table', content: [row(cell(a, b), cell(b)), row(cell(image), cell(a)), row(cell(image))] }
    expect(linesOf(JSON.stringify({ type: 'doc', content: [table] }))).toEqual([
      { text: 'a b | b', media: null },
      { text: ' | a', media: null },
      { text: 'Sea', media: 'image', mediaId: 'media_1' },
      { text: 'Sea', media: 'image', mediaId: 'media_1' },
    ])
  })
})
