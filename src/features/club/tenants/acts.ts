import type { Acts } from '#kit/acts.ts'
import type { tenants } from './contract'

export const tenantsActs: Acts<typeof tenants> = {
  updateTenant: { ja: 'クラブの名前を変更', en: 'Renamed the club' },
  inviteTenantMember: { ja: 'メンバーを招待', en: 'Invited a member' },
  updateTenantMember: { ja: 'メンバーの役割を変更', en: 'Changed a member’s role' },
  removeTenantMember: { ja: 'メンバーを外す', en: 'Removed a member' },
  acceptTenantInvitation: { ja: 'クラブに参加', en: 'Joined the club' },
  declineTenantInvitation: { ja: 'クラブへの招待を辞退', en: 'Declined an invitation to the club' },
}
