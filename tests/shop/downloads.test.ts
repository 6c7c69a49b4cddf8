import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { orders } from '#money/orders/contract.ts'
import { staffFans } from '#office/fans/contract.ts'
import { ordersHref } from '#office/fans/FanScreen.tsx'
import { serve } from '#program/serve.ts'
import { now, setClock } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { storage } from '#server/storage/storage.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { downloads } from '#shop/downloads/contract.ts'
import { afterDownload, grantStateAt, remainingOf, savedNameOf } from '#shop/downloads/download.ts'
import { goods } from '#shop/goods/contract.ts'
import { goodsOrders } from '#shop/orders/contract.ts'
import { addMember, ask, club, type Person, person, refused } from '../support/club'
import { type Club, makeGoods, payCart, put, sentFile, towel, voucherOf, wallpaper } from '../support/goods'
import { goodsOrder } from '../support/goodsOrder'
import { mailsTo } from '../support/mail'
import { rowLocks, together, withoutPrecautions } from '../support/naive'
import { told as toldByProvider } from '../support/payments'
import { mediaDoor } from '../support/send'
import { moveTo, settled } from '../support/shop'

const here = await mediaDoor()
const hour = 3_600_000

describe('the rules', () => {
  const at = 1_000_000_000
  const grant = { maxDownloads: 10, usedCount: 0, countedAt: null, suspendedAt: null, isGivenBack: false }
  test.each([
    ['one that nobody has used', {}, 'active'],
    ['one that is used up', { usedCount: 10 }, 'limitReached'],
    ['the last one, still within its hour', { usedCount: 10, countedAt: at - hour + 1 }, 'active'],
    ['the last one, an hour later', { usedCount: 10, countedAt: at - hour }, 'limitReached'],
    ['one without a limit', { usedCount: 400, maxDownloads: 0 }, 'active'],
    ['one that staff stopped', { suspendedAt: at - 1 }, 'suspended'],
    ['one whose money went back', { isGivenBack: true }, 'suspended'],
  ] as const)('%s is %s', (_, values, state) => expect(grantStateAt({ ...grant, ...values }, at)).toBe(state))

  test.each([
    ['the first', null, 1],
    ['another within the hour', at - hour + 1, 0],
    ['another after an hour', at - hour, 1],
  ])('%s is counted', (_, countedAt, more) =>
    expect(afterDownload({ ...grant, usedCount: 3, countedAt }, at).usedCount).toBe(3 + more),
  )

  test('what is left is never below nothing', () => {
    expect(remainingOf({ ...grant, usedCount: 12 })).toBe(0)
    expect(remainingOf({ ...grant, maxDownloads: 0 })).toBeNull()
  })

  test.each([
    ['歌詞', 'upload.PDF', '歌詞.PDF'],
    ['歌詞.pdf', 'upload.PDF', '歌詞.pdf'],
    ['v1.2', 'a.zip', 'v1.2.zip'],
  ])('%s of %s is saved as %s', (name, fileName, saved) => expect(savedNameOf(name, fileName)).toBe(saved))
})

/** A song of two files, bought and paid. */
const sold = async (values: { bytes?: Buffer } = {}) => {
  const [of, fan] = [await club(), await person()]
  const files = [await sentFile(of, 'song.pdf', values.bytes), await sentFile(of, 'words.pdf')]
  const made = await makeGoods(of, wallpaper({ name: 'Song', files }))
  const { cartId } = await put(of, fan, made)
  await payCart(cartId, fan)
  const { rows } = await pool().query('select order_id from orders where uid = $1', [fan.uid])
  const orderId = rows[0]?.order_id as string
  return { of, fan, made, orderId, files, grants: await downloadsOf(orderId, fan) }
}
const downloadsOf = async (orderId: string, fan: Person) =>
  (await ask(goodsOrders.getOrderDetail, { orderId }, fan)).orderDetail.downloads
const urlOf = async (grantId: string, fan: Person) => {
  const answer = await ask(downloads.getDownloadUrl, { grantId }, fan)
  if (answer.status !== 'ready') throw new Error(`It is ${answer.status}.`)
  return answer
}
const first = <Item>(list: readonly Item[]): Item => {
  if (list[0] === undefined) throw new Error('There is none.')
  return list[0]
}

describe('A11: what was bought', () => {
  test('is loaded down from an address that is good for ten minutes, for one file, and goes on where it broke off', async () => {
    const { fan, grants } = await sold({ bytes: Buffer.from('%PDF-1.4 a whole song') })
    expect(grants.map(({ fileName, remaining, state }) => [fileName, remaining, state])).toEqual([
      ['song.pdf', 10, 'active'],
      ['words.pdf', 10, 'active'],
    ])
    const { url, expiresAt, remaining } = await urlOf(first(grants).grantId, fan)
    expect(remaining).toBe(9)
    expect(expiresAt).toBeLessThanOrEqual(now() + 600_000)
    const whole = await fetch(here(url))
    expect(await whole.text()).toBe('%PDF-1.4 a whole song')
    expect(whole.headers.get('content-disposition')).toContain('attachment; filename="song.pdf"')
    const rest = await fetch(here(url), { headers: { range: 'bytes=17-' } })
    expect([rest.status, rest.headers.get('content-range'), await rest.text()]).toEqual([206, 'bytes 17-20/21', 'song'])
    const other = await urlOf(grants[1]?.grantId ?? '', fan)
    const swapped = new URL(url)
    swapped.pathname = new URL(other.url).pathname
    expect((await fetch(here(swapped.href))).status).toBe(403)
    setClock(expiresAt)
    expect((await fetch(here(url))).status).toBe(403)
  })

  test('comes with the payment, not with the order', async () => {
    const [of, fan] = [await club(), await person()]
    const order = await goodsOrder(of, {
      buyer: fan,
      isUnpaid: true,
      lines: [{ name: 'Song', unitPrice: 700, quantity: 1, digital: true }],
    })
    expect(await downloadsOf(order.orderId, fan)).toEqual([])
    await settled()
    const paid = await goodsOrder(of, { lines: [{ name: 'Song', unitPrice: 700, quantity: 1, digital: true }] })
    expect(await downloadsOf(paid.orderId, paid.buyer)).toHaveLength(1)
  })

  test('is found at an address of ours, that of the order’s page for these goods and never the storage’s', async () => {
    const { of, fan, made, orderId } = await sold()
    const { goods: seen } = await ask(goods.getPublicGoods, { ...of.ids, goodsId: made.goodsId }, fan)
    if (seen.goodsType !== 'digitalGoods' || !seen.purchaseInfo.isPurchased) throw new Error('It was bought.')
    const { orderDetail } = await ask(goodsOrders.getOrderDetail, { orderId }, fan)
    const { deliveryInfo } = first(orderDetail.orderedGoods)
    const { downloadUrl } = seen.purchaseInfo
    expect(new URL(downloadUrl).pathname).toBe(`/fc/me/orders/${orderId}/downloads/${made.goodsId}`)
    expect(deliveryInfo).toEqual({ type: 'digital', downloadUrl })
    // Viewing the order uses up no download.
    expect(orderDetail.downloads.map(({ remaining }) => remaining)).toEqual([10, 10])
  })

  test('is its buyer’s alone', async () => {
    const { grants, of } = await sold()
    const { grantId } = first(grants)
    for (const stranger of [await person(), of.owner])
      expect(await refused(downloads.getDownloadUrl, { grantId }, stranger)).toMatchObject({ status: 404 })
    expect(await refused(downloads.getDownloadUrl, { grantId })).toMatchObject({ status: 401 })
    const other = await club()
    expect(await refused(downloads.resetDownloadCount, { ...other.ids, grantId }, other.owner)).toMatchObject({
      status: 404,
    })
    const editor = await person()
    await addMember(of.tenantId, editor, 'editor')
    expect(await refused(downloads.getDownloadGrants, { ...of.ids }, editor)).toMatchObject({ status: 403 })
  })

  test('stands on its fan’s page, whose count of orders opens those that were paid', async () => {
    const [of, fan, other] = [await club(), await person(), await person()]
    const song = { name: 'Song', unitPrice: 700, quantity: 1, digital: true }
    const first = await goodsOrder(of, { buyer: fan, lines: [song] })
    await goodsOrder(of, { buyer: other, lines: [song] })
    const second = await goodsOrder(of, { buyer: fan, lines: [{ name: 'Badge', unitPrice: 500, quantity: 1 }] })
    await goodsOrder(of, { buyer: fan, isUnpaid: true, lines: [song] })
    const { grants } = await ask(downloads.getDownloadGrants, { ...of.ids, uid: fan.uid }, of.owner)
    expect(grants.map(({ orderId, goodsName }) => [orderId, goodsName])).toEqual([[first.orderId, 'Song']])
    const { fans } = await ask(staffFans.getFans, of.ids, of.owner)
    const { fanId } = fans.find(({ uid }) => uid === fan.uid) ?? expect.fail('The fan is in the list.')
    const { fan: page } = await ask(staffFans.getFan, { ...of.ids, fanId }, of.owner)
    const asked = Object.fromEntries(new URL(ordersHref(of.ids, page.uid), 'http://club.test').searchParams)
    expect(asked).toEqual({ uid: fan.uid, paid: 'only' })
    const found = await ask(staffOrders.getOrders, { ...of.ids, uid: asked.uid, isPaid: true }, of.owner)
    expect(found.orders.map(({ orderId }) => orderId).sort()).toEqual([first.orderId, second.orderId].sort())
    expect([page.orderCount, found.pagination.totalCount]).toEqual([2, 2])
    // The same person in another club has bought nothing there.
    const elsewhere = await club()
    expect(
      (await ask(downloads.getDownloadGrants, { ...elsewhere.ids, uid: fan.uid }, elsewhere.owner)).grants,
    ).toEqual([])
    expect((await ask(staffOrders.getOrders, { ...elsewhere.ids, uid: fan.uid }, elsewhere.owner)).orders).toEqual([])
  })

  test('is counted once an hour, ends at ten, and begins anew when staff say so', async () => {
    const { of, fan, grants, orderId } = await sold()
    const { grantId } = first(grants)
    const begun = now()
    for (let n = 0; n < 10; n++) {
      setClock(begun + (n + 1) * 2 * hour)
      expect((await urlOf(grantId, fan)).remaining).toBe(9 - n)
      setClock(begun + (n + 1) * 2 * hour + hour - 60_000)
      expect((await urlOf(grantId, fan)).remaining).toBe(9 - n)
    }
    setClock(begun + 22 * hour)
    expect(await ask(downloads.getDownloadUrl, { grantId }, fan)).toEqual({ status: 'limitReached' })
    expect(first(await downloadsOf(orderId, fan))).toMatchObject({ state: 'limitReached', remaining: 0 })
    const { grants: seen } = await ask(downloads.getDownloadGrants, { ...of.ids, orderId }, of.owner)
    expect(seen.find((one) => one.grantId === grantId)).toMatchObject({ usedCount: 10, state: 'limitReached' })
    expect(await ask(downloads.resetDownloadCount, { ...of.ids, grantId }, of.owner)).toEqual({ remaining: 10 })
    expect((await urlOf(grantId, fan)).remaining).toBe(9)
    const { order } = await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)
    expect(order.timeline.map(({ what }) => what)).toContain('downloadReset')
  })

  test('is stopped and opened again by staff', async () => {
    const { of, fan, grants } = await sold()
    const { grantId } = first(grants)
    const stop = (on: boolean) => ask(downloads.suspendDownload, { ...of.ids, grantId, on }, of.owner)
    expect(await stop(true)).toEqual({ state: 'suspended' })
    expect(await ask(downloads.getDownloadUrl, { grantId }, fan)).toEqual({ status: 'suspended' })
    expect(await stop(true)).toEqual({ state: 'suspended' })
    expect(await stop(false)).toEqual({ state: 'active' })
    expect((await urlOf(grantId, fan)).remaining).toBe(9)
  })

  test('from a sixth network within a day is stopped, and both sides are told', async () => {
    const { of, fan, grants } = await sold()
    const { grantId } = first(grants)
    const from = async (address: string) => {
      const { status, body } = await serve({
        base: 'cms',
        name: 'getDownloadUrl',
        method: 'POST',
        body: JSON.stringify({ grantId }),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${fan.token}` },
        address,
      })
      expect(status).toBe(200)
      return (JSON.parse(body) as { status: string }).status
    }
    const begun = now()
    for (let n = 0; n < 5; n++) expect(await from(`203.0.113.${n}`)).toBe('ready')
    expect(await from('203.0.113.1')).toBe('ready')
    setClock(begun + day + hour)
    expect(await from('203.0.113.77')).toBe('ready')
    for (let n = 0; n < 4; n++) expect(await from(`2001:db8:0:${n}::1`)).toBe('ready')
    expect(await from('2001:db8:0:3::2')).toBe('ready')
    expect(await from('198.51.100.1')).toBe('suspended')
    expect(await from('203.0.113.77')).toBe('suspended')
    expect((await mailsTo(fan.email)).at(-1)?.subject).toContain('ダウンロードを停止')
    expect((await mailsTo(of.owner.email)).at(-1)?.subject).toContain('自動で停止')
    await ask(downloads.suspendDownload, { ...of.ids, grantId, on: false }, of.owner)
    expect(await from('203.0.113.77')).toBe('ready')
    const { rows } = await pool().query('select network from download_log where grant_id = $1', [grantId])
    expect(JSON.stringify(rows)).not.toMatch(/203|2001/)
  })

  test('closes when the money goes back: of one line its files alone', async () => {
    const [of, buyer] = [await club(), await person()]
    const order = await goodsOrder(of, {
      buyer,
      lines: [
        { name: 'Song', unitPrice: 700, quantity: 1, digital: true },
        { name: 'Film', unitPrice: 900, quantity: 1, digital: true },
      ],
    })
    const song = order.lines.find(({ name }) => name === 'Song')
    const said = { ...order.of, reason: 'Broken.' }
    await ask(staffOrders.refundOrder, { ...said, lines: [{ lineId: song?.lineId ?? '', quantity: 1 }] }, of.owner)
    await settled()
    const states = async () =>
      Object.fromEntries((await downloadsOf(order.orderId, buyer)).map(({ goodsName, state }) => [goodsName, state]))
    expect(await states()).toEqual({ Song: 'suspended', Film: 'active' })
    await ask(staffOrders.refundOrder, { ...said, amount: 900 }, of.owner)
    await settled()
    expect(await states()).toEqual({ Song: 'suspended', Film: 'suspended' })
    const { grants } = await ask(downloads.getDownloadGrants, { ...order.of }, of.owner)
    expect(grants.map(({ reason }) => reason)).toEqual(['refund', 'refund'])
  })
})

describe('A11: an address that was handed out', () => {
  /** Whether the file still comes from this address once the money has gone back, and ten minutes later. */
  const afterRefund = async (addressOf: (one: Awaited<ReturnType<typeof sold>>) => Promise<string>) => {
    const one = await sold()
    const url = await addressOf(one)
    expect((await fetch(here(url))).status).toBe(200)
    const { rows } = await pool().query('select total from orders where order_id = $1', [one.orderId])
    const whole = { ...one.of.ids, orderId: one.orderId, amount: rows[0].total as number, reason: 'Back.' }
    await ask(staffOrders.refundOrder, whole, one.of.owner)
    await settled()
    const again = await ask(downloads.getDownloadUrl, { grantId: first(one.grants).grantId }, one.fan)
    setClock(now() + 10 * 60_000 + 1)
    return { asked: again.status, kept: (await fetch(here(url))).status }
  }
  test('ends by itself, and no other is given once the money went back', async () => {
    expect(await afterRefund(async ({ grants, fan }) => (await urlOf(first(grants).grantId, fan)).url)).toEqual({
      asked: 'suspended',
      kept: 403,
    })
  })
  test('control: an address that was made with the order works after the refund', async () => {
    const naive = async ({ made }: Awaited<ReturnType<typeof sold>>) => {
      const { rows } = await pool().query(
        `select u.key from goods_files f join uploads u on u.media_id = f.media_id where f.goods_id = $1 limit 1`,
        [made.goodsId],
      )
      return storage().signDownload({ key: rows[0].key, expiresAt: now() + 30 * day, fileName: 'song.pdf' })
    }
    expect(await afterRefund(naive)).toEqual({ asked: 'suspended', kept: 200 })
  })
})

const change = async (of: Club, goodsId: string, files: { fileId?: string; mediaId: string; name: string }[]) => {
  const { goods: was } = await ask(goods.getGoods, { ...of.ids, goodsId }, of.owner)
  const { goodsType: _, visibility: __, variations: ___, ...said } = wallpaper()
  const kept = was.variations.map(
    ({ variationId, variationName, sku, isUnlimited, maxQuantity, isStopped, isHidden }) => ({
      ...{ variationId, variationName, sku, isUnlimited, maxQuantity, isStopped, isHidden },
      stockChange: 0,
    }),
  )
  return { ...of.ids, goodsId, ...said, variations: kept, files }
}
const filesIn = async (of: Club, goodsId: string) =>
  (await ask(goods.getGoods, { ...of.ids, goodsId }, of.owner)).goods.files

describe('the files of a product', () => {
  test('are put in order, renamed, replaced and taken out; whoever bought one keeps it and gets its newer version', async () => {
    const { of, fan, made, orderId } = await sold()
    const [song, words] = await filesIn(of, made.goodsId)
    if (!song || !words) throw new Error('Both are there.')
    const newer = await sentFile(of, 'newer.pdf', Buffer.from('%PDF-1.4 newer'))
    const extra = await sentFile(of, 'extra.pdf')
    const next = await change(of, made.goodsId, [
      { fileId: words.fileId, mediaId: newer.mediaId, name: 'Words, again' },
      { ...extra },
    ])
    await ask(goods.updateGoods, next, of.owner)
    expect((await filesIn(of, made.goodsId)).map(({ name }) => name)).toEqual(['Words, again', 'extra.pdf'])
    const bought = await downloadsOf(orderId, fan)
    expect(bought.map(({ fileName }) => fileName).toSorted()).toEqual(['Words, again.pdf', 'song.pdf'])
    const again = bought.find(({ fileName }) => fileName.startsWith('Words'))
    const { url } = await urlOf(again?.grantId ?? '', fan)
    expect(await (await fetch(here(url))).text()).toBe('%PDF-1.4 newer')
    const { goodsId } = await ask(goods.duplicateGoods, { ...of.ids, goodsId: made.goodsId }, of.owner)
    expect((await filesIn(of, goodsId)).map(({ name }) => name)).toEqual(['Words, again', 'extra.pdf'])
  })

  /** Two files under a code that a store waits for; what became of the order, and what there is to load down. */
  const ordered = async () => {
    const [of, fan] = [await club(), await person()]
    const files = [await sentFile(of, 'song.pdf'), await sentFile(of, 'words.pdf')]
    const made = await makeGoods(of, wallpaper({ name: 'Song', files }))
    const { cartId } = await put(of, fan, made)
    const { intentId, orderId } = await voucherOf(cartId, fan)
    await moveTo(now() + hour)
    const paid = async () => {
      await moveTo(now() + hour)
      await toldByProvider({ action: 'payAtStore', intent: intentId })
      await settled()
      const { orderDetail } = await ask(goodsOrders.getOrderDetail, { orderId }, fan)
      return [orderDetail.paymentState, orderDetail.downloads.map(({ fileName }) => fileName).toSorted()]
    }
    return { of, made, paid }
  }
  test('that were ordered are had once the store is paid, although one was taken out meanwhile, or all', async () => {
    const [one, all] = [await ordered(), await ordered()]
    const [, words] = await filesIn(one.of, one.made.goodsId)
    if (!words) throw new Error('Both are there.')
    const { fileId, mediaId, name } = words
    const fewer = await change(one.of, one.made.goodsId, [{ fileId, mediaId, name }])
    await ask(goods.updateGoods, fewer, one.of.owner)
    expect(await one.paid()).toEqual(['paid', ['song.pdf', 'words.pdf']])
    const { of, made } = all
    await ask(goods.setGoodsVisibility, { ...of.ids, goodsId: made.goodsId, visibility: 'hidden' }, of.owner)
    await ask(goods.updateGoods, await change(of, made.goodsId, []), of.owner)
    expect(await all.paid()).toEqual(['paid', ['song.pdf', 'words.pdf']])
  })

  test('where there is none for the money, it is kept for the staff', async () => {
    const { made, paid } = await ordered()
    // As if the last one had been taken out in the moment before the order.
    await pool().query(`update goods_files set removed_at = added_at where goods_id = $1`, [made.goodsId])
    expect(await paid()).toEqual(['paidLate', []])
  })

  test('are the brand’s own, have arrived, and were sent to be sold', async () => {
    const [of, other] = [await club(), await club()]
    const said = { ...of.ids, ...wallpaper() }
    const foreign = await sentFile(other, 'a.pdf')
    expect(await refused(goods.createGoods, { ...said, files: [foreign] }, of.owner)).toMatchObject({
      code: 'fileNotFound',
    })
    const waiting = await sentFile(of, 'a.pdf')
    await pool().query(`update uploads set state = 'pending' where media_id = $1`, [waiting.mediaId])
    expect(await refused(goods.createGoods, { ...said, files: [waiting] }, of.owner)).toMatchObject({
      code: 'fileNotFound',
    })
    const video = await sentFile(of, 'a.pdf')
    await pool().query(`update uploads set kind = 'video' where media_id = $1`, [video.mediaId])
    expect(await refused(goods.createGoods, { ...said, files: [video] }, of.owner)).toMatchObject({
      code: 'fileNotFound',
    })
    const made = await makeGoods(of, wallpaper())
    const strange = await change(of, made.goodsId, [{ fileId: 'file_nobody', ...(await sentFile(of, 'b.pdf')) }])
    expect(await refused(goods.updateGoods, strange, of.owner)).toMatchObject({ code: 'fileNotFound' })
    expect(await refused(goods.updateGoods, { ...strange, files: [] }, of.owner)).toMatchObject({
      fields: [{ field: 'files', rule: 'noFile' }],
    })
  })

  test('are of digital goods alone', async () => {
    const of = await club()
    const { goodsId } = await makeGoods(of, towel({ files: [await sentFile(of, 'a.pdf')] }))
    expect(await filesIn(of, goodsId)).toEqual([])
  })
})

describe('a file that is replaced', () => {
  const replace = async ({ of, made }: Awaited<ReturnType<typeof sold>>, name = 'newer.pdf') => {
    const [song, words] = await filesIn(of, made.goodsId)
    if (!song || !words) throw new Error('Both are there.')
    const { mediaId } = await sentFile(of, name)
    const files = [
      { fileId: song.fileId, mediaId, name: song.name },
      { fileId: words.fileId, mediaId: words.mediaId, name: words.name },
    ]
    await ask(goods.updateGoods, await change(of, made.goodsId, files), of.owner)
  }
  const told = async (fan: Person) =>
    (await mailsTo(fan.email)).filter(
      ({ text }) => text.includes('song.pdf') && /新しくなりました|newer version/.test(text),
    )
  const later = async (minutes: number) => {
    await moveTo(now() + minutes * 60_000)
    await settled()
  }

  test('is told to its buyers, each in their language and once, however often it is replaced in these minutes', async () => {
    const one = await sold()
    const other = await person()
    const { cartId } = await put(one.of, other, one.made)
    await payCart(cartId, other)
    await pool().query(`update people set locale = 'en' where uid = $1`, [other.uid])
    await replace(one)
    await replace(one)
    expect(await told(one.fan)).toEqual([])
    await later(11)
    const [mail, ...more] = await told(one.fan)
    expect([mail?.subject, more]).toEqual([expect.stringContaining('新しくなりました'), []])
    expect(mail?.text).not.toContain('words.pdf')
    expect(mail?.text).toContain(`/fc/me/orders/${one.orderId}`)
    expect((await told(other)).map(({ subject }) => subject)).toEqual([expect.stringContaining('new version')])
    await later(60)
    expect(await told(one.fan)).toHaveLength(1)
    await replace(one)
    await later(11)
    expect(await told(one.fan)).toHaveLength(2)
  })

  test('is had by who had used up all of its downloads: once more, and whoever has some left keeps as many', async () => {
    const one = await sold()
    const [song, words] = one.grants
    if (!song || !words) throw new Error('Both are there.')
    const used = (grantId: string, times: number) =>
      pool().query('update download_grants set used_count = $2 where grant_id = $1', [grantId, times])
    await used(song.grantId, 10)
    await used(words.grantId, 10)
    const asked = () => ask(downloads.getDownloadUrl, { grantId: song.grantId }, one.fan)
    expect(await asked()).toEqual({ status: 'limitReached' })
    await replace(one)
    await later(11)
    expect(await told(one.fan)).toHaveLength(1)
    expect((await downloadsOf(one.orderId, one.fan)).map(({ state, remaining }) => [state, remaining])).toEqual([
      ['active', 1],
      ['limitReached', 0],
    ])
    expect(await asked()).toMatchObject({ status: 'ready', remaining: 0 })
    await used(song.grantId, 3)
    await replace(one)
    await later(90)
    expect(await asked()).toMatchObject({ remaining: 6 })
    // Without a limit nothing is taken off.
    await pool().query('update download_grants set max_downloads = 0 where grant_id = $1', [song.grantId])
    await replace(one)
    await later(90)
    expect(await asked()).toMatchObject({ status: 'ready', remaining: null })
  })

  test('is not told to those whose download is closed, or who bought it new', async () => {
    const one = await sold()
    const [stopped, late] = [first(one.grants), await person()]
    await ask(downloads.suspendDownload, { ...one.of.ids, grantId: stopped.grantId, on: true }, one.of.owner)
    await replace(one)
    const { cartId } = await put(one.of, late, one.made)
    await payCart(cartId, late)
    await later(11)
    expect([await told(one.fan), await told(late)]).toEqual([[], []])
  })

  test('that is only named anew or put elsewhere is no new version', async () => {
    const one = await sold()
    const [song, words] = await filesIn(one.of, one.made.goodsId)
    if (!song || !words) throw new Error('Both are there.')
    const files = [words, song].map(({ fileId, mediaId, name }) => ({ fileId, mediaId, name: `${name} (live)` }))
    await ask(goods.updateGoods, await change(one.of, one.made.goodsId, files), one.of.owner)
    await later(11)
    expect((await mailsTo(one.fan.email)).filter(({ subject }) => subject.includes('新しく'))).toEqual([])
  })
})

describe('many presses at once', () => {
  const countAfter = async () => {
    const { fan, grants, orderId } = await sold()
    const { grantId } = first(grants)
    await together(12, () => ask(downloads.getDownloadUrl, { grantId }, fan))
    const { rows } = await pool().query(
      'select count(*) filter (where is_counted)::int as counted from download_log where grant_id = $1',
      [grantId],
    )
    return { counted: rows[0]?.counted as number, left: first(await downloadsOf(orderId, fan)).remaining }
  }
  test('are one download', async () => {
    expect(await countAfter()).toEqual({ counted: 1, left: 9 })
  })
  test('would be many without the lock', async () => {
    const worst = await withoutPrecautions(rowLocks, async () => {
      let most = 0
      for (let n = 0; n < 5 && most < 2; n++) most = Math.max(most, (await countAfter()).counted)
      return most
    })
    expect(worst).toBeGreaterThan(1)
  })
})

test('history of orders stays whole where nothing is loaded down', async () => {
  const [of, fan] = [await club(), await person()]
  await goodsOrder(of, { buyer: fan })
  expect((await ask(orders.getFanClubOrderHistory, {}, fan)).historyItems).toHaveLength(1)
})
