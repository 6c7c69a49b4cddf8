import type { WayOnWordsText } from './wayOnWords.ja'

const words: WayOnWordsText = {
  title: 'What to see next',
  share: 'Share',
  copy: 'Copy the link',
  copied: 'Copied',
  join: 'See plans to join',
  all: 'All contents',
}

export default words
