const words = {
  title: 'プラン',
  lead: '会員になると届くものと、価格です。',
  seePlan: 'くわしく見る',
  join: '入会する',
  joinOf: (plan: string) => `${plan}に入会する`,
  mine: '加入中のプランを見る',
  joined: '入会中',
  refused: 'お支払いの確認が必要',
  back: 'プランの一覧',
  backTo: (brand: string) => `${brand}のプラン`,
  renewal: {
    month: '毎月同じ日に自動で更新されます。解約はいつでもでき、期間の終わりまで利用できます。',
    year: '毎年同じ日に自動で更新されます。解約はいつでもでき、期間の終わりまで利用できます。',
  },
  archivingAt: (date: string) => `${date}に終了するプランです。新しい入会は受け付けていません。`,
  archivedAt: (date: string) => `${date}に終了したプランです。`,
  includes: '会員に届くもの',
  message: '会員の皆さまへ',
  unknown: 'このプランは見つかりませんでした',
  unknownText: '募集が終わったか、アドレスが変わった可能性があります。',
  unknownVisitorText: '募集が終わったか、アドレスが変わった可能性があります。会員の方は、ログインすると表示されます。',
  contents: 'このプランで見られるもの',
  opensToday: 'いま入会すると、今日から見られるもの',
  nothingYet: '今月のコンテンツは、まだ公開されていません。',
  more: (n: number) => `ほか${n}件`,
  earlier: (least: string, most: string) =>
    `これより前の月は、1か月 ${least === most ? least : `${least}〜${most}`} で購入できます。`,
  seeMonths: '月ごとに見る',
  noContents: '公開されたコンテンツが、ここに並びます。',
  empty: '入会できるプランは、まだありません。',
  emptyText: '新しいプランが始まると、ここに表示されます。',
  priceTitle: '価格',
  descriptionOf: (name: string, brand: string) => `${brand}の「${name}」。会員に届くものと価格をご紹介します。`,
  plansOf: (brand: string) => `${brand}のプランの一覧と価格。`,
}

export type FanPlanWordsText = typeof words
export default words
