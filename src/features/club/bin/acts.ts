import type { Acts } from '#kit/acts.ts'
import type { bin } from './contract'

export const binActs: Acts<typeof bin> = {
  moveToBin: { ja: 'ごみ箱に移動', en: 'Moved something to the bin' },
  restoreFromBin: { ja: 'ごみ箱から元に戻す', en: 'Restored something from the bin' },
  deleteFromBin: { ja: 'ごみ箱から完全に削除', en: 'Deleted something for good' },
}
