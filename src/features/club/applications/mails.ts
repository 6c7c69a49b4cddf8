import { button, type Letter, letter, pageFor, type Reader } from '#kit/letter.ts'

/*
 * The recipients' addresses may be unverified, so a mail contains no text that an applicant or an operator wrote: it
 * only links to the page, which shows the text after signing in.
 */
const status = '/tenants/start'

export const applicationReceived = (to: Reader): Letter =>
  letter(to, {
    ja: [
      'ファンクラブの開設申請を受け付けました',
      [
        'ファンクラブの開設申請を受け付けました。審査の結果は、このメールアドレスにお知らせします。',
        '',
        '申請の状況は、次のページで確認できます。',
        button('申請の状況を見る', pageFor(to, status)),
        '',
        '心当たりのない場合は、このメールを破棄してください。',
      ],
    ],
    en: [
      'We received your application for a fan club',
      [
        'We received your application to open a fan club. We will write to this address when it has been reviewed.',
        '',
        'You can follow it here:',
        button('See your application', pageFor(to, status)),
        '',
        'If you did not expect this, ignore this mail.',
      ],
    ],
  })

/** `tenantId`: 'toCome' where the mail is shown before there is a club. */
export const applicationApproved = (to: Reader, tenantId: string): Letter => {
  const idToCome = to.locale === 'ja' ? '（新しいクラブのID）' : '(the id of the new club)'
  const club = pageFor(to, `/tenants/${tenantId === 'toCome' ? idToCome : tenantId}`)
  return letter(to, {
    ja: [
      'ファンクラブを開設しました',
      [
        '申請が承認され、ファンクラブを開設しました。ブランドのプロフィールと最初のプランを用意しましょう。',
        '',
        button('ファンクラブを開く', club),
      ],
    ],
    en: [
      'Your fan club is open',
      [
        "Your application was approved and your fan club is open. Start with the brand's profile and a first plan.",
        '',
        button('Open your club', club),
      ],
    ],
  })
}

export const applicationRejected = (to: Reader): Letter =>
  letter(to, {
    ja: [
      'ファンクラブの開設申請について',
      [
        '開設申請は、承認されませんでした。理由は次のページで確認できます。内容を直して、もう一度申請できます。',
        '',
        button('申請の状況を見る', pageFor(to, status)),
      ],
    ],
    en: [
      'About your application for a fan club',
      [
        'Your application was not approved. The page below says why; you can correct it and apply again.',
        '',
        button('See your application', pageFor(to, status)),
      ],
    ],
  })

export const changesRequested = (to: Reader): Letter =>
  letter(to, {
    ja: [
      '開設申請の内容の確認をお願いします',
      [
        '開設申請について、ご確認いただきたい点があります。30日以内に修正がない場合、申請は無効になります。',
        '',
        '確認する点は、次のページにあります。',
        button('申請の状況を見る', pageFor(to, status)),
      ],
    ],
    en: [
      'Please look at your application again',
      [
        'There is something to correct in your application. It lapses if it is not corrected within 30 days.',
        '',
        'What to correct stands on this page:',
        button('See your application', pageFor(to, status)),
      ],
    ],
  })

export const operatorWrote = (to: Reader): Letter =>
  letter(to, {
    ja: [
      '開設申請に返信があります',
      ['運営からメッセージがあります。次のページで読めます。', '', button('申請の状況を見る', pageFor(to, status))],
    ],
    en: [
      'A message about your application',
      ['The reviewers wrote to you. Read it here:', '', button('See your application', pageFor(to, status))],
    ],
  })
