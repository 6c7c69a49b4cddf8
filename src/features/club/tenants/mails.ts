import type { Role } from '#kit/contract.ts'
import { button, type Letter, letter, pageFor, type Reader } from '#kit/letter.ts'

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

/** The address is not verified, so the mail contains no text by the inviter: the linked page names the club. */
export const invitation = (to: Reader, role: Role, secret: string): Letter => {
  const link = pageFor(to, `/tenants/join?invitation=${secret}`)
  return letter(to, {
    ja: [
      'ファンクラブの運営に招待されました',
      [
        `ファンクラブの運営に、${roleNames.ja[role]}として招待されました。次のページを開き、ログインして参加してください。どのクラブからの招待かも、そのページで確かめられます。`,
        '',
        button('招待を開く', link),
        '',
        '心当たりのない場合は、このメールを破棄してください。',
      ],
    ],
    en: [
      'You are invited to run a fan club',
      [
        `You are invited to work for a fan club as ${roleNames.en[role]}. Open this page to see which one, and sign in to join:`,
        '',
        button('Open the invitation', link),
        '',
        'If you did not expect this, ignore this mail.',
      ],
    ],
  })
}
