const words = {
  undo: 'お知らせを取り消す',
  undoVariation: (name: string) => `「${name}」のお知らせを取り消す`,
  once: '購入できるようになったとき、一度だけお知らせします。',
  willTell: '購入できるようになったら、お知らせします。',
  ended: 'この商品の販売は終わりました。',
  onSaleNow: 'いま購入できます。ページを読み込み直してください。',
  failed: '保存できませんでした。もう一度お試しください。',
}

export type GoodsWaitWordsText = typeof words
export default words
