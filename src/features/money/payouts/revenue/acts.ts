import type { Acts } from '#kit/acts.ts'
import type { revenue } from './contract'

export const revenueActs: Acts<typeof revenue> = {
  exportStatement: { ja: '支払明細書を書き出し', en: 'Exported a statement' },
  retryPayout: { ja: 'お振り込みをやり直し', en: 'Sent a payout again' },
}
