import { z } from 'zod'
import { newest } from '#club/notices/notice.ts'
import { clubsInBatches } from '#club/tenants/clubs.queries.server.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import { newsOfBrand } from './mails'
import { mailedKinds } from './notification'
import { happened } from './queries.server'
import { brandsOfTenants, claimSpan, mailedMembers } from './readers.queries.server'

const hour = 3_600_000
/** External events may be recorded this long after they happened: news younger than this waits for the next run. */
const lag = 5 * 60_000

export const notificationJobs = jobs({
  /** Mails members what is new and what they want to know, at most once an hour; nobody else's brands are read. */
  tellMembersOfNews: job(
    { about: 'platform', data: z.object({}), cron: '5 * * * *', expireInSeconds: 1800 },
    async (context) => {
      const { db, now, origin, transaction } = context
      const { attempt, end } = eachOnItsOwn('tellMembersOfNews')
      for await (const clubs of clubsInBatches(db)) {
        const byTenant = Map.groupBy(await mailedMembers(db, clubs), ({ tenantId }) => tenantId)
        for (const brand of await brandsOfTenants(db, [...byTenant.keys()])) {
          const members = (byTenant.get(brand.tenantId) ?? []).filter(
            ({ brandIds }) => brandIds === null || brandIds.includes(brand.brandId),
          )
          const wanted = new Set(members.flatMap(({ role, kinds }) => mailedKinds(role, kinds)))
          if (wanted.size === 0) continue
          await attempt(brand.brandId, () =>
            transaction(async (tx) => {
              const until = now - lag
              const since = await claimSpan(tx.db, brand, until, now - hour)
              const news = newest(await happened(tx.db, brand, [...wanted], { since, now })).filter(
                ({ at }) => at <= until,
              )
              for (const { role, kinds, email: to, locale } of members) {
                const mine = news.filter(({ kind }) => mailedKinds(role, kinds).includes(kind))
                if (mine.length === 0 || !to) continue
                await tx.enqueue(mailJobs.sendBulkMail, { to, locale, ...newsOfBrand({ origin, locale }, brand, mine) })
              }
            }),
          )
        }
      }
      end()
    },
  ),
})
