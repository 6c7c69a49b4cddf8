import type { MailNewsWordsText } from './words.ja'

const words: MailNewsWordsText = {
  title: 'News of your clubs',
  lead: 'Members get a mail when something new is here, when a live stream starts, when its recording is here, and when a back number is on sale. Mails about payments and orders come in any case.',
  none: 'Once you have joined a plan, you can choose for each fan club.',
  news: {
    of: (brand) => `News of ${brand}`,
    on: (brand) => `News of ${brand} come by mail`,
    off: (brand) => `News of ${brand} no longer come by mail`,
  },
  choices: {
    open: 'Choose by kind',
    of: (brand) => `What ${brand} tells you, and how`,
    kind: 'Kind',
    ways: { mail: 'Mail', push: 'Device' },
    kinds: {
      content: 'New contents',
      live: 'A live begins',
      archive: 'Recordings and back numbers',
      answer: 'Answers to your comments',
      order: 'Parcels sent, pick-up open',
      event: 'The day before an event',
      goods: 'Goods you asked to be told of',
    },
    always: 'The mail always comes',
    one: (brand, kind, way) => `${brand}: ${kind} by ${way}`,
  },
  emailTitle: 'Who sees your e-mail address',
  emailLead:
    'Choose whether the owner and the admins of a club see the address of your account. Where you keep it to yourself they may still look it up for an order, and that is written down.',
  email: {
    of: (brand) => `Show it to ${brand}`,
    on: (brand) => `${brand} sees your e-mail address`,
    off: (brand) => `${brand} no longer sees your e-mail address`,
  },
  stopTitle: 'Stop news by mail',
  stopText: 'The fan club that sent you the mail sends you no more news. Mails about payments and orders still come.',
  stop: 'Stop these mails',
  stopped: (brand) => `${brand} sends you no more news by mail`,
  stoppedText: 'You can turn them on again in your mail settings.',
  settings: 'Mail settings',
  incomplete: 'This link stops nothing',
  incompleteText:
    'Please open the whole link as it stands in the mail. Your mail settings can stop them, too, once you have signed in.',
  tooMany: 'It was sent too often. Please wait a little and try again.',
  failed: 'It did not work. Please try again.',
  refusals: { fanNotFound: 'You have not joined, bought or commented at this fan club yet.' },
}

export default words
