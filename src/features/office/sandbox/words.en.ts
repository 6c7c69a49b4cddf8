import type { SandboxWordsText } from './words.ja'

const words: SandboxWordsText = {
  toPortal: '← Back to Tsudoi',
  title: 'Demo outbox',
  lead: 'In the demo no mail leaves the house. It arrives here instead.',
  to: 'To',
  from: 'From',
  at: 'Sent',
  asMail: 'As a mail',
  asText: 'Text only',
  shown: (subject) => `The mail: ${subject}`,
  search: 'Search by recipient',
  searchButton: 'Search',
  list: 'Mails',
  none: 'No mail yet',
  noneText: 'Apply for a club or invite somebody, and the mails they would get are listed here.',
  noneFound: 'No mail to this recipient',
  noneFoundText: 'A part of the address is enough.',
  choose: 'Choose a mail to read it here.',
  notFound: 'This mail was not found.',
  back: 'Back to the list',
  tour: {
    title: 'A walk through the demo club',
    lead: 'Step by step, as a fan, as a creator and as the operator. The password is always tsudoi-demo. Sign out first if you are signed in as somebody else.',
    signIn: 'Sign in',
    signInAs: (email) => `Sign in (${email})`,
    email: 'Email address',
    walks: {
      fan: {
        title: 'As a fan',
        lead: 'Have a look at the size of a phone, too.',
        stops: {
          page: { title: 'Open the fan page', text: 'Whose club it is, what it costs, when the next live is.' },
          join: { title: 'Join a plan', text: 'Pay with the demo card, and the member card is there at once.' },
          read: { title: 'Read what members read', text: 'What stays closed says how it opens.' },
          buy: { title: 'Buy goods', text: 'Choose a convenience store, and a screen stands in for its till.' },
          mine: { title: 'See your own home', text: 'Your clubs, your orders, your next payments.' },
          mail: { title: 'Read the mails', text: 'All mails of the demo arrive here.' },
        },
      },
      creator: {
        title: 'As a creator',
        lead: 'How the other side sees what the fan has done.',
        stops: {
          home: { title: 'Open the brand’s home', text: 'What is to be done, what is coming, what fans did.' },
          write: { title: 'Write a post', text: 'Saved as you write, and seen as each reader will before it is out.' },
          plans: { title: 'Look at the plans', text: 'Beside each price stand what you receive and every fee.' },
          members: { title: 'Look at the members', text: 'By the state of their payments.' },
          orders: { title: 'Send orders', text: 'Make labels for many, and read the mails before they leave.' },
          revenue: { title: 'Check the revenue', text: 'Every figure leads down to the rows that it is made of.' },
        },
      },
      operator: {
        title: 'As the operator',
        lead: 'Who welcomes clubs, and looks after the money.',
        stops: {
          desk: { title: 'Open the operator’s home', text: 'What has a deadline comes first.' },
          applications: {
            title: 'Review an application',
            text: 'Approve, ask for changes, decline: each with its mail.',
          },
          payouts: { title: 'Prepare payouts', text: 'Statements by month, and the bank’s file.' },
          balance: { title: 'Compare the books', text: 'The provider’s balance beside our ledger.' },
        },
      },
    },
  },
}

export default words
