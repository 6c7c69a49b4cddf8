import { button, fact, type Letter, letter, letterMonth, pageFor, type Reader } from '#kit/letter.ts'
import { dayText, type Instant } from '#kit/time.ts'
import { monthParts } from '../../ledger/ledger'
import type { ReturnReason } from '../revenue/payout'

type AccountChange = { tenantId: string; brandId: string; brandName: string }
const page = (to: Reader, { tenantId, brandId }: AccountChange) =>
  pageFor(to, `/tenants/${tenantId}/brands/${brandId}/bankAccount`)

/** Sent to every owner, so that no payout account is changed unnoticed. Contains only the last digits of the number. */
export const accountChanged = (to: Reader, of: AccountChange & { account: string }): Letter =>
  letter(to, {
    ja: [
      `振込先の口座が変更されました（${of.brandName}）`,
      [
        `${of.brandName}の振込先の口座が変更されました。`,
        '',
        fact('新しい口座', of.account),
        '',
        '安全のため、変更から48時間はこの口座への振り込みを行いません。心当たりのない場合は、すぐに次のページで確かめ、運営にご連絡ください。',
        button('振込先の口座を開く', page(to, of)),
      ],
    ],
    en: [
      `The bank account was changed (${of.brandName})`,
      [
        `The account that ${of.brandName} is paid to was changed.`,
        '',
        fact('New account', of.account),
        '',
        'To be safe, nothing is transferred to it for 48 hours. If you do not know of this change, please look at this page at once and tell us:',
        button('Open the bank account', page(to, of)),
      ],
    ],
  })

export const identityDecided = (
  to: Reader,
  { isVerified, reason }: { isVerified: boolean; reason: string },
): Letter => {
  const clubs = pageFor(to, '/tenants')
  return letter(to, {
    ja: isVerified
      ? [
          '本人確認が完了しました',
          ['本人確認が完了しました。売上のお振り込みが始められます。', '', button('ファンクラブを開く', clubs)],
        ]
      : [
          '本人確認の書類をもう一度お送りください',
          [
            'お送りいただいた書類では、本人確認ができませんでした。',
            '',
            fact('理由', reason),
            '',
            '振込先口座のページから、もう一度お送りください。',
            button('ファンクラブを開く', clubs),
          ],
        ],
    en: isVerified
      ? [
          'Your identity has been verified',
          ['Your identity has been verified. Payouts can begin.', '', button('Open your clubs', clubs)],
        ]
      : [
          'Please send your documents once more',
          [
            'We could not verify your identity with the documents that you sent.',
            '',
            fact('Reason', reason),
            '',
            'Please send them once more on the page of the bank account.',
            button('Open your clubs', clubs),
          ],
        ],
  })
}

export const payoutSentMail = (
  to: Reader,
  of: AccountChange & { amount: string; at: Instant; account: string },
): Letter =>
  letter(to, {
    ja: [
      `売上のお振り込みのお知らせ（${of.brandName}）`,
      [
        `${dayText(of.at, 'ja')}に、${of.account}へ${of.amount}をお振り込みします。`,
        '',
        button('振込先の口座を開く', page(to, of)),
      ],
    ],
    en: [
      `Your payout is on its way (${of.brandName})`,
      [
        `${of.amount} will be transferred to ${of.account} on ${dayText(of.at, 'en')}.`,
        '',
        button('Open the bank account', page(to, of)),
      ],
    ],
  })

const returnReasons: Record<'ja' | 'en', Record<ReturnReason, string>> = {
  ja: {
    nameMismatch: '口座名義が違います。',
    accountClosed: '口座がありません。',
    wrongType: '預金の種類が違います。',
    other: 'その他',
  },
  en: {
    nameMismatch: 'The holder’s name does not match.',
    accountClosed: 'The account does not exist.',
    wrongType: 'The type of the account is wrong.',
    other: 'Other.',
  },
}

/** `note`: what the bank said besides; '' if nothing. */
type ReturnedPayout = AccountChange & { amount: string; reason: ReturnReason; note: string; fee: string }

export const payoutReturnedMail = (to: Reader, of: ReturnedPayout): Letter => {
  const reason = [returnReasons[to.locale][of.reason], of.note].filter((text) => text !== '').join(' ')
  return letter(to, {
    ja: [
      `お振り込みができませんでした（${of.brandName}）`,
      [
        `${of.amount}のお振り込みが、銀行から戻されました。`,
        fact('理由', reason),
        `戻された金額は残高に戻り、組戻しの手数料${of.fee}が引かれます。`,
        '',
        '次のページで口座を直すと、もう一度お振り込みできます。',
        button('振込先の口座を開く', page(to, of)),
      ],
    ],
    en: [
      `A payout came back (${of.brandName})`,
      [
        `The bank sent ${of.amount} back.`,
        fact('Reason', reason),
        `The amount is back in your balance, less the fee for the return of ${of.fee}.`,
        '',
        'Once the account is mended on this page, it can be transferred again:',
        button('Open the bank account', page(to, of)),
      ],
    ],
  })
}

type Correction = AccountChange & { month: string; countsIn: string; amount: string; reason: string }
export const statementCorrected = (to: Reader, of: Correction): Letter => {
  const address = pageFor(to, `/tenants/${of.tenantId}/brands/${of.brandId}/revenue/${of.countsIn}`)
  const monthOf = (month: string) => letterMonth(monthParts(month), to.locale)
  const [month, countsIn] = [monthOf(of.month), monthOf(of.countsIn)]
  return letter(to, {
    ja: [
      `収益の訂正のお知らせ（${of.brandName}）`,
      [
        `${month}分の収益に誤りがありました。確定した明細は変わらず、${countsIn}分に「調整」として${of.amount}を計上しました。`,
        fact('理由', of.reason),
        '',
        button('明細を開く', address),
      ],
    ],
    en: [
      `Your revenue was corrected (${of.brandName})`,
      [
        `There was a mistake in the revenue of ${month}. Its statement stays as it is: ${of.amount} was entered as an adjustment of ${countsIn}.`,
        fact('Reason', of.reason),
        '',
        button('Open the statement', address),
      ],
    ],
  })
}
