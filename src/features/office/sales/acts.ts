import type { Acts } from '#kit/acts.ts'
import type { sales } from './contract'

export const salesActs: Acts<typeof sales> = {
  exportSales: { ja: '売上を書き出し', en: 'Exported sales' },
}
