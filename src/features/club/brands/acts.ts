import type { Acts } from '#kit/acts.ts'
import type { brands } from './contract'

export const brandsActs: Acts<typeof brands> = {
  updateBrandProfile: { ja: 'プロフィールを変更', en: 'Changed the profile' },
}
