import { grouped } from '#kit/number.ts'

const words = {
  ending: (n: number) => `会場で受け取るグッズ${grouped(n)}点の販売を終了します。`,
  unpaid: (n: number) => `支払い前の注文${grouped(n)}件を取り消します。お支払い番号は使えなくなります。`,
  uncollected: (n: number, brand: string) =>
    `${brand && `${brand}：`}支払い済みで受け取り前の注文が${grouped(n)}件あります。自動では返金されません。`,
  orders: '注文を見る',
  staying: (n: number) => `配送・ダウンロードのグッズ${grouped(n)}点は、販売を続けます。`,
  postponed: (n: number) =>
    `このイベントのグッズ${grouped(n)}点の販売期間と受け取り時間は変わりません。必要に応じて変更してください。`,
  list: 'イベントグッズを見る',
}

export type CalledOffWordsText = typeof words
export default words
