import type { Acts } from '#kit/acts.ts'
import type { revenue } from './contract'

export const revenueActs: Acts<typeof revenue> = {
  exportStatement: { ja: '支払明細書を書き出し', en: 'Exported a statement' },
  exportLedger: { ja: '台帳を書き出し', en: 'Exported the ledger' },
  exportJournal: { ja: '仕訳を書き出し', en: 'Exported journals' },
  retryPayout: { ja: 'お振り込みをやり直し', en: 'Sent a payout again' },
}
