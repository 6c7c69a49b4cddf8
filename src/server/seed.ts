import { randomBytes } from 'node:crypto'
import { type ApplicationForm, type ApplicationStatus, emptyForm } from '../features/applications/application'
import { applicationMessages, slugReservations, tenantApplications } from '../features/applications/tables.server'
import { brands } from '../features/brands/tables.server'
import { visibleFrom } from '../features/contents/content'
import { contentPlans, contents } from '../features/contents/tables.server'
import { plans } from '../features/plans/tables.server'
import { subscriptionTerms } from '../features/subscriptions/tables.server'
import { tenantMembers, tenants } from '../features/tenants/tables.server'
import { pictureFolder } from '../kit/pictures'
import { day, endOfTokyoDay, type Instant, startOfTokyoMonth, tokyoMonth } from '../kit/time'
import { now } from './clock'
import type { Db } from './context'
import { database, inTransaction } from './db'
import { demoAccounts, demoPassword } from './demo/accounts'
import { paint } from './demo/png'
import { demoClubs } from './demo/world'
import { identityAdmin } from './identity/identity'
import { putPicture, readPicture } from './storage/pictures'
import { storage } from './storage/storage'
import { auditLog } from './tables.server'

type Club = (typeof demoClubs)[number]

/** The same numbers at every start, so that a screenshot of today looks like one of yesterday. */
const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}
const pad = (n: number) => String(n).padStart(4, '0')

/** The n-th month before (negative: after) the one that holds `at`; n may pass the turn of a year. */
const monthBefore = (at: Instant, n: number) => {
  const { year, month } = tokyoMonth(at)
  return tokyoMonth(Date.UTC(year, month - 1 - n, 15))
}

const picture = async (name: string, [from, to]: readonly [string, string], size: [number, number], seed: number) => {
  const key = `public/${pictureFolder}/demo/${name}-${randomBytes(4).toString('hex')}.png`
  const bytes = Buffer.from(paint({ width: size[0], height: size[1], from, to, seed }))
  const painted = await readPicture(bytes, 'image/png')
  if (!painted) throw new Error('A picture of the demo world is broken.')
  await putPicture(key, painted)
  return storage().publicUrl(key)
}

const inBatches = async <Row>(rows: readonly Row[], insert: (batch: Row[]) => Promise<unknown>) => {
  // PostgreSQL takes at most 65,535 parameters a statement.
  for (let start = 0; start < rows.length; start += 1000) await insert(rows.slice(start, start + 1000))
}

const familyNames = ['佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺', '山本', '中村', '小林', '加藤', '吉田', '山田']
const givenNames = ['葵', '陽菜', '蓮', '結衣', '湊', '凛', '樹', '咲良', '律', '芽衣', '朔', '紬']
const personName = (n: number) =>
  `${familyNames[n % familyNames.length]} ${givenNames[(n * 7 + Math.floor(n / 12)) % givenNames.length]}`

const fillMembers = async (db: Db, club: Club, at: Instant) => {
  const accounts = new Map<string, (typeof demoAccounts)[number]>(demoAccounts.map((account) => [account.uid, account]))
  const joined = at - 400 * day
  const known = club.members.map(({ uid, role }, n) => ({
    memberId: `member_${uid}`,
    uid,
    role,
    email: accounts.get(uid)?.email ?? '',
    displayName: accounts.get(uid)?.displayName ?? '',
    status: 'active',
    invitedAt: joined + n * day,
    joinedAt: joined + n * day,
  }))
  const staffRoles = ['editor', 'moderator', 'shipper', 'accountant', 'admin'] as const
  const staff = Array.from({ length: club.staff }, (_, n) => {
    const invited = n >= club.staff - 3
    return {
      memberId: `member_${club.brand.slug}_staff_${pad(n)}`,
      uid: invited ? null : `demo_staff_${club.brand.slug}_${pad(n)}`,
      role: staffRoles[n % staffRoles.length] ?? 'editor',
      email: `staff${n + 1}@${club.brand.slug}.test`,
      displayName: invited ? '' : personName(n),
      status: invited ? 'invited' : 'active',
      invitedAt: joined + (n + 5) * day,
      joinedAt: invited ? null : joined + (n + 6) * day,
    }
  })
  await db.insert(tenantMembers).values([...known, ...staff].map((row) => ({ ...row, tenantId: club.tenantId })))
}

const fillPlans = async (db: Db, club: Club, at: Instant) => {
  const { tenantId } = club
  const { brandId } = club.brand
  const current = await Promise.all(
    club.plans.map(async (plan, n) => ({
      tenantId,
      brandId,
      planId: plan.planId,
      status: plan.state === 'draft' ? ('draft' as const) : ('active' as const),
      name: plan.name,
      description: plan.description,
      thumbnail: plan.colors ? await picture(plan.planId, plan.colors, [640, 360], n + 3) : '',
      price: plan.price,
      subscriptionInterval: plan.subscriptionInterval,
      archivingAt: plan.state === 'scheduled' ? endOfTokyoDay(at + 41 * day) : null,
      createdAt: at - (500 - n) * day,
      activatedAt: plan.state === 'draft' ? null : at - (499 - n) * day,
      editedAt: at - n * 3 * day - 3_600_000,
    })),
  )
  const seasonColors = [
    ['#f6bcd0', '#c76b98'],
    ['#8ecae6', '#126782'],
    ['#f4a261', '#9c4a1a'],
    ['#cdd7e6', '#5b6f95'],
  ] as const
  const seasonPictures =
    club.seasons === 0
      ? []
      : await Promise.all(seasonColors.map((colors, n) => picture(`season-${n}`, colors, [640, 360], n + 40)))
  const past = Array.from({ length: club.seasons }, (_, n) => {
    const { year, month } = monthBefore(at, n + 3)
    const started = startOfTokyoMonth({ year, month })
    const season = Math.floor((((month + 9) % 12) + 0) / 3) % 4
    return {
      tenantId,
      brandId,
      planId: `plan_season_${year}_${String(month).padStart(2, '0')}`,
      status: 'active' as const,
      name: `${year}年${month}月の${['春', '夏', '秋', '冬'][season]}だよりプラン`,
      description: `${year}年${month}月にだけ募集した、季節の便りのプランです。`,
      thumbnail: seasonPictures[season] ?? '',
      price: 600 + (n % 4) * 100,
      subscriptionInterval: 'month' as const,
      archivingAt: endOfTokyoDay(started + 75 * day),
      createdAt: started - 10 * day,
      activatedAt: started,
      editedAt: started + 40 * day,
    }
  })
  await db.insert(plans).values([...current, ...past])
}

/** Monthly terms from joining until leaving or now: enough history that every figure has a past. */
const fillTerms = async (db: Db, club: Club, at: Instant) => {
  const random = randomFrom(club.tenantId.length * 977)
  type Term = typeof subscriptionTerms.$inferInsert
  const terms: Term[] = []
  let fan = 0
  const join = (uid: string, plan: Club['plans'][number], from: Instant, leaves: Instant | null) => {
    const months = plan.subscriptionInterval === 'year' ? 12 : 1
    const start = tokyoMonth(from)
    const offset = from - startOfTokyoMonth(start)
    for (let n = 0; ; n += months) {
      const begin = startOfTokyoMonth(monthBefore(from, -n)) + offset
      if (begin > at || (leaves !== null && begin >= leaves)) return
      terms.push({
        tenantId: club.tenantId,
        termId: `term_${club.brand.slug}_${terms.length}`,
        planId: plan.planId,
        uid,
        from: begin,
        to: startOfTokyoMonth(monthBefore(from, -n - months)) + offset,
        amount: plan.price,
        source: random() < 0.8 ? 'card' : 'konbini',
      })
    }
  }
  for (const plan of club.plans) {
    const gone = Math.round(plan.members * 0.35)
    for (let n = 0; n < plan.members + gone; n++) {
      // Joining thins out a little into the past, so that the curve of members rises.
      const from = at - Math.floor(random() ** 1.1 * 380 * day) - 60_000
      const leaves = n < plan.members ? null : Math.min(at - 1, from + Math.floor(random() * 200 * day))
      join(`demo_fan_${club.brand.slug}_${pad(fan++)}`, plan, from, leaves)
    }
  }
  const [first] = club.plans
  if (club.tenantId === 'tenant_hoshi' && first) join('demo_member', first, at - 130 * day, null)
  await inBatches(terms, (batch) => db.insert(subscriptionTerms).values(batch))
}

const fillContents = async (db: Db, club: Club, at: Instant) => {
  const { tenantId } = club
  const { brandId, slug, colors } = club.brand
  const pictures = await Promise.all(
    club.contents.map((_, n) =>
      picture(`content-${slug}-${n}`, n % 2 ? [colors[1], colors[0]] : colors, [640, 360], n + 11),
    ),
  )
  const opening = club.plans.filter((plan) => plan.state !== 'draft').map((plan) => plan.planId)
  const rows = Array.from({ length: club.contents.length * 8 }, (_, n) => {
    const publishingAt = at - (n * 5 + 1) * day
    const { year, month } = tokyoMonth(publishingAt)
    return {
      tenantId,
      brandId,
      planContentId: `content_${slug}_${pad(n)}`,
      type: n % 3 === 0 ? ('video' as const) : ('news' as const),
      status: 'active' as const,
      name: `${club.contents[n % club.contents.length]}（${Math.floor(n / club.contents.length) + 1}）`,
      description: '',
      thumbnail: pictures[n % pictures.length] ?? '',
      viewableBy: n % 6 === 5 ? ('allUsers' as const) : ('paidUsers' as const),
      periodYear: year,
      periodMonth: month,
      publishingAt,
      createdAt: publishingAt - day,
      editedAt: publishingAt,
    }
  })
  await db.insert(contents).values(rows)
  const links = rows.flatMap((row, n) =>
    opening
      .filter((_, which) => (n % 5 === 0 ? which === opening.length - 1 : which <= n % opening.length))
      .map((planId) => ({ tenantId, planContentId: row.planContentId, planId, visibleFrom: visibleFrom(row) })),
  )
  await db.insert(contentPlans).values(links)
}

const fillClub = async (db: Db, club: Club, at: Instant) => {
  const { tenantId, brand } = club
  await db.insert(tenants).values({ tenantId, name: club.name, createdAt: at - 500 * day })
  await db.insert(brands).values({
    tenantId,
    brandId: brand.brandId,
    slug: brand.slug,
    name: brand.name,
    thumbnail: await picture(`${brand.slug}-cover`, brand.colors, [1280, 400], 5),
    icon: await picture(`${brand.slug}-icon`, brand.colors, [320, 320], 8),
    description: brand.description,
    accentColor: brand.accentColor,
    links: brand.links,
    createdAt: at - 500 * day,
    editedAt: at - 20 * day,
  })
  await fillMembers(db, club, at)
  await fillPlans(db, club, at)
  await fillTerms(db, club, at)
  await fillContents(db, club, at)
  if (club.seasons > 0) await fillActivity(db, club, at)
}

/** What the staff did lately, as the brand's home shows it. */
const fillActivity = async (db: Db, club: Club, at: Instant) => {
  const doings = [
    ['updateActivePlan', '星座プラン'],
    ['createDraftPlan', '春のうたプラン'],
    ['updateBrandProfile', ''],
    ['scheduleToArchivePlan', ''],
    ['updateDraftPlan', '春のうたプラン'],
    ['activateDraftPlan', '彗星プラン（年払い）'],
    ['updateActivePlan', '銀河プラン'],
  ] as const
  const actors = club.members.filter(({ role }) => role === 'owner' || role === 'editor')
  await db.insert(auditLog).values(
    doings.map(([operation, name], n) => ({
      auditId: `audit_demo_${club.brand.slug}_${pad(n)}`,
      at: at - (n * n * 9 + 2) * 3_600_000,
      actorUid: actors[n % actors.length]?.uid ?? '',
      role: actors[n % actors.length]?.role ?? 'owner',
      operation,
      tenantId: club.tenantId,
      brandId: club.brand.brandId,
      payload: { tenantId: club.tenantId, brandId: club.brand.brandId, ...(name && { name }) },
      address: '127.0.0.1',
      requestId: `demo-${club.brand.slug}-${pad(n)}`,
    })),
  )
}

/** The operator's queue: applications in every state, enough for three pages. */
const fillApplications = async (db: Db, at: Instant) => {
  const clubNames = ['ひだまり', 'あさがお', 'みなと', 'こもれび', 'ゆうなぎ', 'はなうた', 'そらいろ', 'つむぎ']
  const states: Exclude<ApplicationStatus, 'draft' | 'expired'>[] = [
    'submitted',
    'inReview',
    'changesRequested',
    'approved',
    'rejected',
    'withdrawn',
  ]
  const rows = Array.from({ length: 64 }, (_, n) => {
    const status = n < 24 ? 'submitted' : (states[n % states.length] ?? 'submitted')
    const club = `${clubNames[n % clubNames.length]}クラブ${Math.floor(n / clubNames.length) + 1}`
    const submittedAt = at - (n + 1) * 9 * 3_600_000
    const form: ApplicationForm = {
      ...emptyForm,
      tenantName: club,
      legalName: personName(n),
      legalNameKana: 'サトウ アオイ',
      postalCode: `15000${String(n % 90).padStart(2, '0')}`,
      address: '東京都渋谷区神南 1-2-3',
      phone: `0901234${pad(n < 50 ? n : 1)}`,
      email: `applicant${n + 1}@example.test`,
      brandName: club.replace('クラブ', ''),
      slugChoices: [`demo-club-${n + 1}`, `demo-club-${n + 1}-jp`],
      category: (['music', 'comic', 'voice', 'video'] as const)[n % 4] ?? 'music',
      description: '月に二度の動画と、季節ごとの配信を届けたいと考えています。',
      snsUrls: ['https://example.com/club'],
      expectedPlanPrice: 500 + (n % 6) * 300,
    }
    return {
      applicationId: `application_demo_${pad(n)}`,
      applicantUid: `demo_applicant_${pad(n)}`,
      applicantEmail: form.email,
      locale: 'ja' as const,
      status,
      form,
      decision:
        status === 'rejected'
          ? {
              by: 'demo_operator',
              at: submittedAt + day,
              reasonCode: 'incompleteProfile',
              message: '活動の内容が分かるリンクを加えてください。',
            }
          : status === 'approved'
            ? { by: 'demo_operator', at: submittedAt + day }
            : null,
      expiresAt: status === 'changesRequested' ? at + (n - 30) * day : null,
      createdAt: submittedAt - day,
      submittedAt,
      updatedAt: submittedAt,
    }
  })
  await db.insert(tenantApplications).values(rows)
  const open = rows.filter(({ status }) => status === 'submitted' || status === 'inReview')
  await db
    .insert(slugReservations)
    .values(open.flatMap(({ applicationId, form }) => form.slugChoices.map((slug) => ({ slug, applicationId }))))
  await db.insert(applicationMessages).values(
    rows
      .filter(({ status }) => status === 'changesRequested')
      .map(({ applicationId, submittedAt }, n) => ({
        applicationId,
        messageId: `message_demo_${pad(n)}`,
        author: 'operator',
        authorUid: 'demo_operator',
        visibility: 'public',
        body: '活動が分かるページのリンクを追加してください。',
        at: submittedAt + 3_600_000,
      })),
  )
}

/** Accounts that the emulator does not know yet; one that somebody changed stays as it is. */
const fillAccounts = async () => {
  const auth = identityAdmin()
  const { users } = await auth.getUsers(demoAccounts.map(({ email }) => ({ email })))
  const known = new Set(users.map(({ email }) => email))
  for (const { uid, email, displayName } of demoAccounts) {
    if (!known.has(email))
      await auth.createUser({ uid, email, displayName, emailVerified: true, password: demoPassword })
  }
}

/** Fills an empty database with the demo world, and the emulator with its accounts. */
export const seedDemoWorld = async () => {
  await fillAccounts()
  const [tenant] = await database().select({ tenantId: tenants.tenantId }).from(tenants).limit(1)
  if (tenant) return
  const at = now()
  await inTransaction(async (db) => {
    for (const club of demoClubs) await fillClub(db, club, at)
    await fillApplications(db, at)
  })
}
