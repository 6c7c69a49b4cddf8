const words = {
  title: 'ヘルプ',
  lead: 'ファンクラブを運営する方のための使い方です。',
  search: 'ヘルプを検索',
  list: '記事の一覧',
  nothing: '見つかりませんでした。別の言葉でお試しください。',
  all: 'ヘルプの一覧',
  others: 'ほかの記事',
}

export type HelpWordsText = typeof words
export default words
