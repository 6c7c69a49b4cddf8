import type { Acts } from '#kit/acts.ts'
import type { backNumbers } from './contract'

export const backNumbersActs: Acts<typeof backNumbers> = {
  updateBackNumber: { ja: 'バックナンバーの販売を変更', en: 'Changed the sale of a back number' },
}
