import { day, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { backNumbers } from '#publishing/backNumbers/contract.ts'
import { contentPlans, contents } from '#publishing/contents/tables.server.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { ask, newId, type Person } from './club'
import { told } from './payments'
import { sessionIn, settled, type shop } from './shop'

/** A paid content of the plan, of the month before this one. */
export const pastContent = async (
  of: Awaited<ReturnType<typeof shop>>,
  period = tokyoMonth(startOfTokyoMonth(tokyoMonth(now())) - day),
) => {
  const planContentId = newId('content')
  const at = now() - 40 * day
  await database()
    .insert(contents)
    .values({
      ...of.ids,
      planContentId,
      type: 'news',
      status: 'active',
      name: 'Letter',
      description: '',
      thumbnail: '',
      viewableBy: 'paidUsers',
      periodYear: period.year,
      periodMonth: period.month,
      publishingAt: at,
      createdAt: at,
      editedAt: at,
    })
  await database()
    .insert(contentPlans)
    .values({ tenantId: of.tenantId, planContentId, planId: of.planId, visibleFrom: at, editedAt: at })
  return { planContentId, period }
}

/** A past month that a fan has bought by card. */
export const boughtMonth = async (of: Awaited<ReturnType<typeof shop>>, fan: Person) => {
  const { planContentId } = await pastContent(of)
  const buy = { ...of.of, planContentId, returnPath: null, paymentType: 'card' as const }
  const { sessionUrl } = await ask(backNumbers.purchasePlanBackNumber, buy, fan)
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
  await settled()
  const { rows } = await pool().query("select order_id from orders where kind = 'backNumber' and uid = $1", [fan.uid])
  return { orderId: rows[0].order_id as string }
}
