import type { FanBrandWordsText } from './words.ja'

const words: FanBrandWordsText = {
  top: 'Top',
  plans: 'Plans',
  events: 'Events',
  contents: 'Contents',
  backNumbers: 'Back numbers',
  goods: 'Goods',
  contact: 'Contact',
  seeAll: 'See all',
  seePlans: 'See plans',
  from: (price) => `See plans, from ${price}`,
  members: (count) => `${count} members`,
  since: (month) => `since ${month}`,
  about: 'About this fan club',
  joined: (plan) => `You have ${plan}`,
  joinedMany: (count) => `You have ${count} plans`,
  waiting: 'Waiting for your payment',
  refused: 'Please check your payment',
  waysToPay: 'Ways to pay',
  card: 'Credit card',
  cardText: 'Visa, Mastercard, JCB, American Express. Renews by itself each month or year.',
  konbini: 'Convenience store',
  konbiniText: 'FamilyMart, Lawson, Ministop, Seicomart. One paid period at a time.',
  legalNotice: 'Legal notice of commerce',
  per: { month: 'month', year: 'year' },
  noPlans: 'There is no plan to join yet.',
  noPlansText: 'New plans will appear here.',
  closing: (date) =>
    `No new members are taken and nothing is sold any more. What has been paid for stays open until its end, ${date} at the latest.`,
  links: 'Links',
  descriptionOf: (name) => `The official fan club of ${name}.`,
  terms: 'Terms',
  privacy: 'Privacy',
  help: 'Help',
}

export default words
