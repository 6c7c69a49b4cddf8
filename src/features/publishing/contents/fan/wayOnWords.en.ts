import type { WayOnWordsText } from './wayOnWords.ja'

const words: WayOnWordsText = {
  title: 'What to see next',
  share: 'Share',
  copy: 'Copy the link',
  copied: 'Copied',
  join: 'See plans to join',
  month: (month, yen) => `To the back number of ${month}, ${yen}`,
  all: 'All contents',
}

export default words
