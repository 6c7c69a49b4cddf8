/** Why the platform's operators have suspended a club; each is said in words in the mail, at the club and in its log. */
export const suspensionReasons = ['reports', 'legalNotice', 'disputes', 'identity', 'other'] as const
export type SuspensionReason = (typeof suspensionReasons)[number]

export const suspensionMessageLength = 1000

export const suspensionReasonNames: Record<SuspensionReason, { ja: string; en: string }> = {
  reports: { ja: 'ファンの方からの申し出', en: 'Reports by fans' },
  legalNotice: { ja: '特定商取引法に基づく表記がない', en: 'The legal notice of commerce is missing' },
  disputes: { ja: 'お支払いへの異議申し立て', en: 'Payments are disputed' },
  identity: { ja: '本人確認ができていない', en: 'The identity of the owner is unclear' },
  other: { ja: 'そのほか', en: 'Another reason' },
}
