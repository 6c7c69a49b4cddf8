const words = {
  title: '次に見る',
  share: '共有する',
  copy: 'リンクをコピー',
  copied: 'コピーしました',
  join: '入会できるプランを見る',
  month: (month: string, yen: string) => `${month}のバックナンバーへ ${yen}`,
  all: 'コンテンツの一覧へ',
}

export type WayOnWordsText = typeof words
export default words
