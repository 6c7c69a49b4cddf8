import { z } from 'zod'
import { personOf } from '#club/fans/membership.queries.server.ts'
import { waysOfFan } from '#club/push/queries.server.ts'
import { longestWait, pushToFan } from '#club/push/work.server.ts'
import { clubsInBatches } from '#club/tenants/clubs.queries.server.ts'
import { mailToFan } from '#money/orders/work.server.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { type JobContext, job, jobs } from '#server/jobDefinition.ts'
import { plansHeldBy } from '../../eventGoods/queries.server'
import { windowProblem } from '../../eventGoods/windows'
import { goodsOnSale } from './mails'
import { goodsOnSaleMessage } from './messages'
import { type AwaitedGoods, awaitedOnSale, dropEnded, takeWaits, variationNames, waitingFor } from './queries.server'

/** Of goods of an event, only those for whom a window is open; the others wait on. */
const buyersAmong = async ({ db, now }: JobContext, item: AwaitedGoods, uids: readonly string[]) => {
  const { saleWindows } = item
  if (saleWindows === null) return uids
  const may = []
  for (const uid of uids)
    if (windowProblem(saleWindows, await plansHeldBy(db, item, { uid }, now), now) === null) may.push(uid)
  return may
}

const tellSome = (
  context: JobContext,
  item: AwaitedGoods,
  uids: readonly string[],
  names: Awaited<ReturnType<typeof variationNames>>,
) =>
  context.transaction(async (tx) => {
    const { now, origin } = context
    const { goodsId } = item
    const taken = await takeWaits(tx.db, item, uids)
    for (const [uid, rows] of Map.groupBy(taken, (row) => row.uid)) {
      const fan = { tenantId: item.tenantId, brandId: item.brandId, uid }
      const isAny = rows.some(({ variationId }) => variationId === '')
      const told = {
        ...item,
        variations: isAny ? [] : rows.flatMap(({ variationId }) => names.get(variationId) ?? []),
      }
      // Who asks again is told again.
      const news = `goods ${goodsId} ${Math.max(...rows.map(({ askedAt }) => askedAt))}`
      const ways = await waysOfFan(tx.db, fan, 'goods')
      if (ways?.byMail) await mailToFan({ tx, origin }, fan, (to) => goodsOnSale(to, told), { news })
      await pushToFan(tx, now, fan, { kind: 'goods', news, until: now + longestWait }, async () =>
        goodsOnSaleMessage((await personOf(tx.db, uid))?.locale ?? 'ja', told),
      )
    }
  })

export const goodsWaitJobs = jobs({
  /** Goods come on sale by the clock, by staff, by what was not paid or came back: what is on sale is looked for all the time. */
  tellGoodsOnSale: job(
    { about: 'platform', data: z.object({}), cron: '*/5 * * * *', expireInSeconds: 3600 },
    async (context) => {
      const { db, now } = context
      const { attempt, end } = eachOnItsOwn('tellGoodsOnSale')
      for await (const clubs of clubsInBatches(db)) {
        await dropEnded(db, clubs, now)
        for (const item of await awaitedOnSale(db, clubs, now))
          await attempt(item.goodsId, async () => {
            const names = await variationNames(db, item)
            for (let after = ''; ; ) {
              const uids = await waitingFor(db, item, after)
              const last = uids.at(-1)
              if (last === undefined) return
              await tellSome(context, item, await buyersAmong(context, item, uids), names)
              after = last
            }
          })
      }
      end()
    },
  ),
})
