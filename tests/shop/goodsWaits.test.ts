import '../support/pushWorld'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { fans } from '#club/fans/tables.server.ts'
import { push } from '#club/push/contract.ts'
import { vapidKeys } from '#config.server.ts'
import { day } from '#kit/time.ts'
import { suspension } from '#office/suspension/contract.ts'
import { memberNews } from '#publishing/news/contract.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { runDueJobs } from '#server/queue.ts'
import { goods } from '#shop/goods/contract.ts'
import { personalOfGoods } from '#shop/goods/personal.queries.server.ts'
import { goodsWaits as waitRows } from '#shop/goods/tables.server.ts'
import { goodsWaits } from '#shop/goods/waits/contract.ts'
import { addMember, ask, club, operator, type Person, person, refused } from '../support/club'
import { onSale } from '../support/eventGoods'
import { type Club, checkOut, type Made, makeGoods, newBuyer, put, variation } from '../support/goods'
import { mailsTo } from '../support/mail'
import { pushService } from '../support/pushWorld'
import { joinByCard, moveTo, newFan, settled, shop } from '../support/shop'

/* A fan who asks is told once when goods are on sale or back (rule: notices.goods). */

afterAll(() => pushService.close())
beforeEach(() => pushService.expectSender(vapidKeys()?.publicKey ?? ''))

const hour = day / 24
const allow = async (fan: Person) => {
  const browser = pushService.browser()
  await ask(push.addPushDevice, { ...browser, name: 'Chrome, Android' }, fan)
  return browser
}
const bodies = ({ endpoint }: { endpoint: string }) => pushService.at(endpoint).map(({ message }) => message.body)
const mailsOf = async (fan: Person) =>
  (await mailsTo(fan.email)).filter(({ subject }) => /購入できるようになりました/.test(subject ?? ''))
const wait = (
  of: Club,
  { goodsId }: Pick<Made, 'goodsId'>,
  fan: Person,
  isOn = true,
  variationId: string | null = null,
) => ask(goodsWaits.setGoodsWait, { ...of.ids, goodsId, variationId, isOn }, fan)
const rowsOf = (goodsId: string) => database().select().from(waitRows).where(eq(waitRows.goodsId, goodsId))
/** What is on sale is looked for every few minutes: with the adjustable clock, at the end of a move. */
const look = async () => {
  await moveTo(now() + 6 * 60_000)
  await runDueJobs()
}
const none = [variation(0)]

test('Staff who ask to be told of goods are told, and are no fans for it', async () => {
  const of = await club()
  const sold = await makeGoods(of, { name: 'Towel', variations: none })
  const [fan, packer] = [await person(), await person()]
  await addMember(of.tenantId, packer, 'shipper')
  for (const one of [of.owner, packer, fan]) expect(await wait(of, sold, one)).toEqual({ variationIds: [''] })
  const known = await database().select({ uid: fans.uid }).from(fans).where(eq(fans.brandId, of.brandId))
  expect(known).toEqual([{ uid: fan.uid }])
})

describe('Who asked to be told of goods', () => {
  test('is told once when they are back, by mail and as a message, and is forgotten with that', async () => {
    const of = await club()
    const sold = await makeGoods(of, { name: 'Towel', variations: none })
    const [fan, silent, undone] = [await person(), await person(), await person()]
    const [phone, other, third] = [await allow(fan), await allow(silent), await allow(undone)]
    for (const one of [fan, silent, undone]) expect(await wait(of, sold, one)).toEqual({ variationIds: [''] })
    await wait(of, sold, fan)
    expect(await wait(of, sold, undone, false)).toEqual({ variationIds: [] })
    for (const way of ['mail', 'push'] as const)
      await ask(memberNews.setNotice, { ...of.ids, kind: 'goods', way, isOn: false }, silent)
    await look()
    expect(await mailsOf(fan)).toEqual([])
    await ask(goods.adjustStock, { ...of.ids, variationId: sold.variationId, delta: 3, reason: 'Here' }, of.owner)
    await look()
    await look()
    const [mail, ...more] = await mailsOf(fan)
    expect(more).toEqual([])
    expect(mail?.subject).toContain('「Towel」')
    expect(mail?.text).toContain(`/fc/${of.slug}/goods/${sold.goodsId}`)
    expect(bodies(phone)).toEqual(['購入できるようになりました：Towel'])
    expect([await mailsOf(silent), bodies(other), await mailsOf(undone), bodies(third)]).toEqual([[], [], [], []])
    expect(await rowsOf(sold.goodsId)).toEqual([])
    expect((await ask(goodsWaits.getGoodsWait, { ...of.ids, goodsId: sold.goodsId }, fan)).variationIds).toEqual([])
  })

  test('is told of a suspended club’s once it goes on', async () => {
    const [of, fan, desk] = [await club(), await person(), await operator()]
    const sold = await makeGoods(of, { variations: none })
    await wait(of, sold, fan)
    const { tenantId } = of
    await ask(suspension.suspendTenant, { tenantId, reason: 'other' }, desk)
    await ask(goods.adjustStock, { ...of.ids, variationId: sold.variationId, delta: 3, reason: 'Here' }, of.owner)
    await look()
    expect(await mailsOf(fan)).toEqual([])
    await ask(suspension.resumeTenant, { tenantId }, desk)
    await look()
    expect(await mailsOf(fan)).toHaveLength(1)
  })

  test('is told when their sale begins by the clock, and again of another time that they ask for', async () => {
    const of = await club()
    const coming = await makeGoods(of, { saleStartDateTime: now() + 2 * hour, variations: [variation(1)] })
    const [fan, quick] = [await person(), await newBuyer()]
    await wait(of, coming, fan)
    await moveTo(now() + hour)
    expect(await mailsOf(fan)).toEqual([])
    await moveTo(now() + 2 * hour)
    expect(await mailsOf(fan)).toHaveLength(1)
    // The last piece is held by somebody who does not pay, and comes back.
    await checkOut((await put(of, quick, coming)).cartId, quick)
    await wait(of, coming, fan)
    await look()
    expect(await mailsOf(fan)).toHaveLength(1)
    await moveTo(now() + 2 * day)
    await settled()
    await look()
    expect(await mailsOf(fan)).toHaveLength(2)
  })

  test('of one size is told of that size, and not while another is on sale', async () => {
    const of = await club()
    const shirt = await makeGoods(of, {
      name: 'Shirt',
      variations: [
        { ...variation(5), variationName: 'S' },
        { ...variation(0), variationName: 'L' },
      ],
    })
    const fan = await person()
    const [small = '', large = ''] = shirt.variationIds
    const refusal = async (variationId: string | null) =>
      (await refused(goodsWaits.setGoodsWait, { ...of.ids, goodsId: shirt.goodsId, variationId, isOn: true }, fan)).code
    expect([await refusal(null), await refusal(small), await refusal('variation_none')]).toEqual([
      'goodsOnSale',
      'goodsOnSale',
      'variationNotFound',
    ])
    await wait(of, shirt, fan, true, large)
    await look()
    expect(await mailsOf(fan)).toEqual([])
    await ask(goods.adjustStock, { ...of.ids, variationId: large, delta: 1, reason: 'Here' }, of.owner)
    await look()
    expect((await mailsOf(fan)).map(({ subject }) => subject)).toEqual([expect.stringContaining('「Shirt (L)」')])
  })

  test('of an event waits until they may buy: members first, then everybody', async () => {
    const of = await shop()
    const [member, other] = [await newFan(), await newFan()]
    await joinByCard(of, member)
    const [first, second] = [now() + hour, now() + 5 * hour]
    const sold = await onSale(of, {
      windows: [
        { audience: 'fanClub', planIds: [], startAt: first, endAt: second },
        { audience: 'public', planIds: [], startAt: second, endAt: second + day },
      ],
      pickUp: { venueName: 'Star Hall', windows: [{ from: now() + 9 * day, to: now() + 10 * day }] },
    })
    for (const fan of [member, other]) await wait(of, sold, fan)
    await moveTo(first + 60_000)
    expect([(await mailsOf(member)).length, (await mailsOf(other)).length]).toEqual([1, 0])
    await moveTo(second + 60_000)
    expect([(await mailsOf(member)).length, (await mailsOf(other)).length]).toEqual([1, 1])
  })

  test('cannot of goods whose sale is over or that nobody sees; and over they are forgotten', async () => {
    const of = await club()
    const end = now() + hour
    const sold = await makeGoods(of, { saleEndDateTime: end, variations: none })
    const hidden = await makeGoods(of, { visibility: 'hidden', variations: none })
    const fan = await person()
    const code = async (goodsId: string) =>
      (await refused(goodsWaits.setGoodsWait, { ...of.ids, goodsId, variationId: null, isOn: true }, fan)).code
    expect(await code(hidden.goodsId)).toBe('goodsNotFound')
    await wait(of, sold, fan)
    await moveTo(end + 60_000)
    await look()
    expect([await code(sold.goodsId), await rowsOf(sold.goodsId), await mailsOf(fan)]).toEqual(['goodsEnded', [], []])
  })

  test('has it in the copy of their data, and none is left with a deleted account', async () => {
    const of = await club()
    const sold = await makeGoods(of, { name: 'Towel', variations: none })
    const fan = await person()
    await wait(of, sold, fan)
    expect(await personalOfGoods.export?.(database(), fan)).toMatchObject({ goodsAskedFor: [{ goods: 'Towel' }] })
    await personalOfGoods.forget?.(database(), fan, now())
    expect(await rowsOf(sold.goodsId)).toEqual([])
  })
})

describe('Two looks at once', () => {
  const two = async (take: (of: Club, made: Made) => Promise<unknown>) => {
    const of = await club()
    const sold = await makeGoods(of, { variations: none })
    const fans = await Promise.all(Array.from({ length: 12 }, () => person()))
    for (const fan of fans) await wait(of, sold, fan)
    await ask(goods.adjustStock, { ...of.ids, variationId: sold.variationId, delta: 3, reason: 'Here' }, of.owner)
    await Promise.all([take(of, sold), take(of, sold)])
    await runDueJobs()
    return Promise.all(fans.map(async (fan) => (await mailsOf(fan)).length))
  }
  const jobs = async () => {
    const { goodsWaitJobs } = await import('#shop/goods/waits/jobs.server.ts')
    const { jobContext } = await import('#program/workContext.ts')
    await goodsWaitJobs.tellGoodsOnSale.run(jobContext(crypto.randomUUID()), {})
  }
  test('tell each fan once', async () => {
    expect(new Set(await two(jobs))).toEqual(new Set([1]))
  })

  test('where the rows are read, told and deleted after that, some are told twice', async () => {
    const { inTransaction } = await import('#server/db.ts')
    const { enqueue } = await import('#server/queue.ts')
    const { mailToFan } = await import('#money/orders/work.server.ts')
    const { goodsOnSale } = await import('#shop/goods/waits/mails.ts')
    const careless = async (of: Club, { goodsId }: Made) => {
      const rows = await rowsOf(goodsId)
      for (const { uid } of rows)
        await inTransaction(async (db) => {
          const told = { slug: of.slug, brandName: 'Aoi', goodsId, name: 'Towel', english: {}, variations: [] }
          const tx = {
            db,
            enqueue: (...job: Parameters<typeof enqueue> extends [unknown, ...infer R] ? R : never) =>
              enqueue(db, ...job),
          }
          await mailToFan({ tx: tx as never, origin: 'http://localhost' }, { ...of.ids, uid }, (to) =>
            goodsOnSale(to, told),
          )
          await db.delete(waitRows).where(eq(waitRows.goodsId, goodsId))
        })
    }
    expect(Math.max(...(await two(careless)))).toBeGreaterThan(1)
  })
})
