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
}

export default words
