import { type SuspensionReason, suspensionReasonNames } from '#club/tenants/suspension.ts'
import { button, fact, type Letter, letter, pageFor, type Reader } from '#kit/letter.ts'
import { dayText } from '#kit/time.ts'

type ClosingClub = { name: string; closesAt: number; message: string }

/** To a member: nothing more is charged, and what is paid stays. */
export const closingNotice = (
  to: Reader,
  { name, closesAt, message }: ClosingClub,
  when: 'now' | 'week' | 'today',
): Letter => {
  const said = message === '' ? [] : ['', message]
  const ja = { now: '終了のお知らせ', week: '終了まで7日です', today: '本日で終了します' }[when]
  const en = { now: 'is going to close', week: 'closes in 7 days', today: 'closes today' }[when]
  return letter(to, {
    ja: [
      `「${name}」${ja}`,
      [
        `「${name}」は、新しい入会と販売を終了しました。以後の会費は請求されません。お支払い済みの期間は、その終わりまでご利用いただけます。最長で${dayText(closesAt, 'ja')}までです。`,
        ...said,
        '',
        button('加入中のプランを見る', pageFor(to, '/fc/me/plans')),
      ],
    ],
    en: [
      `${name} ${en}`,
      [
        `${name} takes no new members and sells nothing more. You will not be charged again. What you have paid for stays open until its end, ${dayText(closesAt, 'en')} at the latest.`,
        ...said,
        '',
        button('See your plans', pageFor(to, '/fc/me/plans')),
      ],
    ],
  })
}

/** To every owner, also those who did not close it. */
export const closedByOwner = (to: Reader, { name, closesAt }: Omit<ClosingClub, 'message'>): Letter =>
  letter(to, {
    ja: [
      `「${name}」の閉鎖の手続きを始めました`,
      [
        `オーナーの操作により、「${name}」の入会と販売を終了しました。会員は、お支払い済みの期間の終わりまでコンテンツを見られます。最長で${dayText(closesAt, 'ja')}までです。`,
        'ご注文いただいた商品の発送と、売上のお受け取りは、これまでどおり行えます。',
        '',
        button('ファンクラブを開く', pageFor(to, '/tenants')),
      ],
    ],
    en: [
      `${name} is being closed`,
      [
        `An owner has closed ${name}: nobody can join or buy any more. Members keep what they have paid for, until ${dayText(closesAt, 'en')} at the latest.`,
        'Orders can still be sent, and what was earned is paid out as before.',
        '',
        button('Open your clubs', pageFor(to, '/tenants')),
      ],
    ],
  })

/** To every owner: why, what is over, what is left to do, and where to answer. */
export const closedByPlatform = (
  to: Reader,
  { name, closesAt, reason, message }: ClosingClub & { reason: SuspensionReason },
): Letter => {
  const said = message === '' ? [] : [message, '']
  const page = pageFor(to, '/tenants')
  return letter(to, {
    ja: [
      `「${name}」を閉鎖します`,
      [
        `運営の判断により、「${name}」の入会と販売を終了しました。元には戻せません。`,
        '',
        fact('理由', suspensionReasonNames[reason].ja),
        '',
        ...said,
        `会員は、お支払い済みの期間の終わりまでコンテンツを見られます。最長で${dayText(closesAt, 'ja')}までです。会員には、終了することだけをメールでお知らせします。`,
        'ご注文いただいた商品の発送と、売上のお受け取りは、これまでどおり行えます。',
        '',
        'ご返答は、管理画面の「お問い合わせ」にある「運営に質問する」からお送りください。',
        button('ファンクラブを開く', page),
      ],
    ],
    en: [
      `${name} is being closed by the platform`,
      [
        `The platform has closed ${name}: nobody can join or buy any more. This cannot be undone.`,
        '',
        fact('Reason', suspensionReasonNames[reason].en),
        '',
        ...said,
        `Members keep what they have paid for, until ${dayText(closesAt, 'en')} at the latest. They are told by mail that it ends, and not why.`,
        'Orders can still be sent, and what was earned is paid out as before.',
        '',
        'Please answer by “Ask the platform” among the requests of your club.',
        button('Open your clubs', page),
      ],
    ],
  })
}
