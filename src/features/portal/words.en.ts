import type { PortalWordsText } from './words.ja'

const words: PortalWordsText = {
  home: 'Home',
  groups: { fanclub: 'Fan club', goods: 'Goods', fans: 'Fans' },
  plans: 'Plans',
  contents: 'Contents',
  contentDetail: 'Content',
  newNews: 'Write news',
  newVideo: 'New video',
  unnamedContent: 'Draft without a name',
  profile: 'Profile',
  members: 'Members',
  unnamedPlan: 'Draft without a name',
  chooseBrand: 'Available once a brand is chosen',
  nothingYet: 'Nothing here yet',
  clubs: 'All fan clubs',
  clubHome: 'Club home',
  openClub: 'Open a fan club',
  applications: 'Applications',
  operatorQueue: 'Applications to review',
  newPlan: 'Make a plan',
  fanPage: 'See the fan page',
  help: 'Help',
  terms: 'Terms',
  privacy: 'Privacy',
  archive: 'Archive',
  create: 'New',
  invitation: 'Invitation',
  detail: 'Plan',
  intro: {
    name: 'Tsudoi',
    title: 'A place for fan clubs',
    headline: 'Make a lasting place with your fans.',
    lead: 'Tsudoi is software for running fan clubs: make plans, welcome members and deliver what you promised, all in one place.',
    signIn: 'Sign in',
    points: {
      plans: { title: 'Plans in minutes', text: 'A name and a price are enough. Try it as a draft, then activate it.' },
      fans: {
        title: 'Promises kept',
        text: 'An active price never changes, and a plan never closes before members have had what they paid for.',
      },
      trust: { title: 'Safe for a team', text: 'Roles decide who may do what, and every change is written down.' },
    },
  },
}

export default words
