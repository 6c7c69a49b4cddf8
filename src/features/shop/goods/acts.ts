import type { Acts } from '#kit/acts.ts'
import type { goods } from './contract'

export const goodsActs: Acts<typeof goods> = {
  createGoods: { ja: 'グッズを追加', en: 'Added goods' },
  updateGoods: { ja: 'グッズを変更', en: 'Changed goods' },
  setGoodsVisibility: { ja: 'グッズの表示を変更', en: 'Changed who sees goods' },
  adjustStock: { ja: '在庫を調整', en: 'Adjusted stock' },
  duplicateGoods: { ja: 'グッズを複製', en: 'Duplicated goods' },
}
