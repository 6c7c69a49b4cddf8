const words = {
  title: '以前の版',
  lead: '保存するたびに残ります（下書きは10分ごと、最新の30件）。',
  listLabel: '版の一覧',
  me: 'あなた',
  nobody: '—',
  unnamed: '（無題）',
  compared: 'いまの内容との違い',
  legend: '「−」はいまはなく、この版にあるもの。「＋」はこの版のあとに加わったものです。',
  fields: {
    name: 'タイトル',
    description: '紹介文',
    english: '英語の文章',
    text: '本文',
    pictures: '本文のほかの画像',
  },
  added: '追加',
  removed: '削除',
  media: { image: '画像', attachment: 'ファイル', embed: '埋め込み' },
  same: 'いまの内容と同じです。',
  restore: 'この版に戻す',
  restoreText: '戻すと、いまの内容は新しい版として残ります。公開中のコンテンツは、すぐに表示が変わります。',
  unsaved: '保存していない変更があります。保存するか取り消してから、版を戻してください。',
  empty: { title: 'まだ版がありません', text: '保存すると、ここに残ります。' },
}

export default words
export type VersionWordsText = typeof words
