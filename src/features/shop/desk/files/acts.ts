import type { Acts } from '#kit/acts.ts'
import type { orderFiles } from './contract'

export const orderFilesActs: Acts<typeof orderFiles> = {
  exportOrders: { ja: '注文を書き出し', en: 'Exported orders' },
  startTrackingImport: { ja: '追跡番号の取り込みを開始', en: 'Began to import tracking numbers' },
  previewTrackingImport: { ja: '追跡番号の取り込みを確認', en: 'Looked at an import of tracking numbers' },
  applyTrackingImport: { ja: '追跡番号を取り込み', en: 'Imported tracking numbers' },
  undoTrackingImport: { ja: '追跡番号の取り込みを取り消し', en: 'Took an import of tracking numbers back' },
}
