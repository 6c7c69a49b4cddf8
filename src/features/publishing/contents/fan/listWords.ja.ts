/** The list of all contents. */
const words = {
  title: 'コンテンツ',
  lead: '読みもの、動画、配信の一覧です。',
  contentsOf: (brand: string) => `${brand}のコンテンツの一覧。無料で見られるものもあります。`,
  filters: '絞り込み',
  all: 'すべて',
  free: '無料',
  empty: 'コンテンツは、まだありません。',
  emptyText: '公開されると、ここに並びます。',
  emptyFiltered: 'あてはまるコンテンツはありません。',
  search: 'コンテンツを題名で探す',
  types: 'コンテンツの種類',
  allTypes: 'すべての種類',
  emptyFilteredText: '絞り込みや言葉を変えてお試しください。',
  showAll: 'すべてのコンテンツを見る',
}

export type ContentListWordsText = typeof words
export default words
