import {
  button,
  fact,
  type Letter,
  letter,
  letterDate,
  letterDay,
  link,
  type Part,
  pageFor,
  type Reader,
} from '#kit/letter.ts'
import { formatYen, type Yen } from '#kit/money.ts'
import type { Instant } from '#kit/time.ts'
import { type Bought, boughtLines } from '#money/orders/letter.ts'

/* The letter of a change to another plan: it is done, will be, will not be after all, or cannot be. */

export type ChangedPlan = {
  brandName: string
  slug: string
  from: string
  to: string
  /** Of the plan that is changed to. */
  price: Yen
  interval: 'month' | 'year'
  /** When the next term begins. */
  at: Instant
  byCard: boolean
}

const per = { ja: { month: '月額', year: '年額' }, en: { month: 'a month', year: 'a year' } } as const
const priceOf = ({ price, interval }: ChangedPlan, locale: 'ja' | 'en') =>
  locale === 'ja'
    ? `${per.ja[interval]} ${formatYen(price)}（税込）`
    : `${formatYen(price)} ${per.en[interval]} (tax included)`

const myPlans = (to: Reader) => pageFor(to, '/fc/me/plans')

const termFact = (of: ChangedPlan, locale: 'ja' | 'en'): Part => {
  const at = letterDay(of.at, locale)
  if (locale === 'ja')
    return of.byCard
      ? fact('次の更新', `${at}に ${priceOf(of, 'ja')}`)
      : fact('いまの期間', `${at}まで。次回は ${priceOf(of, 'ja')}`)
  return of.byCard
    ? fact('Renews', `${at}: ${priceOf(of, 'en')}`)
    : fact('Open until', `${at}; then ${priceOf(of, 'en')}`)
}

/** `bought`: its payment; null where it cost nothing. */
export const planChanged = (to: Reader, of: ChangedPlan, bought: Bought | null): Letter =>
  letter(to, {
    ja: [
      `プランを変更しました（${of.brandName}）`,
      [
        `「${of.from}」から「${of.to}」に変わりました。会員番号と継続月数は、そのまま続きます。`,
        '',
        ...(bought ? boughtLines(bought, 'ja') : [fact('今回のお支払い', 'ありません')]),
        termFact(of, 'ja'),
        '',
        button('加入中のプランを見る', myPlans(to)),
        link('ファンクラブを見る', pageFor(to, `/fc/${of.slug}`)),
      ],
    ],
    en: [
      `Your plan is changed (${of.brandName})`,
      [
        `You have changed from ${of.from} to ${of.to}. Your member number and your months go on.`,
        '',
        ...(bought ? boughtLines(bought, 'en') : [fact('Paid now', 'nothing')]),
        termFact(of, 'en'),
        '',
        button('See your plans', myPlans(to)),
        link('See the fan club', pageFor(to, `/fc/${of.slug}`)),
      ],
    ],
  })

export const changeScheduled = (to: Reader, of: ChangedPlan): Letter =>
  letter(to, {
    ja: [
      `プランの変更を受け付けました（${of.brandName}）`,
      [
        `「${of.from}」は、${letterDate(of.at, 'ja')}に「${of.to}」に変わります。それまでは、これまでどおりご利用いただけます。`,
        '',
        fact('変更後の料金', priceOf(of, 'ja')),
        of.byCard
          ? 'その日から、登録のカードでこの料金をお支払いいただきます。'
          : '期間が終わる10日前にお送りするご案内から、この料金をお支払いください。',
        '',
        'それまでは、下のページで変更を取りやめられます。',
        button('加入中のプランを見る', myPlans(to)),
      ],
    ],
    en: [
      `Your plan will change (${of.brandName})`,
      [
        `${of.from} changes to ${of.to} on ${letterDate(of.at, 'en')}. Until then everything stays as it is.`,
        '',
        fact('The new price', priceOf(of, 'en')),
        of.byCard
          ? 'From that day on your card is charged this price.'
          : 'Please pay this price with the payment code that we send ten days before.',
        '',
        'Until then you can take the change back here:',
        button('See your plans', myPlans(to)),
      ],
    ],
  })

export const changeUndone = (to: Reader, of: ChangedPlan): Letter =>
  letter(to, {
    ja: [
      `プランの変更を取りやめました（${of.brandName}）`,
      [
        `「${of.to}」への変更を取りやめました。${letterDay(of.at, 'ja')}からも「${of.from}」が続きます。`,
        '',
        button('加入中のプランを見る', myPlans(to)),
      ],
    ],
    en: [
      `Your plan stays as it is (${of.brandName})`,
      [
        `The change to ${of.to} is taken back. ${of.from} goes on after ${letterDay(of.at, 'en')}.`,
        '',
        button('See your plans', myPlans(to)),
      ],
    ],
  })

/** One of the plans ends before the day of the change. */
export const changeDropped = (to: Reader, of: ChangedPlan): Letter =>
  letter(to, {
    ja: [
      `プランを変更できなくなりました（${of.brandName}）`,
      [
        `プランが終了することになったため、「${of.from}」から「${of.to}」への変更は行われません。変更のためのお支払いはありません。`,
        '',
        '加入中のプランのこれからは、下のページでご確認いただけます。',
        button('加入中のプランを見る', myPlans(to)),
      ],
    ],
    en: [
      `Your plan cannot be changed (${of.brandName})`,
      [
        `One of the plans is going to end, so ${of.from} is not changed to ${of.to}. Nothing is charged for the change.`,
        '',
        'What becomes of your plan is on this page:',
        button('See your plans', myPlans(to)),
      ],
    ],
  })
