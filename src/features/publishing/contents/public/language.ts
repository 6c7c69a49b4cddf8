import { type English, inLanguage } from '#kit/english.ts'

type Texts = { name: string; english: English<string> }
/** What a reader of this language is told of it, and of the plans that open it. */
export const rowIn = <Row extends Texts & { plans: Plan[] }, Plan extends Texts>(row: Row, locale: 'ja' | 'en') => ({
  ...inLanguage(row, locale),
  plans: row.plans.map((plan) => inLanguage(plan, locale)),
})
