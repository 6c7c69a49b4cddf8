import { z } from 'zod'
import { iconFolderOf } from '#club/fans/icon.server.ts'
import { isDeleted } from '#club/identity/queries.server.ts'
import { id } from '#kit/text.ts'
import { lockFan } from '#money/orders/queries.server.ts'
import { workOf } from '#money/orders/work.server.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import { PaymentRefused } from '#server/payments/payments.ts'
import { fileKeptFor } from './account'
import { endMoney } from './deleted/money.server'
import {
  customerForgotten,
  customersToForget,
  deletedWithMoney,
  forgetBuyers,
  markFinished,
} from './deleted/queries.server'
import { fileReady } from './mails'
import { everythingOf, fileById, overdueFiles, setFile } from './queries.server'

/** The identity provider's uid, which does not have the format of our own ids. */
const uid = z.string().min(1).max(128)
const folderOf = (whose: string) => `private/accounts/${whose}`

export const accountJobs = jobs({
  writeAccountFile: job(
    { about: 'platform', data: z.object({ exportId: id, to: z.string(), locale: z.enum(['ja', 'en']) }) },
    async (context, said) => {
      const { exportId, to, locale } = said
      const { db, storage, now, origin, ports, transaction } = context
      const row = await fileById(db, exportId)
      if (row?.state !== 'enqueued' || (await isDeleted(db, row.uid))) return
      const all = await everythingOf(db, ports, row)
      const key = `${folderOf(row.uid)}/${exportId}.json`
      const text = JSON.stringify(
        { service: 'Tsudoi', madeAt: new Date(now).toISOString(), uid: row.uid, ...all },
        null,
        2,
      )
      await storage.put(key, Buffer.from(text), 'application/json')
      await transaction(async (tx) => {
        await setFile(tx.db, exportId, { state: 'completed', key, expiresAt: now + fileKeptFor })
        // Staff who never bought anything have an address as well: that of their sign-in.
        if (to) await tx.enqueue(mailJobs.sendMail, { to, locale, ...fileReady({ origin, locale }, '/fc/me/account') })
      })
    },
  ),
  /** The sign-in provider forgets the account, and every session ends with it; files that were made go too. */
  finishAccountDeletion: job(
    { about: 'platform', data: z.object({ uid }), retryLimit: 10 },
    async ({ db, endIdentity, storage, now }, { uid: whose }) => {
      if (!(await isDeleted(db, whose))) return
      await endIdentity(whose)
      await storage.removeFolder(folderOf(whose))
      await storage.removeFolder(iconFolderOf(whose))
      await markFinished(db, whose, now)
    },
  ),
  /** Ends what somebody deleted still pays or has paid in vain, however it came to be left, and forgets buyers. */
  sweepAccounts: job(
    { about: 'platform', data: z.object({}), cron: '30 4 * * *', catchesUp: true },
    async (context) => {
      const { db, storage, now, transaction } = context
      const { attempt, each, end } = eachOnItsOwn('sweepAccounts')
      await each(
        deletedWithMoney(db),
        ({ uid: whose }) => whose,
        (whose) =>
          transaction(async (tx) => {
            await lockFan(tx.db, whose.uid)
            await endMoney(workOf(context, tx), whose)
          }),
      )
      for (const { exportId, key } of await overdueFiles(db, now))
        await attempt(exportId, async () => {
          if (key !== null) await storage.remove(key)
          await setFile(db, exportId, { state: 'expired', key: null })
        })
      // Refunds and disputes find the customer by its id; whose it was the provider need not know any more.
      for (const { customerId } of await customersToForget(db, await context.payments.account()))
        await attempt(customerId, async () => {
          await context.payments.forgetCustomer(customerId).catch((error: unknown) => {
            // Removed there: nothing is known of the person.
            if (!(error instanceof PaymentRefused) || error.code !== 'resource_missing') throw error
          })
          await customerForgotten(db, customerId, now)
        })
      await attempt('buyers', () => forgetBuyers(db))
      end()
    },
  ),
})
