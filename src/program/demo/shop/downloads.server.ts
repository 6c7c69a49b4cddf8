import { and, eq } from 'drizzle-orm'
import { serials } from '#club/fans/tables.server.ts'
import { uploads } from '#club/uploads/tables.server.ts'
import { day } from '#kit/time.ts'
import { paid } from '#money/ledger/ledger.ts'
import { orderNumberOf } from '#money/orders/order.ts'
import { orderEvents, orderLines, orders } from '#money/orders/tables.server.ts'
import { mostDownloads } from '#shop/downloads/download.ts'
import { downloadGrants, goodsFiles } from '#shop/downloads/tables.server.ts'
import { goods, goodsVariations, stockMoves } from '#shop/goods/tables.server.ts'
import { palettes } from '../drawings/drawings'
import { insertAll } from '../insertAll'
import { bookDemo } from '../money/ledger.server'
import { type Demo, type DemoClub, pad } from '../parts'

const fees = { platformFee: 100_000, paymentFee: 36_000 }

/** A two-second tone as a WAV file. */
const tone = (hertz: number): Buffer => {
  const [rate, seconds] = [8000, 2]
  const bytes = Buffer.alloc(44 + rate * seconds * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + rate * seconds * 2, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(rate * seconds * 2, 40)
  for (let n = 0; n < rate * seconds; n++) {
    const fade = Math.max(0, 1 - n / (rate * seconds))
    bytes.writeInt16LE(Math.round(Math.sin((n / rate) * hertz * 2 * Math.PI) * fade * 9000), 44 + n * 2)
  }
  return bytes
}

/** One page with its title, as a PDF file. */
const sheet = (title: string): Buffer => {
  const text = `BT /F1 28 Tf 72 740 Td (${title}) Tj ET`
  const parts = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const places = parts.map((part, n) => {
    const at = file.length
    file += `${n + 1} 0 obj\n${part}\nendobj\n`
    return at
  })
  const table = file.length
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 6\n0000000000 65535 f \n${rows}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(file)
}

type Content = { name: string; ending: 'wav' | 'pdf'; contentType: string; bytes: Buffer }
const wav = (name: string, hertz: number): Content => ({
  name,
  ending: 'wav',
  contentType: 'audio/wav',
  bytes: tone(hertz),
})
const pdf = (name: string, title: string): Content => ({
  name,
  ending: 'pdf',
  contentType: 'application/pdf',
  bytes: sheet(title),
})
const kinds = [
  {
    name: '弾き語り音源集',
    subject: 'tracks',
    price: 1500,
    text: '旅先で録った弾き語りです。歌詞カードがつきます。',
    files: [wav('流れ星', 440), wav('月の舟', 330), pdf('歌詞カード', 'Songs of the night')],
  },
  {
    name: '旅の写真集 デジタル版',
    subject: 'album',
    price: 1200,
    text: '去年の旅で撮った写真を集めました。',
    files: [pdf('写真集', 'Photographs of a journey')],
  },
  {
    name: '星空のピアノ楽譜',
    subject: 'score',
    price: 800,
    text: '「流れ星」と「月の舟」のピアノ伴奏譜です。',
    files: [pdf('流れ星（楽譜）', 'Shooting star, piano'), pdf('月の舟（楽譜）', 'Boat of the moon, piano')],
  },
  { name: '目覚ましの音', subject: 'alarm', price: 300, text: '朝のための短い音です。', files: [wav('目覚まし', 660)] },
] as const

/** Digital products with real files, some of them sold. */
export const demoDownloads = async ({ db, at, picture, file }: Demo, club: DemoClub) => {
  const { tenantId, brand } = club
  const { brandId, slug } = brand
  const many = club.seasons > 0
  const made = kinds.map((kind, n) => ({
    ...kind,
    n,
    goodsId: `goods_${slug}_d${n}`,
    variationId: `variation_${slug}_d${n}`,
    thumbnail: picture(`digital-${slug}-${n}`, kind.subject, [640, 640], palettes[n % palettes.length] ?? palettes[0]),
    createdAt: at - (n * 11 + 2) * day,
  }))
  insertAll(
    db,
    goods,
    made.map(({ goodsId, name, text, price, thumbnail, createdAt }) => ({
      tenantId,
      brandId,
      goodsId,
      visibility: 'visible' as const,
      name,
      description: text,
      price,
      goodsType: 'digitalGoods' as const,
      salesType: 'permanent' as const,
      saleStartAt: createdAt,
      audience: 'public' as const,
      planIds: [],
      thumbnails: [{ url: thumbnail, alt: name }],
      createdAt,
      editedAt: createdAt,
      editedBy: club.members[0]?.uid ?? null,
    })),
  )
  const files = made.flatMap(({ goodsId, n, files: contents, createdAt }) =>
    contents.map((content, position) => {
      // Media ids must have twenty letters.
      const mediaId = `media_${`${slug}d${n}f${position}`.padEnd(20, '0').slice(0, 20)}`
      const key = `private/${tenantId}/${mediaId}.${content.ending}`
      return { ...content, goodsId, position, mediaId, key, fileId: `file_${slug}_${n}_${position}`, createdAt }
    }),
  )
  await Promise.all(files.map(({ key, bytes, contentType }) => file(key, bytes, contentType)))
  insertAll(
    db,
    uploads,
    files.map(({ mediaId, key, name, ending, contentType, bytes, createdAt }) => ({
      tenantId,
      brandId,
      mediaId,
      key,
      kind: 'goodsFile' as const,
      fileName: `${name}.${ending}`,
      contentType,
      size: bytes.length,
      state: 'ready' as const,
      createdBy: club.members[0]?.uid ?? '',
      createdAt,
    })),
  )
  insertAll(
    db,
    goodsFiles,
    files.map(({ goodsId, fileId, mediaId, name, ending, position, createdAt }) => ({
      tenantId,
      goodsId,
      fileId,
      mediaId,
      name: `${name}.${ending}`,
      position,
      addedAt: createdAt,
    })),
  )

  const ofSeries = and(eq(serials.tenantId, tenantId), eq(serials.brandId, brandId), eq(serials.series, 'order'))
  const [series] = await db.select({ last: serials.last }).from(serials).where(ofSeries)
  const before = series?.last ?? 0
  const accounts = ['demo_member', 'demo_fan']
  const sold = Array.from({ length: many ? 48 : 4 }, (_, n) => {
    const product = made[n % 3] ?? made[0]
    if (!product) throw new Error('There are digital products.')
    const uid = n < 2 && slug === 'aoi' ? (accounts[n] ?? '') : `demo_buyer_${slug}_${pad(n % 60)}`
    const placedAt = Math.max(product.createdAt + day / 2, at - n * (day / 2) - 7_200_000)
    return { n, uid, product, placedAt, paidAt: placedAt + 60_000, orderId: `order_${slug}_digital_${pad(n)}` }
  })
  insertAll(
    db,
    goodsVariations,
    made.map(({ goodsId, variationId, n }) => ({
      tenantId,
      goodsId,
      variationId,
      position: 0,
      name: '',
      isUnlimited: true,
      sold: sold.filter(({ product }) => product.n === n).length,
    })),
  )
  insertAll(
    db,
    orders,
    sold.map(({ n, uid, product: { price }, placedAt, paidAt, orderId }) => ({
      tenantId,
      brandId,
      orderId,
      orderNumber: orderNumberOf(before + n + 1),
      uid,
      kind: 'goods' as const,
      paymentMethod: 'card' as const,
      paymentState: 'paid' as const,
      openKey: `demo:digital:${n}`,
      subtotal: price,
      total: price,
      locale: 'ja' as const,
      placedAt,
      paidAt,
      editedAt: paidAt,
    })),
  )
  insertAll(
    db,
    orderLines,
    sold.map(({ orderId, product: { goodsId, variationId, name, price, thumbnail } }) => ({
      tenantId,
      orderId,
      lineId: orderId.replace('order', 'line'),
      position: 0,
      name,
      thumbnail,
      unitPrice: price,
      quantity: 1,
      goodsId,
      variationId,
      deliveryMethod: 'digital' as const,
    })),
  )
  insertAll(
    db,
    orderEvents,
    sold.map(({ orderId, paidAt }) => ({
      tenantId,
      orderId,
      eventId: orderId.replace('order', 'event'),
      at: paidAt,
      what: 'paid',
    })),
  )
  insertAll(
    db,
    stockMoves,
    sold.flatMap(({ orderId, product: { goodsId, variationId }, placedAt, paidAt }) =>
      (
        [
          ['reserve', placedAt],
          ['sale', paidAt],
        ] as const
      ).map(([reason, moment]) => ({
        tenantId,
        moveId: `stock_${orderId}_${reason}`,
        goodsId,
        variationId,
        at: moment,
        reason,
        quantity: 1,
        orderId,
      })),
    ),
  )
  const booked = sold.map(({ orderId, product: { price }, paidAt }) => ({
    orderId,
    movementId: orderId.replace('order', 'movement'),
    movement: paid(
      { orderId, kind: 'goods', subtotal: price, deferred: 0, shippingFee: 0, konbiniFee: 0, total: price },
      fees,
      paidAt,
    ),
  }))
  bookDemo(db, { tenantId, brandId, kind: 'goods' }, booked)
  const grants = sold.flatMap(({ n, uid, orderId, product, paidAt }) =>
    files
      .filter(({ goodsId }) => goodsId === product.goodsId)
      .map(({ fileId, goodsId, position }) => {
        const usedCount = n % 13 === 5 ? mostDownloads : (n + position) % 4
        const last = Math.min(at - 3_700_000, paidAt + usedCount * 7_200_000)
        return {
          tenantId,
          brandId,
          grantId: `grant_${slug}_${pad(n)}_${position}`,
          uid,
          orderId,
          lineId: orderId.replace('order', 'line'),
          goodsId,
          fileId,
          maxDownloads: mostDownloads,
          usedCount,
          countedAt: usedCount > 0 ? last : null,
          lastDownloadAt: usedCount > 0 ? last : null,
          ...(n % 17 === 9 && { suspendedAt: last, suspendReason: 'abuse' as const }),
          createdAt: paidAt,
        }
      }),
  )
  insertAll(db, downloadGrants, grants)
  await db
    .update(serials)
    .set({ last: before + sold.length })
    .where(ofSeries)
}
