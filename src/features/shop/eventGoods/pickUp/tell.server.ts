import { brandOfShop } from '#club/brands/queries.server.ts'
import { personOf } from '#club/fans/membership.queries.server.ts'
import type { NoticeKind } from '#club/push/notice.ts'
import { waysOfFan } from '#club/push/queries.server.ts'
import { longestWait, pushToFan } from '#club/push/work.server.ts'
import type { Letter, Reader } from '#kit/letter.ts'
import type { Instant } from '#kit/time.ts'
import type { OrderRow } from '#money/orders/queries.server.ts'
import { mailToFan, note, type Work } from '#money/orders/work.server.ts'
import { aheadOf } from '#publishing/events/ahead.ts'
import type { PushMessage } from '#server/push/message.ts'
import { eventTomorrow, type PickUpToTell, pickUpOpen } from './mails'
import { eventTomorrowMessage, pickUpOpenMessage } from './messages'
import { pickUpOpened, type Waiting, waitingOf } from './tell.queries.server'

type Said = {
  kind: NoticeKind
  news: string
  until: Instant
  mail: (to: Reader) => Letter
  push: (locale: 'ja' | 'en') => PushMessage
}

/** By mail and as a message, as the fan has chosen; each `news` once. */
const tell = async ({ tx, now, origin }: Work, order: OrderRow, { kind, news, until, mail, push }: Said) => {
  const ways = await waysOfFan(tx.db, order, kind)
  if (ways?.byMail) await mailToFan({ tx, origin }, order, mail, { news })
  await pushToFan(tx, now, order, { kind, news, until: Math.min(until, now + longestWait) }, async () =>
    push((await personOf(tx.db, order.uid))?.locale ?? 'ja'),
  )
}

const toTell = async ({ tx }: Work, order: OrderRow, pieces: readonly Waiting[]): Promise<PickUpToTell> => {
  const { name: brandName } = await brandOfShop(tx.db, order)
  return { orderId: order.orderId, orderNumber: order.orderNumber, brandName, pieces }
}

/** Pick-up has begun: the buyer is told once for an order, whatever number of days it goes on. */
export const tellPickUpOpen = async (work: Work, order: OrderRow): Promise<void> => {
  const { now } = work
  const isOpen = ({ from, to }: { from: Instant; to: Instant }) => from <= now && now < to
  const open = (await waitingOf(work.tx.db, order)).filter(({ windows }) => windows.some(isOpen))
  const told = await toTell(work, order, open)
  const ends = open.flatMap(({ windows }) => windows.filter(isOpen).map(({ to }) => to))
  await note(work, order, pickUpOpened)
  await tell(work, order, {
    kind: 'order',
    news: `pick-up ${order.orderId}`,
    until: Math.max(...ends),
    mail: (to) => pickUpOpen(to, told),
    push: (locale) => pickUpOpenMessage(locale, told),
  })
}

/** The events of an order that begin in this time: a buyer with several orders for one is told once. */
export const tellOfEvents = async (work: Work, order: OrderRow, { from, to }: { from: Instant; to: Instant }) => {
  const waiting = await waitingOf(work.tx.db, order)
  for (const [, pieces] of Map.groupBy(waiting, ({ event }) => event?.eventId ?? '')) {
    const event = pieces[0]?.event
    if (!event || event.startAt < from || event.startAt >= to) continue
    const { eventId, startAt } = event
    const told = { ...(await toTell(work, order, pieces)), event: aheadOf(event) }
    await tell(work, order, {
      kind: 'event',
      news: `event ${eventId} ${startAt}`,
      until: startAt,
      mail: (to) => eventTomorrow(to, told),
      push: (locale) => eventTomorrowMessage(locale, told),
    })
  }
}
