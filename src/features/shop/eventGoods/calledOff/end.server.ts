import type { Instant } from '#kit/time.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import type { Brand, Db, User } from '#server/proven.ts'
import type { GoodsRow } from '../../goods/queries.server'
import { setEventGoods, setOnGoods } from '../queries.server'
import { calledOffJobs } from './jobs.server'
import { lockGoodsHandedOver } from './queries.server'

/** Ends the sale now. The caller has locked the row. */
export const endSale = async (db: Db, from: GoodsRow, now: Instant): Promise<void> => {
  const windows = (from.saleWindows ?? []).flatMap((window) =>
    window.startAt < now ? [{ ...window, endAt: Math.min(window.endAt, now) }] : [],
  )
  await setOnGoods(db, from, from.goodsId, {
    // A sale that has not started must not end before its start.
    saleStartAt: Math.min(from.saleStartAt, now - 1),
    saleEndAt: now,
    saleWindows: windows,
    editedAt: Math.max(now, from.editedAt + 1),
  })
  await setEventGoods(db, from, from.goodsId, { endedAt: now })
}

type Work = Transaction & { brand: Brand; user: User; now: Instant }

/** For a cancelled event: ends the sale of goods picked up there, and queues a job that ends unpaid orders. */
export const endGoodsOfEvent = async ({ db, enqueue, renew, brand, user, now }: Work, eventId: string) => {
  for (const goods of await lockGoodsHandedOver(db, brand, eventId, now)) {
    await endSale(db, goods, now)
    // The caller only refreshes pages of its own brand.
    if (goods.brandId !== brand.brandId) await renew(goods)
  }
  await enqueue(calledOffJobs.giveUpOrdersOfEvent, { tenantId: brand.tenantId, eventId, by: user.uid })
}
