import type { FansWordsText } from './words.ja'

const words: FansWordsText = {
  myHome: 'Home',
  myPlans: 'My plans',
  myOrders: 'Orders',
  myAddresses: 'Addresses',
  myAccount: 'Account',
  myProfile: 'Name and icon',
  signOut: 'Sign out',
  signIn: 'Sign in',
  signInTitle: 'Please sign in',
  signInText: 'Plans, payments and your name here are shown to you alone, once you have signed in.',
  help: 'Help',
  terms: 'Terms',
  privacy: 'Privacy',
}

export default words
