import type { Role } from '#kit/contract.ts'
import { button, type Letter, letter, pageFor, type Reader } from '#kit/letter.ts'
import { shortened } from '#kit/shortened.ts'

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

export type Invitation = { role: Role; club: string; inviter: string; secret: string }

/** As it is stored, cut. The address is not verified: a name that a mail program could show as a link is left out. */
const named = (name: string) => (/\S[.:/@]\S/.test(name.normalize('NFKC')) ? '' : shortened(name, 40))

/** Names the club and who invites, and contains nothing else that somebody wrote. */
export const invitation = (to: Reader, { role, secret, ...names }: Invitation): Letter => {
  const link = pageFor(to, `/tenants/join?invitation=${secret}`)
  const [club, inviter] = [named(names.club), named(names.inviter)]
  return letter(to, {
    ja: [
      `${club === '' ? 'ファンクラブ' : `「${club}」`}の運営に招待されました`,
      [
        `${inviter === '' ? '' : `${inviter}さんから、`}${club === '' ? 'ファンクラブ' : `「${club}」`}の運営に、${roleNames.ja[role]}として招待されました。次のページを開き、ログインして、参加するか辞退するかをお選びください。招待は14日間有効です。`,
        '',
        button('招待を開く', link),
        '',
        '心当たりのない場合は、このメールを破棄してください。',
      ],
    ],
    en: [
      club === '' ? 'You are invited to run a fan club' : `You are invited to work for ${club}`,
      [
        `${inviter === '' ? 'You are invited' : `${inviter} invites you`} to work for ${club === '' ? 'a fan club' : club} as ${roleNames.en[role]}. Open this page and sign in to join or to decline. The invitation is good for 14 days.`,
        '',
        button('Open the invitation', link),
        '',
        'If you did not expect this, ignore this mail.',
      ],
    ],
  })
}
