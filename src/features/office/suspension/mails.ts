import { type SuspensionReason, suspensionReasonNames } from '#club/tenants/suspension.ts'
import { button, fact, type Letter, letter, pageFor, type Reader } from '#kit/letter.ts'

type Club = { tenantId: string; name: string; message: string }

/** To every owner: what stops, what goes on, and where to answer. */
export const clubSuspended = (
  to: Reader,
  { tenantId, name, reason, message }: Club & { reason: SuspensionReason },
): Letter => {
  const said = message === '' ? [] : [message, '']
  const page = pageFor(to, `/tenants/${tenantId}`)
  return letter(to, {
    ja: [
      `「${name}」を一時停止しました`,
      [
        `運営の判断により、「${name}」の新しい入会と販売、売上のお振り込みを一時停止しました。`,
        '',
        fact('理由', suspensionReasonNames[reason].ja),
        '',
        ...said,
        '会員は、これまでどおりコンテンツを見られ、会費も更新されます。投稿、ご注文いただいた商品の発送、返金は、これまでどおり行えます。売上の残高はそのまま残り、再開したあとにお振り込みします。',
        '',
        'ご返答は、クラブのページの「運営に問い合わせる」からお送りください。',
        button('クラブのページを開く', page),
      ],
    ],
    en: [
      `${name} is suspended`,
      [
        `The platform has suspended ${name}: nobody can join or buy anything new, and nothing is paid out.`,
        '',
        fact('Reason', suspensionReasonNames[reason].en),
        '',
        ...said,
        'Members keep reading, and their fees are renewed. You can publish, send what was ordered and refund as before. What was earned stays in your balance and is paid out once the club goes on.',
        '',
        'Please answer by “Ask the platform” on the page of your club.',
        button('Open your club', page),
      ],
    ],
  })
}

/** To every owner: it sells again, and what waited is paid out with the next payouts. */
export const clubGoesOn = (to: Reader, { tenantId, name, message }: Club): Letter => {
  const said = message === '' ? [] : [message, '']
  const page = pageFor(to, `/tenants/${tenantId}`)
  return letter(to, {
    ja: [
      `「${name}」を再開しました`,
      [
        `「${name}」の一時停止を解除しました。新しい入会と販売は、いますぐ行えます。売上のお振り込みは、次の振込日から再開します。`,
        '',
        ...said,
        button('クラブのページを開く', page),
      ],
    ],
    en: [
      `${name} goes on`,
      [
        `${name} is no longer suspended. Fans can join and buy again from now on, and what was earned is paid out with the next payouts.`,
        '',
        ...said,
        button('Open your club', page),
      ],
    ],
  })
}
