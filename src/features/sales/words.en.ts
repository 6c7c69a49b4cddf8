import { grouped } from '../../kit/number'
import type { SalesWordsText } from './words.ja'

const words: SalesWordsText = {
  title: 'Sales',
  badge: 'Preliminary',
  lead: 'Counted on the day of the payment and not settled yet. What is paid out stands under Revenue.',
  daysOf: (from, to) => (from === to ? from : `${from} – ${to}`),
  periods: {
    label: 'Period',
    today: 'Today',
    week: '7 days',
    month: '30 days',
    thisMonth: 'This month',
    lastMonth: 'Last month',
    quarter: '90 days',
    year: 'One year',
  },
  groups: { label: 'By', day: 'Day', week: 'Week', month: 'Month' },
  kinds: { plan: 'Plans', backNumber: 'Back numbers', goods: 'Goods', eventGoods: 'Event goods' },
  methods: { card: 'Credit card', konbini: 'Convenience store' },
  filters: { kind: 'Kind', method: 'Payment method', item: 'Plan or goods' },
  all: { kind: 'All kinds', method: 'All payment methods', item: 'All plans and goods' },
  totals: { gross: 'Gross', refunds: 'Refunds', net: 'Net', orders: 'Sales' },
  grossNote: 'Tax and shipping included',
  refundsNote: 'On the day of the refund',
  count: (n) => grouped(n),
  chart: 'Sales over time',
  chartTable: 'Sales over time, as a table',
  showTable: 'Show as a table',
  day: 'Date',
  weekOf: (date) => `Week of ${date}`,
  top: 'Sold most',
  noTop: 'Nothing was sold in this period.',
  list: 'All sales',
  tableLabel: 'All sales of the period',
  columns: { item: 'Item', kind: 'Kind', buyer: 'Buyer', method: 'Payment', gross: 'Amount', paidAt: 'Paid' },
  refunded: 'Refunded',
  partly: 'Partly refunded',
  noName: 'Fan without a name',
  empty: {
    title: 'No sales in this period',
    text: 'Try another period or other filters.',
  },
}

export default words
