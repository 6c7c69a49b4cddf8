import type { FanPlanWordsText } from './words.ja'

const words: FanPlanWordsText = {
  title: 'Plans',
  lead: 'What members get, and what it costs.',
  seePlan: 'See details',
  join: 'Join',
  joinOf: (plan) => `Join ${plan}`,
  mine: 'See my plans',
  joined: 'You are a member',
  refused: 'Payment needs a look',
  back: 'All plans',
  backTo: (brand) => `Plans of ${brand}`,
  renewal: {
    month: 'Renews on the same day every month. Cancel at any time and keep access until the period ends.',
    year: 'Renews on the same day every year. Cancel at any time and keep access until the period ends.',
  },
  archivingAt: (date) => `This plan ends ${date}. Nobody can join any more.`,
  archivedAt: (date) => `This plan ended ${date}.`,
  includes: 'What members get',
  message: 'To our members',
  unknown: 'This plan was not found',
  unknownText: 'It may be closed, or its address may have changed.',
  unknownVisitorText: 'It may be closed, or its address may have changed. Members see it when they sign in.',
  contents: 'What this plan opens',
  opensToday: 'What opens today when you join',
  nothingYet: 'Nothing of this month has been published yet.',
  more: (n) => `and ${n} more`,
  earlier: (least, most) => `Earlier months cost ${least === most ? least : `${least} to ${most}`} each.`,
  seeMonths: 'See the months',
  noContents: 'Published contents will be listed here.',
  empty: 'There is no plan to join yet.',
  emptyText: 'New plans will appear here.',
  priceTitle: 'Price',
  descriptionOf: (name, brand) => `“${name}” by ${brand}: what members get, and what it costs.`,
  plansOf: (brand) => `The plans of ${brand} and what they cost.`,
}

export default words
