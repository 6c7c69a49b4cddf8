const words = {
  title: '次に見る',
  share: '共有する',
  copy: 'リンクをコピー',
  copied: 'コピーしました',
  join: '入会できるプランを見る',
  all: 'コンテンツの一覧へ',
}

export type WayOnWordsText = typeof words
export default words
