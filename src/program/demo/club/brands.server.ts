import { brands } from '#club/brands/tables.server.ts'
import { day, monthText, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { auditLog } from '#server/tables.server.ts'
import { insertAll } from '../insertAll'
import { type Demo, type DemoClub, openedBefore, pad } from '../parts'

export const demoBrand = async ({ db, at, picture }: Demo, { tenantId, brand }: DemoClub) => {
  const { colors, slug, cover, icon } = brand
  await db.insert(brands).values({
    tenantId,
    brandId: brand.brandId,
    slug,
    name: brand.name,
    thumbnail: picture(`${slug}-cover`, cover, [1280, 400], colors),
    icon: picture(`${slug}-icon`, icon, [320, 320], colors),
    description: brand.description,
    ...(brand.english && { english: brand.english }),
    accentColor: brand.accentColor,
    links: brand.links,
    welcomeLetter: `はじめまして、${brand.name}です。\n来てくれてありがとう。ここでは、いちばん早く、いちばん近くでお届けします。\nコメントで声をかけてもらえたら、うれしいです。`,
    legalNotice: `販売業者: ${brand.name} ファンクラブ事務局\n運営責任者: 星野 あおい\n所在地: 東京都杉並区1-2-3\n電話番号: 03-0000-0000（平日10時から17時）\nメール: support@example.com\n販売価格: 各プラン・商品のページに税込で表示\n支払方法: クレジットカード、コンビニ払い\n解約: 加入中のプランからいつでも。お支払い済みの期間の終わりまでご利用いただけます。`,
    invoiceNumber: 'T1234567890123',
    monthTold: monthText(tokyoMonth(startOfTokyoMonth(tokyoMonth(at)) - day)),
    createdAt: at - openedBefore,
    editedAt: at - 20 * day,
  })
}

/** Recent audit entries of staff, shown on the brand's home. */
export const demoActivity = async ({ db, at }: Demo, club: DemoClub) => {
  const doings = [
    ['updateActivePlan', '星座プラン'],
    ['createDraftPlan', '春のうたプラン'],
    ['updateBrandProfile', ''],
    ['scheduleToArchivePlan', ''],
    ['updateDraftPlan', '春のうたプラン'],
    ['activateDraftPlan', '彗星プラン（年払い）'],
    ['updateActivePlan', '銀河プラン'],
  ] as const
  const actors = club.members.filter(({ role }) => role === 'owner' || role === 'editor')
  insertAll(
    db,
    auditLog,
    doings.map(([operation, name], n) => ({
      auditId: `audit_demo_${club.brand.slug}_${pad(n)}`,
      at: at - (n * n * 9 + 2) * 3_600_000,
      actorUid: actors[n % actors.length]?.uid ?? '',
      role: actors[n % actors.length]?.role ?? 'owner',
      operation,
      tenantId: club.tenantId,
      brandId: club.brand.brandId,
      payload: { tenantId: club.tenantId, brandId: club.brand.brandId, ...(name && { name }) },
      address: '127.0.0.1',
      requestId: `demo-${club.brand.slug}-${pad(n)}`,
    })),
  )
}
