import type { Role } from '../../kit/contract'

type Locale = 'ja' | 'en'
type Letter = { subject: string; text: string }
const letter = (locale: Locale, ja: [string, string[]], en: [string, string[]]): Letter => {
  const [subject, lines] = locale === 'en' ? en : ja
  return { subject, text: `${lines.join('\n')}\n\n— ${locale === 'en' ? 'Tsudoi' : '集い'}\n` }
}
/** English pages stand under /en; a mail leads to the reader's language. */
const page = (origin: string, locale: Locale, path: string) => `${origin}${locale === 'en' ? '/en' : ''}${path}`

type To = { origin: string; locale: Locale }

export const applicationReceived = ({ origin, locale }: To, tenantName: string): Letter =>
  letter(
    locale,
    [
      `「${tenantName}」の開設申請を受け付けました`,
      [
        `「${tenantName}」の開設申請を受け付けました。審査の結果は、このメールアドレスにお知らせします。`,
        '',
        '申請の状況は、次のページで確認できます。',
        page(origin, locale, '/tenants/start'),
      ],
    ],
    [
      `We received your application for "${tenantName}"`,
      [
        `We received your application to open "${tenantName}". We will write to this address when it has been reviewed.`,
        '',
        'You can follow it here:',
        page(origin, locale, '/tenants/start'),
      ],
    ],
  )

export const applicationApproved = ({ origin, locale }: To, tenantName: string, tenantId: string): Letter =>
  letter(
    locale,
    [
      `「${tenantName}」を開設しました`,
      [
        `申請が承認され、「${tenantName}」を開設しました。ブランドのプロフィールと最初のプランを用意しましょう。`,
        '',
        page(origin, locale, `/tenants/${tenantId}`),
      ],
    ],
    [
      `"${tenantName}" is open`,
      [
        `Your application was approved and "${tenantName}" is open. Start with the brand's profile and a first plan.`,
        '',
        page(origin, locale, `/tenants/${tenantId}`),
      ],
    ],
  )

export const applicationRejected = ({ origin, locale }: To, tenantName: string, message: string): Letter =>
  letter(
    locale,
    [
      `「${tenantName}」の開設申請について`,
      [
        `「${tenantName}」の開設申請は、承認されませんでした。`,
        '',
        message,
        '',
        '内容を直して、もう一度申請できます。',
        page(origin, locale, '/tenants/start'),
      ],
    ],
    [
      `About your application for "${tenantName}"`,
      [
        `Your application to open "${tenantName}" was not approved.`,
        '',
        message,
        '',
        'You can correct it and apply again:',
        page(origin, locale, '/tenants/start'),
      ],
    ],
  )

export const changesRequested = ({ origin, locale }: To, tenantName: string, message: string): Letter =>
  letter(
    locale,
    [
      `「${tenantName}」の申請内容の確認をお願いします`,
      [
        `「${tenantName}」の開設申請について、次の点をご確認ください。30日以内に修正がない場合、申請は無効になります。`,
        '',
        message,
        '',
        page(origin, locale, '/tenants/start'),
      ],
    ],
    [
      `Please look at your application for "${tenantName}" again`,
      [
        `There is something to correct in your application for "${tenantName}". It lapses if it is not corrected within 30 days.`,
        '',
        message,
        '',
        page(origin, locale, '/tenants/start'),
      ],
    ],
  )

export const operatorWrote = ({ origin, locale }: To, tenantName: string, message: string): Letter =>
  letter(
    locale,
    [
      `「${tenantName}」の申請に返信があります`,
      ['運営からのメッセージです。', '', message, '', page(origin, locale, '/tenants/start')],
    ],
    [
      `A message about "${tenantName}"`,
      ['The reviewers wrote:', '', message, '', page(origin, locale, '/tenants/start')],
    ],
  )

const roleNames: Record<Locale, Record<Role, string>> = {
  ja: { owner: 'オーナー', admin: '管理者', editor: '編集', moderator: 'コメント管理', shipper: '発送', accountant: '経理' },
  en: { owner: 'owner', admin: 'admin', editor: 'editor', moderator: 'moderator', shipper: 'shipper', accountant: 'accountant' },
}

export const invitation = ({ origin, locale }: To, tenantName: string, role: Role, secret: string): Letter => {
  const link = page(origin, locale, `/tenants?invitation=${secret}`)
  return letter(
    locale,
    [
      `「${tenantName}」に招待されました`,
      [
        `「${tenantName}」の${roleNames.ja[role]}として招待されました。次のページを開き、ログインして参加してください。`,
        '',
        link,
        '',
        '心当たりのない場合は、このメールを破棄してください。',
      ],
    ],
    [
      `You are invited to "${tenantName}"`,
      [
        `You are invited to work on "${tenantName}" as ${roleNames.en[role]}. Open this page and sign in to join:`,
        '',
        link,
        '',
        'If you did not expect this, ignore this mail.',
      ],
    ],
  )
}
