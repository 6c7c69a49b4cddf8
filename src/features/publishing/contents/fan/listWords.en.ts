import type { ContentListWordsText } from './listWords.ja'

const words: ContentListWordsText = {
  title: 'Contents',
  lead: 'Letters, videos and live streams.',
  contentsOf: (brand) => `The contents of ${brand}. Some of them are free.`,
  filters: 'Filter',
  all: 'All',
  free: 'Free',
  empty: 'There are no contents yet.',
  emptyText: 'What is published will appear here.',
  emptyFiltered: 'No content fits.',
  search: 'Search contents by title',
  types: 'Type of content',
  allTypes: 'All types',
  emptyFilteredText: 'Try another filter or another word.',
  showAll: 'Show all contents',
}

export default words
