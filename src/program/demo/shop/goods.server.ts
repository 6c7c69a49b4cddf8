import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { serials } from '#club/fans/tables.server.ts'
import { day } from '#kit/time.ts'
import { orderNumberOf } from '#money/orders/order.ts'
import { konbiniPayments, orderBuyers, orderEvents, orderLines, orders } from '#money/orders/tables.server.ts'
import type { StockReason } from '#shop/goods/goods.ts'
import { goods, goodsVariations, stockMoves } from '#shop/goods/tables.server.ts'
import { palettes, type Subject } from '../drawings/drawings'
import { insertAll } from '../insertAll'
import type { Demo, DemoClub } from '../parts'

const hour = 3_600_000

type Kind = {
  name: string
  subject: Subject
  price: number
  variations: readonly string[]
  built?: true
  /** Food or drink (rule: money.reducedTax). */
  isReducedTax?: true
  text: string
  /** On the English site; `variations` where their names are Japanese. */
  english: { name: string; text: string; variations?: readonly string[] }
}
/** The first four kinds are used by the demo's orders. */
const kinds: readonly [Kind, ...Kind[]] = [
  {
    name: '夜空のTシャツ',
    subject: 'shirt',
    price: 3500,
    variations: ['S / 紺', 'M / 紺', 'L / 紺'],
    text: '星座を刺しゅうした、厚手の綿のTシャツです。',
    english: {
      name: 'Night sky T-shirt',
      text: 'A thick cotton T-shirt with embroidered constellations.',
      variations: ['S / navy', 'M / navy', 'L / navy'],
    },
  },
  {
    name: '星座の缶バッジ',
    subject: 'badge',
    price: 500,
    variations: [''],
    text: '直径44ミリ。裏は安全ピンです。',
    english: { name: 'Constellation badge', text: '44 mm across, with a pin at the back.' },
  },
  {
    name: 'ツアータオル 2026',
    subject: 'towel',
    price: 2200,
    variations: [''],
    text: '今治の生地で作りました。34×80センチ。',
    english: { name: 'Tour towel 2026', text: 'Made of cloth from Imabari. 34 × 80 cm.' },
  },
  {
    name: '星空のハーブティー',
    subject: 'tea',
    price: 1600,
    variations: ['カモミール', 'レモングラス'],
    isReducedTax: true,
    text: '缶入り、ティーバッグ20包。ライブのあとの夜に飲んでいるお茶です。',
    english: {
      name: 'Starry herbal tea',
      text: 'A tin of 20 bags. What I drink on the night after a live.',
      variations: ['Camomile', 'Lemongrass'],
    },
  },
  {
    name: '弾き語りCD',
    subject: 'disc',
    price: 1500,
    variations: [''],
    text: '未発表の5曲。歌詞カードつきです。',
    english: { name: 'Solo CD', text: 'Five songs that were never released, with the words.' },
  },
  {
    name: '卓上カレンダー 2027',
    subject: 'calendar',
    price: 1800,
    variations: [''],
    built: true,
    text: '旅先の写真を12枚。ご予約の数だけ作ります。',
    english: { name: 'Desk calendar 2027', text: 'Twelve pictures from the road. As many are made as are ordered.' },
  },
  {
    name: 'ポストカードセット',
    subject: 'postcards',
    price: 800,
    variations: [''],
    text: '旅先の写真のはがきを10枚。',
    english: { name: 'Set of postcards', text: 'Ten pictures from the road.' },
  },
  {
    name: '星図のポスター',
    subject: 'poster',
    price: 2400,
    variations: ['B2', 'A3'],
    text: '夏の星空を描いたポスターです。筒に入れてお送りします。',
    english: { name: 'Star map poster', text: 'The summer sky as a poster, sent in a tube.' },
  },
  {
    name: '銀河のアクリルスタンド',
    subject: 'stand',
    price: 1600,
    variations: ['立ち姿', '座り姿'],
    text: '高さ12センチ。台座つきです。',
    english: { name: 'Galaxy acrylic stand', text: '12 cm high, with its base.', variations: ['Standing', 'Sitting'] },
  },
  {
    name: '月のマグカップ',
    subject: 'mug',
    price: 2600,
    variations: [''],
    text: '電子レンジで使えます。',
    english: { name: 'Moon mug', text: 'May be used in a microwave.' },
  },
]
const seasons = ['', '春の', '夏の', '秋の'] as const
const seasonsInEnglish = ['', 'Spring: ', 'Summer: ', 'Autumn: '] as const

/** Shop goods in each state of the lists, with stock that matches the demo's orders. */
export const demoGoods = async ({ db, at, picture }: Demo, club: DemoClub) => {
  const { tenantId, brand } = club
  const { brandId, slug } = brand
  const many = club.seasons > 0
  // Kinds with several colours have several pictures.
  const pictures = kinds.map(({ subject, variations }, n) =>
    Array.from({ length: variations.length > 1 && n < 4 ? 3 : 1 }, (_, m) => {
      const colors = palettes[(n * 5 + m * 2) % palettes.length] ?? palettes[0]
      return picture(`goods-${slug}-${n}-${m}`, subject, [640, 640], colors)
    }),
  )
  const made = Array.from({ length: many ? 46 : 8 }, (_, n) => {
    const kind = kinds[n % kinds.length] ?? kinds[0]
    const isFirst = n < kinds.length
    const state = isFirst
      ? 'onSale'
      : n % 11 === 2
        ? 'beforeSale'
        : n % 7 === 3
          ? 'endOfSale'
          : n % 9 === 4
            ? 'soldOut'
            : n % 13 === 6
              ? 'hidden'
              : 'onSale'
    const saleStartAt = state === 'beforeSale' ? at + (n % 5) * day + 2 * day : at - (90 + n * 9) * day
    const saleEndAt =
      state === 'endOfSale' ? at - (n % 6) * day - day : kind.built ? at + 24 * day : n % 10 === 8 ? at + 6 * day : null
    return {
      n,
      kind,
      state,
      goodsId: `goods_${slug}_${n}`,
      name: `${seasons[Math.floor(n / kinds.length)] ?? ''}${kind.name}`,
      nameInEnglish: `${seasonsInEnglish[Math.floor(n / kinds.length)] ?? ''}${kind.english.name}`,
      saleStartAt,
      saleEndAt,
      audience: n % 12 === 6 ? ('plans' as const) : ('public' as const),
      createdAt: at - (n * 6 + 3) * day,
    }
  })
  const planId = club.plans.find(({ state }) => state === 'active')?.planId
  insertAll(
    db,
    goods,
    made.map(({ n, kind, state, goodsId, name, nameInEnglish, saleStartAt, saleEndAt, audience, createdAt }) => ({
      tenantId,
      brandId,
      goodsId,
      visibility: state === 'hidden' ? ('hidden' as const) : ('visible' as const),
      name,
      description: `${kind.text}\n\nお届けまでの日数は、お届け先によって変わります。`,
      english: {
        name: nameInEnglish,
        description: `${kind.english.text}\n\nHow many days it takes depends on where it is sent.`,
      },
      price: kind.price,
      isReducedTax: kind.isReducedTax ?? false,
      goodsType: 'physicalGoods' as const,
      salesType: kind.built ? ('builtToOrder' as const) : ('permanent' as const),
      saleStartAt,
      saleEndAt,
      audience: planId ? audience : ('public' as const),
      planIds: audience === 'plans' && planId ? [planId] : [],
      maxPerPerson: n % 8 === 7 ? 3 : null,
      shippingFee: 600,
      shippingTimeText: kind.built ? '受付の終了から3週間以内に発送' : '1週間以内に発送',
      thumbnails: (pictures[n % kinds.length] ?? []).map((url, m) => ({ url, alt: m === 0 ? name : '' })),
      createdAt,
      editedAt: createdAt,
      editedBy: club.members[0]?.uid ?? null,
    })),
  )

  // Orders with a pending store payment have reserved stock.
  const [series] = await db
    .select({ last: serials.last })
    .from(serials)
    .where(and(eq(serials.tenantId, tenantId), eq(serials.brandId, brandId), eq(serials.series, 'order')))
  const before = series?.last ?? 0
  const waiting = Array.from({ length: many ? 9 : 2 }, (_, n) => ({
    n,
    orderId: `order_${slug}_goods_open_${n}`,
    uid: `demo_buyer_${slug}_${String(n + 20).padStart(4, '0')}`,
    quantity: 1 + (n % 2),
    placedAt: at - (n + 1) * 3 * hour,
  }))
  const towel = kinds[2] ?? kinds[0]
  insertAll(
    db,
    orders,
    waiting.map(({ n, orderId, uid, quantity, placedAt }) => ({
      tenantId,
      brandId,
      orderId,
      orderNumber: orderNumberOf(before + n + 1),
      uid,
      kind: 'goods' as const,
      paymentMethod: 'konbini' as const,
      paymentState: 'awaitingPayment' as const,
      openKey: `demo:open:${n}`,
      subtotal: towel.price * quantity,
      shippingFee: 600,
      konbiniFee: 200,
      total: towel.price * quantity + 800,
      locale: 'ja' as const,
      placedAt,
      expiresAt: at + 2 * day,
      editedAt: placedAt,
    })),
  )
  insertAll(
    db,
    orderLines,
    waiting.map(({ orderId, quantity }) => ({
      tenantId,
      orderId,
      lineId: orderId.replace('order', 'line'),
      position: 0,
      name: towel.name,
      english: { name: towel.english.name },
      unitPrice: towel.price,
      quantity,
      goodsId: `goods_${slug}_2`,
      variationId: `variation_${slug}_2_0`,
      deliveryMethod: 'physical' as const,
    })),
  )
  insertAll(
    db,
    orderBuyers,
    waiting.map(({ orderId, uid }) => ({
      tenantId,
      orderId,
      uid,
      recipientName: '星野 はるか',
      recipientPhone: '09012345678',
      postalCode: '1500041',
      prefecture: '東京都',
      town: '渋谷区神南',
      address: '1-2-3',
    })),
  )
  insertAll(
    db,
    konbiniPayments,
    waiting.map(({ orderId }) => ({ tenantId, orderId, state: 'creating' as const, expiresAt: at + 2 * day })),
  )
  insertAll(
    db,
    orderEvents,
    waiting.map(({ orderId, placedAt }) => ({
      tenantId,
      orderId,
      eventId: orderId.replace('order', 'event'),
      at: placedAt,
      what: 'placed',
    })),
  )
  await db
    .update(serials)
    .set({ last: before + waiting.length })
    .where(and(eq(serials.tenantId, tenantId), eq(serials.brandId, brandId), eq(serials.series, 'order')))

  // Figures are summed from the orders.
  const lines = await db
    .select({
      orderId: orders.orderId,
      goodsId: sql<string>`${orderLines.goodsId}`,
      variationId: sql<string>`${orderLines.variationId}`,
      quantity: orderLines.quantity,
      placedAt: orders.placedAt,
      paidAt: orders.paidAt,
    })
    .from(orderLines)
    .innerJoin(orders, and(eq(orders.tenantId, orderLines.tenantId), eq(orders.orderId, orderLines.orderId)))
    .where(and(eq(orderLines.tenantId, tenantId), eq(orders.brandId, brandId), isNotNull(orderLines.variationId)))
  const of = Map.groupBy(lines, ({ variationId }) => variationId)
  const variations = made.flatMap(({ n, kind, state, goodsId }) =>
    kind.variations.map((name, position) => {
      const variationId = `variation_${slug}_${n}_${position}`
      const ordered = of.get(variationId) ?? []
      const pieces = (isPaid: boolean) =>
        ordered.filter(({ paidAt }) => (paidAt !== null) === isPaid).reduce((sum, { quantity }) => sum + quantity, 0)
      const isUnlimited = Boolean(kind.built)
      const stock = state === 'soldOut' ? 0 : position === 0 && n === 3 ? 4 : 30 + ((n * 17 + position * 7) % 90)
      const [sold, reserved] = [pieces(true), pieces(false)]
      const initial = isUnlimited ? 0 : stock + sold + reserved
      return {
        tenantId,
        goodsId,
        variationId,
        position,
        name,
        ...(kind.english.variations && { english: { name: kind.english.variations[position] ?? '' } }),
        sku: `${slug.toUpperCase()}-${String(n + 1).padStart(3, '0')}-${position + 1}`,
        isUnlimited,
        initial,
        reserved,
        sold,
      }
    }),
  )
  insertAll(db, goodsVariations, variations)
  const moves = [
    ...variations
      .filter(({ initial }) => initial > 0)
      .map(({ goodsId, variationId, initial }) => ({
        goodsId,
        variationId,
        reason: 'initial' as StockReason,
        quantity: initial,
        at: at - 300 * day,
        orderId: null as string | null,
      })),
    ...lines.flatMap(({ orderId, goodsId, variationId, quantity, placedAt, paidAt }) => {
      const piece = { goodsId, variationId, quantity, orderId: orderId as string | null }
      return [
        { ...piece, reason: 'reserve' as StockReason, at: placedAt },
        ...(paidAt === null ? [] : [{ ...piece, reason: 'sale' as StockReason, at: paidAt }]),
      ]
    }),
  ]
  insertAll(
    db,
    stockMoves,
    [...moves.keys()].flatMap((n) => (moves[n] ? [{ ...moves[n], tenantId, moveId: `stock_${slug}_${n}` }] : [])),
  )
}
