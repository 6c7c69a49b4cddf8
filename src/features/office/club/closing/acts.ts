import type { Acts } from '#kit/acts.ts'
import type { closing } from './contract'

export const closingActs: Acts<typeof closing> = {
  createBrand: { ja: 'ブランドを追加', en: 'Opened a brand' },
  closeBrand: { ja: 'ブランドを閉鎖', en: 'Closed a brand' },
  closeTenant: { ja: 'クラブを閉鎖', en: 'Closed the club' },
  closeTenantAsOperator: { ja: 'クラブを閉鎖（運営）', en: 'Closed the club for the platform' },
}
