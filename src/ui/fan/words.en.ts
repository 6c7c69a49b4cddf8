import type { FanWordsText } from './words.ja'

const words: FanWordsText = {
  site: 'Tsudoi',
  login: 'Log in',
  myHome: 'My page',
  cart: 'Cart',
  sections: 'Pages of this fan club',
  per: (interval) => (interval === 'month' ? '/ month (tax included)' : '/ year (tax included)'),
  otherLanguage: '日本語',
}

export default words
