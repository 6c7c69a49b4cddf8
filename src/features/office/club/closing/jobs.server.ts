import { z } from 'zod'
import { closingOf } from '#club/brands/closing.queries.server.ts'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { cancelOpenOrder, mailToFan, workOf } from '#money/orders/work.server.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import { closingNotice } from './mails'
import { awaitedOrders, membersOfBrand } from './queries.server'

const brandIds = { tenantId: id, brandId: id }

export const closingJobs = jobs({
  /** Cancels unpaid orders: payment pages are closed, vouchers cancelled, stock released. */
  giveUpOrdersOfBrand: job(
    { about: async (_, of) => of, data: z.object(brandIds), expireInSeconds: 3600 },
    async (context, brand) => {
      for (const order of await awaitedOrders(context.db, brand))
        await context.transaction((tx) => cancelOpenOrder(workOf(context, tx), order))
    },
  ),
  tellMembersOfClosing: job(
    {
      about: async (_, of) => of,
      data: z.object({ ...brandIds, closingAt: instant, when: z.enum(['now', 'week', 'today']) }),
      expireInSeconds: 3600,
    },
    async (context, { closingAt, when, ...brand }) => {
      const closing = await closingOf(context.db, brand)
      if (!closing || closing.closingAt !== closingAt || closing.closesAt === null) return
      const { name, closesAt, message } = closing
      const news = `closing ${brand.brandId} ${closingAt} ${when}`
      const of = { name, closesAt, message }
      const { each, end } = eachOnItsOwn('tellMembersOfClosing')
      await each(
        membersOfBrand(context.db, brand, context.now),
        ({ uid }) => uid,
        ({ uid }) =>
          context.transaction((tx) =>
            mailToFan(workOf(context, tx), { ...brand, uid }, (to) => closingNotice(to, of, when), { news }),
          ),
      )
      end()
    },
  ),
})
