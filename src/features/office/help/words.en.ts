import type { HelpWordsText } from './words.ja'

const words: HelpWordsText = {
  title: 'Help',
  lead: 'How to run a fan club.',
  search: 'Search the help',
  list: 'Articles',
  nothing: 'Nothing was found. Try other words.',
  all: 'All articles',
  others: 'More articles',
}

export default words
