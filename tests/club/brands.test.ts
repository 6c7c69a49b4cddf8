import { describe, expect, test } from 'vitest'
import { brands } from '#club/brands/contract.ts'
import { linkName } from '#club/brands/links.ts'
import { uploads } from '#club/uploads/contract.ts'
import { roles } from '#kit/contract.ts'
import { day, tokyoMonth } from '#kit/time.ts'
import { memberFigures } from '#membership/figures/contract.ts'
import { plans } from '#membership/plans/contract.ts'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { brandHome } from '#office/home/contract.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { addMember, ask, club, newId, person, refused, request } from '../support/club'
import { addTerm } from '../support/fan'
import { together } from '../support/naive'
import { planRow } from '../support/plan'
import { shop } from '../support/shop'

const profile = {
  name: 'Aoi',
  brandThumbnail: 'https://example.com/cover.png',
  brandIcon: 'https://example.com/icon.png',
  description: '歌と旅。\nSongs and travels.',
  accentColor: '#123456',
  links: ['https://example.com/aoi'],
}

test.each([
  ['https://x.com/aoi_sings', 'X', '@aoi_sings'],
  ['https://mobile.twitter.com/aoi_sings/', 'X', '@aoi_sings'],
  ['https://x.com/aoi_sings/status/1', 'X', ''],
  ['https://www.youtube.com/@aoi.sings', 'YouTube', '@aoi.sings'],
  ['https://www.youtube.com/watch?v=abc', 'YouTube', ''],
  ['https://www.instagram.com/aoi.sings/', 'Instagram', '@aoi.sings'],
  ['https://www.tiktok.com/@aoi', 'TikTok', '@aoi'],
  ['https://bsky.app/profile/aoi.example.com', 'Bluesky', '@aoi.example.com'],
  ['https://www.nicovideo.jp/user/12345', 'ニコニコ', 'user/12345'],
  ['https://open.spotify.com/artist/1', 'Spotify', ''],
  ['https://x.com.example.com/aoi', 'x.com.example.com', ''],
  ['https://www.example.com/aoi', 'example.com', ''],
])('the link %s is called %s %s', (url, service, handle) => {
  expect(linkName(url)).toEqual({ service, handle })
})

test('how many members a brand has is told from ten on: each person once, while a term runs', async () => {
  const { ids } = await shop()
  const [one, other] = [planRow(ids), planRow(ids)]
  await database().insert(planTable).values([one, other])
  const told = async () => (await ask(memberFigures.getPublicBrandProfile, ids)).memberCount
  const fans = Array.from({ length: 9 }, () => newId('fan'))
  for (const uid of fans) await addTerm(ids, one.planId, uid)
  await addTerm(ids, other.planId, fans[0] ?? '')
  await addTerm(ids, one.planId, newId('fan'), { from: now() - 60 * day, to: now() - 30 * day })
  await addTerm(ids, one.planId, newId('fan'), { source: 'grace' })
  expect(await told()).toBe(null)
  await addTerm(ids, one.planId, newId('fan'))
  expect(await told()).toBe(10)
})

test('which plan on sale most members have is told from ten on, where there is a choice and no tie', async () => {
  const { ids } = await shop()
  const told = async () => (await ask(memberFigures.getPublicBrandProfile, ids)).mostChosenPlanId
  const [one, other, ended] = [planRow(ids), planRow(ids), planRow(ids, { archivingAt: now() + 30 * day })]
  await database().insert(planTable).values([one, ended])
  const join = async (planId: string, people: number) => {
    for (let n = 0; n < people; n++) await addTerm(ids, planId, newId('fan'))
  }
  await join(one.planId, 9)
  await join(ended.planId, 12)
  expect(await told()).toBe(null)
  await database().insert(planTable).values(other)
  expect(await told()).toBe(null)
  await join(one.planId, 1)
  expect(await told()).toBe(one.planId)
  await join(other.planId, 10)
  expect(await told()).toBe(null)
  await join(other.planId, 1)
  expect(await told()).toBe(other.planId)
})

describe("a brand's profile", () => {
  test('is edited in the portal and shown to everybody', async () => {
    const { ids, owner, slug } = await club()
    await ask(brands.updateBrandProfile, { ...ids, ...profile }, owner)
    const stored = await ask(brands.getBrandProfile, ids, owner)
    const { editedAt, editedBy, canEdit, graceDays, freeShippingOver, welcomeLetter, ...options } = stored
    const { commentPolicy, commentAudience, isSuspended, english, ...shown } = options
    expect(english).toEqual({})
    expect([graceDays, freeShippingOver, commentPolicy, commentAudience]).toEqual([7, null, 'enabled', 'all'])
    expect(welcomeLetter).toBe('')
    expect([canEdit, isSuspended]).toEqual([true, false])
    expect(editedBy).toEqual({ name: 'owner', isMe: true })
    const selling = { legalNotice: 'Seller: Hoshi Club', invoiceNumber: '', backNumberNeedsActivePlan: true }
    const page = { pageParts: [], pinnedContents: [], pinnedGoods: [] }
    expect(shown).toEqual({ ...ids, ...profile, ...selling, ...page, brandSlug: slug, closesAt: null })
    expect(editedAt).toBeGreaterThan(0)
    expect(await ask(memberFigures.getPublicBrandProfile, ids)).toEqual({
      ...shown,
      memberCount: null,
      mostChosenPlanId: null,
      notice: '',
      since: tokyoMonth(now()),
    })
    expect(await ask(brands.getBrandMetadataBySlug, { brandSlug: slug })).toEqual({
      ...ids,
      brandSlug: slug,
      brandName: 'Aoi',
      brandThumbnail: profile.brandThumbnail,
      brandDescription: profile.description,
      accentColor: profile.accentColor,
      brandIcon: profile.brandIcon,
    })
  })

  test('says to each member whether their role may edit it', async () => {
    const { ids, tenantId } = await club()
    for (const role of roles) {
      const member = await person()
      await addMember(tenantId, member, role)
      const { canEdit } = await ask(brands.getBrandProfile, ids, member)
      expect(canEdit, role).toBe(role === 'owner' || role === 'admin')
      const { status } = await request(brands.updateBrandProfile, JSON.stringify({ ...ids, ...profile }), member)
      expect(status, role).toBe(canEdit ? 200 : 403)
    }
  })

  test('keeps its colour and links when a save does not name them', async () => {
    const { ids, owner } = await club()
    await ask(brands.updateBrandProfile, { ...ids, ...profile }, owner)
    const { accentColor: _, links: __, ...without } = profile
    await ask(brands.updateBrandProfile, { ...ids, ...without, name: 'Aoi 2' }, owner)
    expect(await ask(brands.getBrandProfile, ids, owner)).toMatchObject({ ...profile, name: 'Aoi 2' })
  })

  test('two tabs: the one that was loaded first cannot overwrite the other', async () => {
    const { ids, owner } = await club()
    const { editedAt } = await ask(brands.getBrandProfile, ids, owner)
    const save = (name: string) => ({ ...ids, ...profile, name, expectedEditedAt: editedAt })
    const answers = await together(5, (i) =>
      request(brands.updateBrandProfile, JSON.stringify(save(`Tab ${i}`)), owner),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await ask(brands.getBrandProfile, ids, owner)).name).toBe(`Tab ${winner}`)
    expect(await refused(brands.updateBrandProfile, save('late'), owner)).toMatchObject({
      status: 409,
      code: 'conflict',
    })
    const fresh = await ask(brands.getBrandProfile, ids, owner)
    await ask(brands.updateBrandProfile, { ...save('fresh'), expectedEditedAt: fresh.editedAt }, owner)
  })

  test.each([
    ['brandThumbnail', 'javascript:alert(1)', 'invalidUrl'],
    ['brandIcon', 'http://evil.example/x.png', 'invalidUrl'],
    ['accentColor', 'red', 'invalid'],
    ['accentColor', '#123456;background:url(x)', 'invalid'],
    ['name', ' ', 'required'],
    ['name', 'あ'.repeat(51), 'tooLong'],
  ])('%s = %s is refused', async (field, value, rule) => {
    const { ids, owner } = await club()
    const failure = await refused(brands.updateBrandProfile, { ...ids, ...profile, [field]: value }, owner)
    expect(failure).toMatchObject({ status: 400, fields: [{ field, rule }] })
  })

  test('counts a name by characters as people do', async () => {
    const { ids, owner } = await club()
    await ask(brands.updateBrandProfile, { ...ids, ...profile, name: '𠮷'.repeat(50) }, owner)
    expect(
      (await refused(brands.updateBrandProfile, { ...ids, ...profile, name: '𠮷'.repeat(51) }, owner)).status,
    ).toBe(400)
  })
})

describe('what visitors get', () => {
  test('nothing for a slug that nobody has', async () => {
    expect(await ask(brands.getBrandMetadataBySlug, { brandSlug: 'nobody-has-this' })).toBeNull()
    expect(await ask(brands.getBrandMetadataBySlug, { brandSlug: '' })).toBeNull()
  })

  test("no brand for another tenant's id", async () => {
    const [ours, theirs] = [await club(), await club()]
    const mixed = { tenantId: ours.tenantId, brandId: theirs.brandId }
    expect((await refused(memberFigures.getPublicBrandProfile, mixed)).status).toBe(404)
    expect((await refused(plans.getPublicPlans, mixed)).status).toBe(404)
  })

  test('exactly the fields of the contract, and none of the club', async () => {
    const { ids, owner, slug } = await club('Canary Tenant Name')
    await ask(plans.createDraftPlan, { ...ids, ...terms, name: 'canary-draft' }, owner)
    await ask(plans.createActivePlan, { ...ids, ...terms, name: 'Shown' }, owner)
    const answers = [
      await request(memberFigures.getPublicBrandProfile, JSON.stringify(ids)),
      await request(brands.getBrandMetadataBySlug, JSON.stringify({ brandSlug: slug })),
      await request(plans.getPublicPlans, JSON.stringify(ids)),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).not.toMatch(/canary|editedAt|createdAt|archiveMessage|uid|email/i)
      expect(body).not.toContain(owner.email)
    }
    const [shown] = answers
    expect(Object.keys(JSON.parse(shown?.body ?? '{}')).sort()).toEqual([
      'accentColor',
      'backNumberNeedsActivePlan',
      'brandIcon',
      'brandId',
      'brandSlug',
      'brandThumbnail',
      'closesAt',
      'description',
      'invoiceNumber',
      'legalNotice',
      'links',
      'memberCount',
      'mostChosenPlanId',
      'name',
      'notice',
      'pageParts',
      'pinnedContents',
      'pinnedGoods',
      'since',
      'tenantId',
    ])
  })
})

const terms = { price: 1500, subscriptionInterval: 'month' as const, description: '', thumbnail: '' }

describe('what has happened in a brand', () => {
  test('is listed newest first, by whom, for this brand alone', async () => {
    const [{ ids, owner, tenantId }, other] = [await club(), await club()]
    const editor = await person()
    await addMember(tenantId, editor, 'editor')
    await ask(plans.createDraftPlan, { ...ids, ...terms, name: 'Galaxy' }, editor)
    await ask(brands.updateBrandProfile, { ...ids, ...profile }, owner)
    await ask(plans.createDraftPlan, { ...other.ids, ...terms, name: 'Elsewhere' }, other.owner)
    const { activity } = await ask(brandHome.getBrandHome, ids, owner)
    expect(activity.map(({ operation, actorName, target }) => [operation, actorName, target])).toEqual([
      ['updateBrandProfile', 'owner', 'Aoi'],
      ['createDraftPlan', 'editor', 'Galaxy'],
    ])
  })

  test('a move of a plan is called by the plan’s name, and a picture on its way is no change', async () => {
    const { ids, owner } = await club()
    const { planId } = await ask(plans.createActivePlan, { ...ids, ...terms, name: 'Galaxy' }, owner)
    const { previewOfArchivingAt } = await ask(plans.getPlanForArchive, { ...ids, planId }, owner)
    await ask(plans.scheduleToArchivePlan, { ...ids, planId, archivingAt: previewOfArchivingAt }, owner)
    const picture = { type: 'image', fileName: 'a.png', contentType: 'image/png', size: 100 } as const
    await ask(uploads.getSignedUrlForPlanContentAttachmentUpload, { ...ids, ...picture }, owner)
    const { activity } = await ask(brandHome.getBrandHome, ids, owner)
    expect(activity.map(({ operation, target }) => [operation, target])).toEqual([
      ['scheduleToArchivePlan', 'Galaxy'],
      ['createActivePlan', 'Galaxy'],
    ])
  })

  test('at most ten lines, and nothing for strangers', async () => {
    const { ids, owner } = await club()
    for (let i = 0; i < 12; i++) await ask(plans.createDraftPlan, { ...ids, ...terms, name: `Plan ${i}` }, owner)
    const { activity } = await ask(brandHome.getBrandHome, ids, owner)
    expect(activity).toHaveLength(10)
    expect((await refused(brandHome.getBrandHome, ids, await person())).status).toBe(404)
    expect((await refused(brandHome.getBrandHome, { ...ids, brandId: newId('brand') }, owner)).status).toBe(404)
  })
})
