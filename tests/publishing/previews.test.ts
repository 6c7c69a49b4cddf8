import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contents } from '#publishing/contents/contract.ts'
import { bodyLength } from '#publishing/contents/document.ts'
import { news } from '#publishing/contents/news/contract.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { contents as contentTable } from '#publishing/contents/tables.server.ts'
import { database } from '#server/db.ts'
import { ask, club, refused } from '../support/club'
import { addContent, addPlan } from '../support/fan'

const textOf = (...lines: string[]) =>
  JSON.stringify({
    type: 'doc',
    content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  })

test('what its creator wrote for everybody stands on the card of a locked content, in 200 characters at most', async () => {
  const { ids, owner } = await club()
  const letter = {
    ...ids,
    name: 'Letter',
    thumbnail: '',
    viewableBy: 'paidUsers' as const,
    planIds: [await addPlan(ids)],
    backNumberPeriod: null,
    imageUrls: ['https://example.com/1.png'],
    text: textOf('雪の朝。', '𠮷野にて'),
  }
  const tooLong = { ...letter, preview: '雪'.repeat(201) }
  expect((await refused(news.createActivePlanContentNews, tooLong, owner)).status).toBe(400)
  const preview = '𠮷'.repeat(200)
  const { planContentId } = await ask(news.createActivePlanContentNews, { ...letter, preview }, owner)
  const card = async () =>
    (await ask(publicContents.getPublicPlanContentWithPlans, { ...ids, planContentId }, null)).planContent
  expect(await card()).toMatchObject({ status: 'requiredPurchasePlan', preview, characters: 8, pictures: 1 })
  // Left out it stays, and an empty one takes it away; a copy has it too.
  const { name, thumbnail, viewableBy, planIds, backNumberPeriod, imageUrls, text } = letter
  const edit = { ...ids, planContentId, name, thumbnail, viewableBy, planIds, backNumberPeriod, imageUrls, text }
  await ask(news.updatePlanContentNewsAsActive, edit, owner)
  expect(await card()).toMatchObject({ preview })
  const copy = await ask(contents.copyPlanContent, { ...ids, planContentId }, owner)
  const copied = await ask(contents.getPrivatePlanContent, { ...ids, planContentId: copy.planContentId }, owner)
  expect(copied.planContent).toMatchObject({ preview })
  await ask(news.updatePlanContentNewsAsActive, { ...edit, preview: '' }, owner)
  expect(await card()).toMatchObject({ preview: '' })
})

test('a letter of before its length was stored is as long as one that is saved again', async () => {
  const { ids, owner } = await club()
  const planIds = [await addPlan(ids)]
  const text = textOf('Dear all,', 'it has snowed.')
  const planContentId = await addContent(ids, { planIds, text })
  const card = async () =>
    (await ask(publicContents.getPublicPlanContents, { ...ids, filterOption: null }, null)).planContents[0]
  expect(await card()).toMatchObject({ characters: 23, pictures: 0 })
  const letter = { name: 'Letter', thumbnail: '', viewableBy: 'paidUsers' as const, planIds, backNumberPeriod: null }
  await ask(news.updatePlanContentNewsAsActive, { ...ids, planContentId, ...letter, imageUrls: [], text }, owner)
  const [row] = await database()
    .select({ characters: contentTable.characters, pictures: contentTable.pictures })
    .from(contentTable)
    .where(eq(contentTable.planContentId, planContentId))
  expect(row).toEqual({ characters: 23, pictures: 0 })
  expect(await card()).toMatchObject({ characters: 23, pictures: 0 })
})

test('the length of a body is that of its words and pictures at every depth', () => {
  const item = (text: string) => ({
    type: 'listItem',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text, marks: [{ type: 'bold' }] }, { type: 'hardBreak' }] },
      { type: 'image', attrs: { mediaId: 'media_1', alt: 'not counted' } },
    ],
  })
  const text = JSON.stringify({
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'ab' }] },
      { type: 'blockquote', content: [{ type: 'bulletList', content: [item('c'), item('de')] }] },
      {
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: item('fgh').content }] }],
      },
    ],
  })
  expect(bodyLength({ text, imageUrls: ['https://example.com/1.png'] })).toEqual({ characters: 8, pictures: 4 })
  expect(bodyLength({ text: 'plain\ntext', imageUrls: [] })).toEqual({ characters: 9, pictures: 0 })
  expect(bodyLength({ text: '', imageUrls: [] })).toEqual({ characters: 0, pictures: 0 })
})
