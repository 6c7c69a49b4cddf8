import type { FanWordsText } from './words.ja'

const words: FanWordsText = {
  site: 'Tsudoi',
  skip: 'Skip to content',
  menu: 'Menu',
  login: 'Log in',
  myPlans: 'My plans',
  orders: 'Orders',
  cart: 'Cart',
  terms: 'Terms of service',
  privacy: 'Privacy',
  help: 'Help',
  sections: 'Pages of this fan club',
  per: (interval) => (interval === 'month' ? '/ month (tax included)' : '/ year (tax included)'),
  join: 'Join',
  joined: 'You are a member',
  waiting: 'Waiting for payment',
  otherLanguage: '日本語',
}

export default words
