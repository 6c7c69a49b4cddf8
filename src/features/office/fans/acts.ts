import type { Acts } from '#kit/acts.ts'
import type { staffFans } from './contract'

export const staffFansActs: Acts<typeof staffFans> = {
  updateFan: { ja: 'ファンのラベルとメモを変更', en: 'Changed a fan’s labels and note' },
  labelFans: {
    ...{ ja: 'ファンのラベルを変更', en: 'Changed labels of fans' },
    on: { ja: 'ファンにラベルを追加', en: 'Put a label on fans' },
    off: { ja: 'ファンのラベルを削除', en: 'Took a label off fans' },
  },
  blockFan: {
    ...{ ja: 'ファンのブロックを変更', en: 'Blocked or unblocked a fan' },
    on: { ja: 'ファンをブロック', en: 'Blocked a fan' },
    off: { ja: 'ファンのブロックを解除', en: 'Unblocked a fan' },
  },
  revealFan: { ja: 'ファンのメールアドレスを表示', en: 'Looked at a fan’s e-mail address' },
  grantComplimentaryTerm: { ja: '無料の会員期間を付与', en: 'Gave a free membership' },
  exportFans: { ja: 'ファンを書き出し', en: 'Exported fans' },
}
