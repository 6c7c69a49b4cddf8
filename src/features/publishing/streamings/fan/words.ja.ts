const words = {
  starts: (date: string) => `${date}に始まります`,
  countdown: '配信の開始まで',
  days: (n: number) => `${n}日`,
  soon: 'まもなく始まります。このままお待ちください。',
  waitText: 'この画面のまま、時間になると自動で始まります。',
  live: '配信中',
  connecting: '映像につないでいます。',
  signalLost: '配信が中断しています。再開すると、自動で続きが流れます。',
  preparing: '配信は終わりました。アーカイブを準備しています。',
  preparingText: '準備ができると、この画面で見られるようになります。',
  availableAt: (date: string) => `アーカイブは${date}に公開されます。`,
  archive: 'アーカイブ',
  archiveUntil: (date: string) => `${date}まで見られます`,
  ended: 'この配信は終了しました',
  endedText: 'ご視聴ありがとうございました。',
  canceled: 'この配信は中止になりました',
  undated: 'この配信は延期になりました',
  undatedText: '新しい日時は、決まりしだいこの画面に表示します。',
  notices: '配信からのお知らせ',
  elsewhere: 'ほかの機器で再生しています',
  elsewhereText: '同じアカウントで同時に再生できるのは2台までです。ほかの機器で閉じてから、お試しください。',
  playHere: 'この機器で再生する',
  player: '配信の映像',
}

export type FanStreamingWordsText = typeof words
export default words
