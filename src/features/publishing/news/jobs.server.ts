import { z } from 'zod'
import { brandOfShop } from '#club/brands/queries.server.ts'
import { type Letter, type Reader, senderOf } from '#kit/letter.ts'
import { id } from '#kit/text.ts'
import { backNumberPeriod, day, monthText, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { type JobContext, job, jobs } from '#server/jobDefinition.ts'
import { mailIdOf, mailJobs } from '#server/mail/jobs.server.ts'
import { stopToken } from '#server/mail/stopToken.ts'
import type { Db } from '#server/proven.ts'
import { isOpen } from '../contents/access'
import { contentForReader } from '../contents/public/queries.server'
import { accessOfRow } from '../contents/public/reader.server'
import { brandOfStreaming, type Found, streamingById } from '../streamings/queries.server'
import { streamingStatusAt } from '../streamings/streaming'
import { archiveReady, liveStarted, monthOnSale, oneClickUrlOf, stopUrlOf } from './mails'
import {
  brandsToTell,
  claimRecording,
  contentsShowing,
  membersToTell,
  plansSellingMonth,
  type Recipient,
  takeMonth,
  untoldRecordings,
} from './queries.server'

type BrandIds = { tenantId: string; brandId: string }
type Members = AsyncIterable<Recipient[]>
/** Writes one member's mail; null to skip the member. */
type Write = (db: Db, to: Reader, member: Recipient, stopUrl: string) => Promise<Letter | null> | Letter

/** One mail per member; each page of members in a transaction. */
const mailTo = async (
  { db, transaction, origin }: Pick<JobContext, 'db' | 'transaction' | 'origin'>,
  { tenantId, brandId }: BrandIds,
  news: string,
  members: Members,
  write: Write,
) => {
  const sender = senderOf(await brandOfShop(db, { tenantId, brandId }))
  for await (const page of members)
    await transaction(async (tx) => {
      for (const member of page) {
        const { uid, email: to, locale } = member
        const reader = { origin, locale }
        const token = stopToken({ tenantId, brandId, uid })
        const letter = await write(tx.db, reader, member, stopUrlOf(reader, token))
        if (!letter) continue
        const oneClickUrl = oneClickUrlOf(reader, token)
        const mail = { to, locale, oneClickUrl, sender, ...letter }
        await tx.enqueue(mailJobs.sendBulkMail, mail, { id: mailIdOf(news, uid) })
      }
    })
}

const letters = { live: liveStarted, vod: archiveReady }

/**
 * Notifies members who can read the content now, by the access rule (contents/access.ts); for a free content, all
 * members.
 */
const tellOfStreaming = async (context: JobContext, found: Found, status: 'live' | 'vod') => {
  const { db, now } = context
  const club = await brandOfShop(db, found)
  for (const content of await contentsShowing(db, found, found.streamingId, now)) {
    const planIds = content.viewableBy === 'allUsers' ? null : content.planIds
    const shown = { ...content, name: content.name || found.eventTitle }
    const members = membersToTell(db, found, { planIds, now })
    // One mail per streaming, even if several contents show it.
    await mailTo(context, found, `${status} ${found.streamingId}`, members, async (own, to, { uid }, stopUrl) => {
      const row = await contentForReader(own, found, content.planContentId, { uid, now })
      return row && isOpen(accessOfRow(row, now).status) ? letters[status](to, club, shown, stopUrl) : null
    })
  }
}

const ofStreaming = (status: 'live' | 'vod') =>
  job(
    {
      about: (db, { streamingId }) => brandOfStreaming(db, streamingId),
      data: z.object({ streamingId: id }),
      expireInSeconds: 3600,
    },
    async (context, { streamingId }) => {
      const found = await streamingById(context.db, streamingId)
      if (found && streamingStatusAt(found, context.now) === status) await tellOfStreaming(context, found, status)
    },
  )

export const memberNewsJobs = jobs({
  tellOfLive: ofStreaming('live'),
  tellOfRecording: ofStreaming('vod'),
  /**
   * A recording can become available in several ways (conversion, staff, its time, a published content), so it is
   * polled for.
   */
  findNewArchives: job(
    { about: 'platform', data: z.object({}), cron: '*/5 * * * *' },
    async ({ db, transaction, now }) => {
      const { attempt, end } = eachOnItsOwn('findNewArchives')
      for (const { streamingId } of await untoldRecordings(db, now))
        await attempt(streamingId, () =>
          transaction(async (tx) => {
            if (await claimRecording(tx.db, streamingId, now))
              await tx.enqueue(memberNewsJobs.tellOfRecording, { streamingId })
          }),
        )
      end()
    },
  ),
  /**
   * Notifies of the past month, which is on sale from its end. Runs each morning, because its contents may be published
   * later.
   */
  findNewBackNumbers: job(
    { about: 'platform', data: z.object({}), cron: '0 10 * * *' },
    async ({ db, transaction, now }) => {
      const period = tokyoMonth(startOfTokyoMonth(tokyoMonth(now)) - day)
      const tell = (brand: BrandIds) =>
        transaction(async (tx) => {
          if (await takeMonth(tx.db, brand, period))
            await tx.enqueue(memberNewsJobs.tellOfBackNumber, { ...brand, period })
        })
      const { attempt, end } = eachOnItsOwn('findNewBackNumbers')
      for (let after = ''; ; ) {
        const page = await brandsToTell(db, period, after)
        const selling = new Set((await plansSellingMonth(db, page, period, now)).map(({ brandId }) => brandId))
        for (const brand of page) if (selling.has(brand.brandId)) await attempt(brand.brandId, () => tell(brand))
        const last = page.at(-1)
        if (!last) return end()
        after = last.brandId
      }
    },
  ),
  tellOfBackNumber: job(
    {
      about: async (_, of) => of,
      data: z.object({ tenantId: id, brandId: id, period: backNumberPeriod }),
      expireInSeconds: 3600,
    },
    async (context, { period, ...brand }) => {
      const { db, now } = context
      const planIds = (await plansSellingMonth(db, [brand], period, now)).map(({ planId }) => planId)
      if (planIds.length === 0) return
      const club = await brandOfShop(db, brand)
      const members = membersToTell(db, brand, { planIds: null, now, lacks: { planIds, period } })
      await mailTo(context, brand, `month ${brand.brandId} ${monthText(period)}`, members, (_, to, __, stopUrl) =>
        monthOnSale(to, club, period, stopUrl),
      )
    },
  ),
})
