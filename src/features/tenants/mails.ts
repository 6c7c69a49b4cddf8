import type { Role } from '../../kit/contract'
import { type Letter, letter, pageFor, type Reader } from '../../kit/letter'

const roleNames: Record<'ja' | 'en', Record<Role, string>> = {
  ja: {
    owner: 'オーナー',
    admin: '管理者',
    editor: '編集',
    moderator: 'コメント管理',
    shipper: '発送',
    accountant: '経理',
  },
  en: {
    owner: 'owner',
    admin: 'admin',
    editor: 'editor',
    moderator: 'moderator',
    shipper: 'shipper',
    accountant: 'accountant',
  },
}

export const invitation = (to: Reader, tenantName: string, role: Role, secret: string): Letter => {
  const link = pageFor(to, `/tenants/join?invitation=${secret}`)
  return letter(to, {
    ja: [
      `「${tenantName}」に招待されました`,
      [
        `「${tenantName}」の${roleNames.ja[role]}として招待されました。次のページを開き、ログインして参加してください。`,
        '',
        link,
        '',
        '心当たりのない場合は、このメールを破棄してください。',
      ],
    ],
    en: [
      `You are invited to "${tenantName}"`,
      [
        `You are invited to work on "${tenantName}" as ${roleNames.en[role]}. Open this page and sign in to join:`,
        '',
        link,
        '',
        'If you did not expect this, ignore this mail.',
      ],
    ],
  })
}
