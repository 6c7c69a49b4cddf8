import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { applications } from '#club/applications/contract.ts'
import { brands } from '#club/brands/contract.ts'
import { fans } from '#club/fans/tables.server.ts'
import { tenants } from '#club/tenants/contract.ts'
import { day } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { clubPage } from '#office/club/contract.ts'
import { staffFans } from '#office/fans/contract.ts'
import type { FanSort } from '#office/fans/queries.server.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { approval, mine, newSlug, submit } from '../support/application'
import { addMember, ask, club, newId, operator, person, refused } from '../support/club'
import { fills } from '../support/fill'
import { planRow, terms } from '../support/plan'
import { completeForm } from '../support/scene'
import { ownerUrl } from '../support/world'

describe('searching and sorting plans', () => {
  const filled = async () => {
    const made = await club()
    const rows = [
      planRow(made.ids, { name: 'Star １００% %', price: 3000, editedAt: 3 }),
      planRow(made.ids, { name: 'Galaxy', price: 1500, editedAt: 2, description: 'A STAR every month' }),
      planRow(made.ids, { name: 'Old star', price: 500, editedAt: 1, archivingAt: now() - day }),
    ]
    await database().insert(planTable).values(rows)
    const names = async (asked: object) =>
      (await ask(plans.getPlans, { ...made.ids, ...asked }, made.owner)).plans.map(({ name }) => name)
    return { ...made, names }
  }

  test('finds names and descriptions, whatever the letters are', async () => {
    const { names, ids, owner } = await filled()
    expect(await names({ q: 'star' })).toEqual(['Star １００% %', 'Galaxy', 'Old star'])
    expect(await names({ q: ' ｇａｌａｘｙ ' })).toEqual(['Galaxy'])
    expect(await names({ q: '100%' })).toEqual(['Star １００% %'])
    expect(await names({ q: '_' })).toEqual([])
    const { counts, pagination } = await ask(plans.getPlans, { ...ids, q: 'star', status: 'current' }, owner)
    expect(counts).toEqual({ all: 3, current: 2, draft: 0, active: 2, scheduledToBeArchived: 0, archived: 1 })
    expect(pagination.totalCount).toBe(2)
  })

  test('sorts both ways by what the columns offer, and by nothing else', async () => {
    const { names, ids, owner } = await filled()
    expect(await names({ sort: 'price' })).toEqual(['Old star', 'Galaxy', 'Star １００% %'])
    expect(await names({ sort: '-price' })).toEqual(['Star １００% %', 'Galaxy', 'Old star'])
    expect(await names({ sort: 'name' })).toEqual(['Galaxy', 'Old star', 'Star １００% %'])
    const wrong = { ...ids, sort: 'thumbnail' as 'price' }
    expect(await refused(plans.getPlans, wrong, owner)).toMatchObject({ status: 400, fields: [{ field: 'sort' }] })
  })

  test('a club counts its plans as its brand does: what is going to be archived is no longer on sale', async () => {
    const { ids, owner, tenantId } = await club()
    await database()
      .insert(planTable)
      .values([planRow(ids), planRow(ids, { archivingAt: now() + 40 * day })])
    const { counts } = await ask(plans.getPlans, ids, owner)
    const { brands: cards } = await ask(clubPage.getTenant, { tenantId }, owner)
    expect(cards.map(({ activePlans }) => activePlans)).toEqual([counts.active])
    expect(counts.active).toBe(1)
  })
})

describe('sorting fans', () => {
  /** Half of them have bought and have a number; the others only came by. */
  const filled = async () => {
    const { ids, owner } = await club()
    const names = ['b1', 'b2', 'b3', 'c1', 'c2', 'c3']
    const at = now()
    await database()
      .insert(fans)
      .values(
        names.map((name, n) => ({
          ...ids,
          uid: newId('uid'),
          fanId: `${name}_${ids.brandId}`,
          firstSeenAt: at - n * day,
          lastActiveAt: at,
          editedAt: at,
          ...(n < 3 && {
            memberNumber: n + 1,
            memberNumberIssuedAt: at,
            lastPurchaseAt: at - (3 - n) * day,
            orderCount: 1,
          }),
        })),
      )
    const page = async (sort: FanSort, limit: number, offset: number) => {
      const listed = await ask(staffFans.getFans, { ...ids, sort, pagination: { limit, offset } }, owner)
      expect(listed.pagination.totalCount).toBe(names.length)
      return listed.fans.map(({ fanId }) => fanId.slice(0, 2))
    }
    return { page }
  }

  test('the segments of a club of more than 10,000 fans are counted each by itself, and each again under a filter', async () => {
    const { ids, owner } = await club()
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    await client.query(fills.fans, [ids.tenantId, ids.brandId, 0, 18_000]).finally(() => client.end())
    const counts = async (asked: object) => (await ask(staffFans.getFans, { ...ids, ...asked }, owner)).counts
    const whole = { all: 10_000, subscriber: 10_000, formerSubscriber: 0, buyer: 4800, follower: 1200 }
    expect([await counts({}), await counts({ segment: 'buyer' })]).toEqual([whole, whole])
    const labelled = { all: 1800, subscriber: 1200, formerSubscriber: 0, buyer: 0, follower: 600 }
    expect(await counts({ label: 'VIP' })).toEqual(labelled)
  })

  test('who never bought and has no number stands last both ways, on the pages after those who do', async () => {
    const { page } = await filled()
    // Pages that end with those who bought, before them and after them.
    for (const column of ['lastPurchaseAt', 'memberNumber'] as const)
      for (const [sort, whole] of [
        [column, ['b1', 'b2', 'b3', 'c1', 'c2', 'c3']],
        [`-${column}`, ['b3', 'b2', 'b1', 'c3', 'c2', 'c1']],
      ] as const)
        for (const limit of [1, 2, 3, 4, 6, 20]) {
          const pages = []
          for (let offset = 0; offset < whole.length; offset += limit) pages.push(await page(sort, limit, offset))
          expect(pages.flat(), `${sort} by ${limit}`).toEqual(whole)
          expect(await page(sort, limit, whole.length), `${sort} by ${limit}`).toEqual([])
        }
    expect(await page('-totalMonths', 4, 0)).toEqual(['c3', 'c2', 'c1', 'b3'])
  })
})

describe('the people of a club', () => {
  test('invitations stand before members; search and order are the reader’s', async () => {
    const { owner, tenantId } = await club()
    await addMember(tenantId, await person(), 'editor')
    const email = `${newId('member').toLowerCase()}@example.test`
    await ask(tenants.inviteTenantMember, { tenantId, email, role: 'moderator', brandIds: null }, owner)
    const listed = async (asked: object) =>
      (await ask(tenants.getTenantMembers, { tenantId, ...asked }, owner)).members.map(({ role }) => role)
    expect(await listed({})).toEqual(['moderator', 'owner', 'editor'])
    expect(await listed({ sort: '-role' })).toEqual(['moderator', 'editor', 'owner'])
    expect(await listed({ q: email.slice(0, 20) })).toEqual(['moderator'])
    expect((await ask(tenants.getTenantMembers, { tenantId, q: 'EDITOR' }, owner)).pagination.totalCount).toBe(1)
  })
})

describe('who saved last', () => {
  test('a plan says it to each reader: me, or somebody by name', async () => {
    const { ids, owner, tenantId } = await club()
    const editor = await person()
    await addMember(tenantId, editor, 'editor')
    const { planId } = await ask(plans.createDraftPlan, { ...ids, ...terms }, editor)
    const by = async (reader: typeof owner) => (await ask(plans.getPlan, { ...ids, planId }, reader)).editedBy
    expect(await by(editor)).toEqual({ name: 'editor', isMe: true })
    expect(await by(owner)).toEqual({ name: 'editor', isMe: false })
    await ask(plans.updateDraftPlan, { ...ids, planId, ...terms, name: 'Mine' }, owner)
    expect(await by(owner)).toEqual({ name: 'owner', isMe: true })
  })

  test('nobody is named where nobody was written down', async () => {
    const { ids, owner } = await club()
    const row = planRow(ids)
    await database().insert(planTable).values(row)
    expect((await ask(plans.getPlan, { ...ids, planId: row.planId }, owner)).editedBy).toBeNull()
    expect((await ask(brands.getBrandProfile, ids, owner)).editedBy).toBeNull()
  })
})

describe('an application', () => {
  test('keeps every step, and the operator sees what changed since the last time', async () => {
    const [newcomer, decider] = [await person(), await operator()]
    const form = completeForm(newSlug())
    const { applicationId } = await submit(newcomer, form)
    expect((await ask(applications.getPendingTenant, { applicationId }, decider)).previousForm).toBeNull()
    await ask(applications.startApplicationReview, { applicationId }, decider)
    await ask(applications.requestApplicationChanges, { applicationId, message: 'A link, please.' }, decider)
    const better = { ...form, description: 'Songs every month.' }
    await ask(applications.saveTenantApplicationDraft, { applicationId, form: better }, newcomer)
    const { agreedTermsVersion } = { agreedTermsVersion: '2026-11' }
    await ask(applications.submitTenantApplication, { applicationId, form: better, agreedTermsVersion }, newcomer)
    const { previousForm, application } = await ask(applications.getPendingTenant, { applicationId }, decider)
    expect(previousForm?.description).toBe(form.description)
    expect(application.form.description).toBe('Songs every month.')
    await ask(applications.approvePendingTenant, approval(applicationId, form.slugChoices), decider)
    const steps = (await mine(newcomer, applicationId))?.history.map(({ status }) => status)
    expect(steps).toEqual(['draft', 'submitted', 'inReview', 'changesRequested', 'submitted', 'approved'])
  })

  test('is found by its club, its brand or its applicant', async () => {
    const [newcomer, decider] = [await person(), await operator()]
    const { applicationId } = await submit(newcomer)
    const found = async (q: string) =>
      (await ask(applications.getPendingTenants, { q }, decider)).items.map((item) => item.applicationId)
    expect(await found(newcomer.email)).toEqual([applicationId])
    expect(await found('nobody of this name')).toEqual([])
  })
})
