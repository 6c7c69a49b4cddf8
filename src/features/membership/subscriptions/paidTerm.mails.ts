import { button, fact, type Letter, letter, letterDay, link, type Part, pageFor, type Reader } from '#kit/letter.ts'
import { formatYen, type Yen } from '#kit/money.ts'
import type { Instant } from '#kit/time.ts'
import { type Bought, boughtLines, firstItem } from '#money/orders/letter.ts'

/* Mails about a term that has been paid: the first one welcomes. */

const myPlans = (to: Reader) => pageFor(to, '/fc/me/plans')

type PaidTerm = {
  slug: string
  /** 'toCome' where the mail is shown before there is one. */
  memberNumber: number | 'toCome' | null
  paidUntil: Instant
  /** What the card is charged then; null where nothing is charged by itself. */
  next: Yen | null
}

const termFacts = ({ memberNumber, paidUntil, next }: PaidTerm, locale: 'ja' | 'en'): Part[] => {
  const until = letterDay(paidUntil, locale)
  const isKnown = memberNumber !== null && memberNumber !== 'toCome'
  const given = isKnown ? `No. ${String(memberNumber).padStart(5, '0')}` : ''
  const number = memberNumber === 'toCome' ? (locale === 'ja' ? '（新しい番号）' : '(the new number)') : given
  if (locale === 'ja')
    return [
      ...(number === '' ? [] : [fact('会員番号', number)]),
      next === null
        ? fact('ご利用いただける期間', `${until}まで`)
        : fact('次の更新', `${until}に ${formatYen(next)}（税込）`),
    ]
  return [
    ...(number === '' ? [] : [fact('Member number', number)]),
    next === null ? fact('Open until', until) : fact('Renews', `${until}: ${formatYen(next)} (tax included)`),
  ]
}

/** The creator's own words, line by line, below their name. */
const wordsOf = ({ letter: words }: { letter: string }, title: string): Part[] =>
  words === '' ? [] : [title, ...words.split('\n').filter((line) => line.trim() !== ''), '']

/** The first term is paid: somebody has become a member. */
export const welcome = (to: Reader, bought: Bought, of: PaidTerm & { letter: string }): Letter =>
  letter(to, {
    ja: [
      `ようこそ、${bought.brandName}へ`,
      [
        `「${bought.item}」へのご入会ありがとうございます。お支払いを確認しました。今日からコンテンツをご覧いただけます。`,
        '',
        ...wordsOf(of, `${bought.brandName}より`),
        ...termFacts(of, 'ja'),
        '',
        button('ファンクラブを見る', pageFor(to, `/fc/${of.slug}`)),
        link('会員証と加入中のプラン', myPlans(to)),
        link('領収書と注文履歴', pageFor(to, '/fc/me/orders')),
        '',
        ...boughtLines(bought, 'ja'),
      ],
    ],
    en: [
      `Welcome to ${bought.brandName}`,
      [
        `Thank you for joining ${firstItem(bought, 'en')}. Your payment has arrived, and everything is open from today.`,
        '',
        ...wordsOf(of, `From ${bought.brandName}:`),
        ...termFacts(of, 'en'),
        '',
        button('See the fan club', pageFor(to, `/fc/${of.slug}`)),
        link('Your member card and plans', myPlans(to)),
        link('Receipts and orders', pageFor(to, '/fc/me/orders')),
        '',
        ...boughtLines(bought, 'en'),
      ],
    ],
  })

/** A next term is paid. */
export const termPaid = (to: Reader, bought: Bought, of: PaidTerm): Letter =>
  letter(to, {
    ja: [
      `会費のお支払いを確認しました（${bought.brandName}）`,
      [
        'お支払いを確認しました。ありがとうございます。プランはこのまま続きます。',
        '',
        ...boughtLines(bought, 'ja'),
        ...termFacts(of, 'ja'),
        '',
        button('加入中のプランを見る', myPlans(to)),
        link('領収書と注文履歴', pageFor(to, '/fc/me/orders')),
      ],
    ],
    en: [
      `Your membership fee has arrived (${bought.brandName})`,
      [
        'Your payment has arrived. Thank you. Your plan goes on.',
        '',
        ...boughtLines(bought, 'en'),
        ...termFacts(of, 'en'),
        '',
        button('See your plans', myPlans(to)),
        link('Receipts and orders', pageFor(to, '/fc/me/orders')),
      ],
    ],
  })
