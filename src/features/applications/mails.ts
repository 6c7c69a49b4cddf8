import { type Letter, letter, pageFor, type Reader } from '../../kit/letter'

export const applicationReceived = (to: Reader, tenantName: string): Letter =>
  letter(to, {
    ja: [
      `「${tenantName}」の開設申請を受け付けました`,
      [
        `「${tenantName}」の開設申請を受け付けました。審査の結果は、このメールアドレスにお知らせします。`,
        '',
        '申請の状況は、次のページで確認できます。',
        pageFor(to, '/tenants/start'),
      ],
    ],
    en: [
      `We received your application for "${tenantName}"`,
      [
        `We received your application to open "${tenantName}". We will write to this address when it has been reviewed.`,
        '',
        'You can follow it here:',
        pageFor(to, '/tenants/start'),
      ],
    ],
  })

export const applicationApproved = (to: Reader, tenantName: string, tenantId: string): Letter =>
  letter(to, {
    ja: [
      `「${tenantName}」を開設しました`,
      [
        `申請が承認され、「${tenantName}」を開設しました。ブランドのプロフィールと最初のプランを用意しましょう。`,
        '',
        pageFor(to, `/tenants/${tenantId}`),
      ],
    ],
    en: [
      `"${tenantName}" is open`,
      [
        `Your application was approved and "${tenantName}" is open. Start with the brand's profile and a first plan.`,
        '',
        pageFor(to, `/tenants/${tenantId}`),
      ],
    ],
  })

export const applicationRejected = (to: Reader, tenantName: string, message: string): Letter =>
  letter(to, {
    ja: [
      `「${tenantName}」の開設申請について`,
      [
        `「${tenantName}」の開設申請は、承認されませんでした。`,
        '',
        message,
        '',
        '内容を直して、もう一度申請できます。',
        pageFor(to, '/tenants/start'),
      ],
    ],
    en: [
      `About your application for "${tenantName}"`,
      [
        `Your application to open "${tenantName}" was not approved.`,
        '',
        message,
        '',
        'You can correct it and apply again:',
        pageFor(to, '/tenants/start'),
      ],
    ],
  })

export const changesRequested = (to: Reader, tenantName: string, message: string): Letter =>
  letter(to, {
    ja: [
      `「${tenantName}」の申請内容の確認をお願いします`,
      [
        `「${tenantName}」の開設申請について、次の点をご確認ください。30日以内に修正がない場合、申請は無効になります。`,
        '',
        message,
        '',
        pageFor(to, '/tenants/start'),
      ],
    ],
    en: [
      `Please look at your application for "${tenantName}" again`,
      [
        `There is something to correct in your application for "${tenantName}". It lapses if it is not corrected within 30 days.`,
        '',
        message,
        '',
        pageFor(to, '/tenants/start'),
      ],
    ],
  })

export const operatorWrote = (to: Reader, tenantName: string, message: string): Letter =>
  letter(to, {
    ja: [
      `「${tenantName}」の申請に返信があります`,
      ['運営からのメッセージです。', '', message, '', pageFor(to, '/tenants/start')],
    ],
    en: [`A message about "${tenantName}"`, ['The reviewers wrote:', '', message, '', pageFor(to, '/tenants/start')]],
  })
