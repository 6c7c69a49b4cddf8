import { grouped } from '#kit/number.ts'
import type { MonthWordsText } from './words.ja'

const words: MonthWordsText = {
  title: 'Back numbers',
  lead: 'Whoever was no member can buy a month. The back-number month of each content says to which one it belongs.',
  tableLabel: 'Months',
  plan: 'Plan',
  year: 'Year',
  yearOf: (year) => String(year),
  columns: { month: 'Month', contents: 'Contents', price: 'Price', state: 'Sale', buyers: 'Buyers', income: 'Income' },
  count: (n) => grouped(n),
  people: (n) => grouped(n),
  ownPrice: 'Own price',
  states: { onSale: 'On sale', notForSale: 'Not for sale', ended: 'Ended' },
  from: (date) => `On sale from ${date}`,
  none: '—',
  edit: 'Change price and sale',
  seeContents: 'Contents of this month',
  editTitle: (month) => `Price and sale of ${month}`,
  price: 'Price',
  priceHint: (yen) => `Left empty, it is a month of the plan (${yen}).`,
  priceTooSmall: 'Please choose ¥500 or more.',
  priceNotWhole: 'Please write whole yen.',
  priceTooBig: 'Please choose ¥99,999,999 or less.',
  sale: 'For sale',
  saleHint: 'Whoever has bought it keeps it when the sale stops.',
  save: 'Save',
  saved: 'Saved',
  failed: 'It was not saved. Please try again.',
  cancel: 'Cancel',
  empty: {
    title: 'There are no back numbers of this year',
    text: 'Publish contents with a back-number month, and they appear here.',
  },
  noPlans: { title: 'There is no plan yet', text: 'Publish a plan to set prices and sales by month.' },
  toPlans: 'All plans',
  readOnly: 'Only owners, administrators and editors can change prices and sales.',
}

export default words
