import type { BinKind } from './bin'

const words = {
  title: 'ごみ箱',
  lead: '削除したものは、30日間は元に戻せます。そのあと、ファイルも含めて完全に削除されます。',
  link: 'ごみ箱',
  tableLabel: 'ごみ箱の一覧',
  all: 'すべて',
  kinds: { content: 'コンテンツ', plan: 'プラン', goods: 'グッズ', event: 'イベント' } satisfies Record<
    BinKind,
    string
  >,
  unnamed: '（無題）',
  columns: { name: '削除したもの', by: '削除した人', deletedAt: '削除した日', goneAt: '戻せる期限' },
  me: 'あなた',
  nobody: '—',
  until: (date: string) => `${date}まで`,
  left: (days: number) => (days > 0 ? `あと${days}日` : 'きょうまで'),
  restore: '元に戻す',
  restoreOf: (name: string) => `「${name}」を元に戻す`,
  restoreText: '削除する前と同じ公開の状態に戻ります。',
  restoredPublic: '削除する前と同じく、公開されています。',
  restoredAs: {
    content: '下書きに戻りました。公開するときは、あらためて公開してください。',
    plan: '下書きに戻りました。',
    goods: '非公開に戻りました。販売するときは、あらためて公開してください。',
    event: '下書きに戻りました。告知するときは、あらためて公開してください。',
  } satisfies Record<BinKind, string>,
  restoreTitle: (name: string) => `「${name}」を元に戻しますか`,
  restored: (name: string) => `「${name}」を元に戻しました`,
  restoredMany: (n: number) => `${n}件を元に戻しました`,
  open: '開く',
  remove: '完全に削除',
  removeTitle: (name: string) => `「${name}」を完全に削除しますか`,
  removeText: 'ファイルも含めて削除され、元に戻せません。',
  removed: '完全に削除しました',
  undo: '元に戻す',
  moveTitle: (name: string) => `「${name}」を削除しますか`,
  moveText: 'ごみ箱に移動します。30日のあいだは元に戻せ、そのあと完全に削除されます。',
  move: '削除する',
  moved: (name: string) => `「${name}」をごみ箱に移動しました`,
  empty: {
    title: 'ごみ箱は空です',
    text: 'コンテンツ、下書きのプラン、グッズ、イベントを削除すると、30日のあいだここに残ります。',
  },
  filtered: { title: 'この種類のものはありません', text: 'ほかの種類のタブもご覧ください。' },
  refusals: {
    binnedNotFound: 'ごみ箱にありません。ほかの人が先に戻したか、完全に削除されました。',
    stillInUse: '使われているため、完全には削除できません。元に戻してください。',
    goodsOrdered: '注文のあるグッズは削除できません。販売をやめるときは、非公開にしてください。',
    eventHasGoods: 'グッズのあるイベントは削除できません。',
    eventHasStreaming: '配信のあるイベントは削除できません。',
    planNotDraft: '公開したプランは削除できません。やめるときは、アーカイブしてください。',
    planNotFound: 'プランが見つかりません。',
    goodsNotFound: 'グッズが見つかりません。',
    eventNotFound: 'イベントが見つかりません。',
    conflict: 'ほかの人が先に変更しました。読み込み直してから、もう一度お試しください。',
  },
}

export default words
export type BinWordsText = typeof words
