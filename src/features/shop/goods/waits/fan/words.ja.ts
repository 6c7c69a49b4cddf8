const words = {
  undo: 'お知らせを取り消す',
  undoVariation: (name: string) => `「${name}」のお知らせを取り消す`,
  once: '購入できるようになったとき、一度だけお知らせします。',
  willTell: '購入できるようになったら、お知らせします。',
  failed: '保存できませんでした。もう一度お試しください。',
}

export type GoodsWaitWordsText = typeof words
export default words
