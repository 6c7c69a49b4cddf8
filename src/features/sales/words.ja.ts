import { grouped } from '../../kit/number'

const words = {
  title: '売上',
  badge: '速報値',
  lead: 'お支払いのあった日で数えた、確定前の金額です。お支払い額は「収益」のページをご覧ください。',
  daysOf: (from: string, to: string) => (from === to ? from : `${from} 〜 ${to}`),
  periods: {
    label: '期間',
    today: '今日',
    week: '7日間',
    month: '30日間',
    thisMonth: '今月',
    lastMonth: '先月',
    quarter: '90日間',
    year: '1年間',
  },
  groups: { label: '刻み', day: '日', week: '週', month: '月' },
  kinds: { plan: 'プラン', backNumber: 'バックナンバー', goods: 'グッズ', eventGoods: 'イベントグッズ' },
  methods: { card: 'クレジットカード', konbini: 'コンビニ払い' },
  filters: { kind: '種類', method: 'お支払い方法', item: 'プラン・グッズ' },
  all: { kind: 'すべての種類', method: 'すべての支払い方法', item: 'すべてのプランとグッズ' },
  totals: { gross: '総売上', refunds: '返金', net: '純売上', orders: '件数' },
  grossNote: '税込・送料込み',
  refundsNote: '返金した日で数えます',
  count: (n: number) => `${grouped(n)}件`,
  chart: '売上の推移',
  chartTable: '売上の推移の表',
  showTable: '表で見る',
  day: '日付',
  weekOf: (date: string) => `${date}の週`,
  top: 'よく売れたもの',
  noTop: 'この期間の売上はありません。',
  list: '売上の明細',
  tableLabel: '売上の一覧',
  columns: { item: '内容', kind: '種類', buyer: '購入者', method: 'お支払い', gross: '金額', paidAt: '日時' },
  refunded: '返金済み',
  partly: '一部返金',
  noName: '名前のないファン',
  empty: {
    title: 'この期間の売上はありません',
    text: '期間や条件を変えてご覧ください。',
  },
}

export type SalesWordsText = typeof words
export default words
