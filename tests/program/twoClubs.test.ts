import { globSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import type { GetServerSideProps } from 'next'
import { beforeAll, describe, expect, test } from 'vitest'
import { accountDeletions } from '#club/identity/tables.server.ts'
import { tenantMembers, tenants } from '#club/tenants/tables.server.ts'
import { publicConfigOf } from '#config.schema.ts'
import { serverConfig } from '#config.server.ts'
import { type Operation, roles } from '#kit/contract.ts'
import { day } from '#kit/time.ts'
import { subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { closing } from '#office/club/closing/contract.ts'
import { operations } from '#program/operations.ts'
import { contents } from '#publishing/contents/tables.server.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { runDueJobs } from '#server/queue.ts'
import { addMember, ask, type Person, person, request } from '../support/club'
import { addTerm } from '../support/fan'
import { fileOf } from '../support/file'
import { mailsTo } from '../support/mail'
import { markClub } from '../support/marks'
import { scene } from '../support/scene'
import { moveTo } from '../support/shop'

/*
 * Two clubs with one of everything, and one fan who is in both. Every text of a club carries its mark: whoever asks for
 * something of one club reads nothing of the other.
 */
const marks = { ours: 'Hoshizoramark', theirs: 'Tsukiyomimark' }
type Scene = Awaited<ReturnType<typeof scene>>

let ours: Scene
let theirs: Scene
const callers: Record<string, Person | null> = { visitor: null }
beforeAll(async () => {
  ours = await scene()
  theirs = await scene({ applicant: ours.applicant })
  const marked = await markClub(ours.tenantId, marks.ours)
  expect(await markClub(theirs.tenantId, marks.theirs)).toEqual(marked)
  expect(marked.length).toBeGreaterThan(40)
  expect(marked).toEqual(
    expect.arrayContaining(['event_goods_drafts.payload', 'events.performers', 'events.schedules']),
  )
  callers.fan = await person()
  callers['fan of both clubs'] = ours.applicant
  callers.owner = ours.owner
  for (const role of roles) {
    if (role === 'owner') continue
    const member = await person()
    await addMember(ours.tenantId, member, role)
    callers[role] = member
  }
})

const reads = [...operations.values()].map(({ operation }) => operation).filter(({ effect }) => effect === 'read')
/** What is one's own, in whatever club: a cart, an order, a list of plans. */
const isOnesOwn = ({ caller, by }: Operation) => caller === 'fan' && !['brand', 'content', 'plan'].includes(by ?? '')
/** The platform's own lists are of all clubs. */
const ofOneClub = reads.filter(({ caller, name }) => caller !== 'operator' && name !== 'getFanclubSitemapInfo')

const askFor = (operation: Operation, by: Person | null, more: object = {}) =>
  request(operation, JSON.stringify({ ...ours.examples[operation.name], ...more }), by)
/** The ids that an operation is asked with. */
const of = (name: string) => (ours.examples as unknown as Record<string, Record<string, string>>)[name] ?? {}
const saysNothingOfTheirs = (body: string, what: string) => {
  for (const word of [marks.theirs, theirs.tenantId, theirs.ids.brandId, theirs.slug])
    expect(body.includes(word), `${what} says ${word}: ${body.slice(0, 2000)}`).toBe(false)
}

describe('of one club nothing of the other is read', () => {
  test.each(ofOneClub.map((operation) => [operation.name, operation] as const))('%s', async (name, operation) => {
    for (const [who, by] of Object.entries(callers)) {
      if (who === 'fan of both clubs' && isOnesOwn(operation)) continue
      const { body } = await askFor(operation, by)
      saysNothingOfTheirs(body, `${name} to ${who}`)
    }
  })

  test('and what is read is of the club that was asked for: the marks are in the answers', async () => {
    const found = new Set<string>()
    for (const operation of ofOneClub)
      for (const by of [ours.owner, ours.applicant, null])
        if ((await askFor(operation, by)).body.includes(marks.ours)) found.add(operation.name)
    expect(found.size, [...found].join(' ')).toBeGreaterThan(40)
  })

  test('control: an answer of the other club would be seen', async () => {
    const operation = operations.get('getPlans')?.operation
    if (!operation) throw new Error('no getPlans')
    const { body } = await request(operation, JSON.stringify(theirs.examples.getPlans), theirs.owner)
    expect(() => saysNothingOfTheirs(body, 'getPlans')).toThrow(marks.theirs)
  })

  test('whatever word of theirs is searched for', async () => {
    const searching = ofOneClub.filter(({ payload }) => 'q' in (payload as unknown as { shape: object }).shape)
    expect(searching.length).toBeGreaterThan(8)
    for (const operation of searching)
      for (const q of [marks.theirs, theirs.owner.email, theirs.slug, 'Constellation', 'Letter', '青井']) {
        const { body } = await askFor(operation, ours.owner, { q })
        for (const word of [theirs.tenantId, theirs.ids.brandId])
          expect(body.includes(word), `${operation.name} ${q}`).toBe(false)
        expect(body.replaceAll(q, '').includes(marks.theirs), `${operation.name} ${q}: ${body}`).toBe(false)
      }
  })

  test('in a file that was made of a list', async () => {
    const exporting = [...operations.values()].filter(
      ({ operation: { name, caller, effect } }) =>
        name.startsWith('export') && caller === 'brand' && effect === 'write',
    )
    let files = 0
    for (const { operation } of exporting) {
      const { status, body } = await askFor(operation, ours.owner)
      if (status !== 200) continue
      const { exportId } = JSON.parse(body) as { exportId?: string }
      if (!exportId) continue
      const { bytes } = await fileOf(exportId)
      saysNothingOfTheirs(bytes.toString('latin1'), operation.name)
      files++
    }
    expect(files).toBeGreaterThan(3)
  })

  test('on a page that everybody is sent', async () => {
    globalThis.__TSUDOI__ = publicConfigOf(serverConfig())
    const params = {
      brandSlug: ours.slug,
      ...of('getPublicPlan'),
      ...of('getPublicPlanContent'),
      ...of('getPublicEvent'),
      ...of('getPublicGoods'),
    }
    const pages = globSync('src/pages/fc/[[]brandSlug[]]/**/*.tsx')
    expect(pages.length).toBeGreaterThan(9)
    for (const path of pages) {
      const { getServerSideProps } = (await import(join('../..', path))) as { getServerSideProps: GetServerSideProps }
      for (const locale of ['ja', 'en']) {
        const res = { statusCode: 200 }
        const shown = await getServerSideProps({ params, query: params, locale, res, req: {} } as never)
        const said = JSON.stringify(shown)
        expect(said.includes(marks.ours), `${path}: ${said.slice(0, 300)}`).toBe(true)
        saysNothingOfTheirs(said, path)
      }
    }
    globalThis.__TSUDOI__ = undefined
  })

  test('in a mail', async () => {
    for (const name of ['contactCreator', 'replyToInquiry', 'resendOrderMail', 'remindPayment']) {
      const operation = operations.get(name)?.operation
      if (operation) await askFor(operation, operation.caller === 'visitor' ? null : ours.owner)
    }
    const mails = [...(await mailsTo(ours.owner.email)), ...(await mailsTo(ours.applicant.email))]
    expect(mails.length).toBeGreaterThan(0)
    for (const mail of mails) saysNothingOfTheirs(JSON.stringify(mail), mail.subject)
  })
})

describe('with a token that is still good', () => {
  const ofStaff = reads.filter(({ caller }) => caller === 'tenant' || caller === 'brand')

  test('who was removed from the club reads nothing of it any more', async () => {
    const member = await person()
    const memberId = await addMember(ours.tenantId, member, 'owner')
    const before = await Promise.all(ofStaff.map((operation) => askFor(operation, member)))
    expect(before.filter(({ status }) => status === 200).length).toBeGreaterThan(60)
    await database().update(tenantMembers).set({ status: 'removed' }).where(eq(tenantMembers.memberId, memberId))
    for (const operation of ofStaff) {
      const { status, body } = await askFor(operation, member)
      expect(status, `${operation.name}: ${body}`).toBe(404)
      expect(body).not.toContain(marks.ours)
    }
  })

  test('whose account was deleted is nobody, whatever is asked for', async () => {
    const gone = await person()
    await addMember(ours.tenantId, gone, 'owner')
    await database()
      .insert(accountDeletions)
      .values({ uid: gone.uid, deletedAt: now() } as never)
    for (const operation of reads) {
      const { status, body } = await askFor(operation, gone)
      expect(status, `${operation.name}: ${body}`).toBe(401)
    }
  })

  /** Said only where members may read it. */
  const secret = 'Himitsumark'
  const ofFans = reads.filter(({ caller }) => caller === 'visitor' || caller === 'fan')
  const readBy = async (member: Person) => {
    const found = new Set<string>()
    for (const operation of ofFans)
      for (const planContentId of [undefined, of('getPublicPlanContentWithPlans').planContentId]) {
        const { body } = await askFor(operation, member, planContentId ? { planContentId } : {})
        if (body.includes(secret)) found.add(operation.name)
      }
    return [...found]
  }
  const joined = async () => {
    await database()
      .update(contents)
      .set({ text: secret })
      .where(and(eq(contents.tenantId, ours.tenantId), eq(contents.viewableBy, 'paidUsers')))
    const member = await person()
    const term = await addTerm(ours.ids, of('purchasePlanSubscription').planId ?? '', member.uid)
    expect(await readBy(member)).not.toEqual([])
    return { member, term }
  }

  test('whose membership has ended reads nothing that members alone read', async () => {
    const { member, term } = await joined()
    await database().update(subscriptionTerms).set({ voidedAt: now() }).where(eq(subscriptionTerms.termId, term.termId))
    expect(await readBy(member)).toEqual([])
  })

  test('who was a member of a club that has closed reads nothing of it any more that members alone read', async () => {
    const { member, term } = await joined()
    const { tenantId } = ours
    const [club] = await database().select({ name: tenants.name }).from(tenants).where(eq(tenants.tenantId, tenantId))
    await ask(closing.closeTenant, { tenantId, typedName: club?.name ?? '', message: '' }, ours.owner)
    expect(await readBy(member)).not.toEqual([])
    await moveTo(term.to + day)
    await runDueJobs()
    expect(await readBy(member)).toEqual([])
  })
})
