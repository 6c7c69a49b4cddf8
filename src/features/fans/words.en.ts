import type { FansWordsText } from './words.ja'

const words: FansWordsText = {
  myPlans: 'My plans',
  myOrders: 'Orders',
  signOut: 'Sign out',
  signIn: 'Sign in',
  signInTitle: 'Please sign in',
  signInText: 'Plans and payments are shown to you alone, once you have signed in.',
  help: 'Help',
  terms: 'Terms',
  privacy: 'Privacy',
}

export default words
