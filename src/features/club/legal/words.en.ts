import type { LegalWordsText } from './words.ja'

const words: LegalWordsText = {
  others: 'See also',
  toOthers: 'For fans',
  // The articles are a room of their own (office/help).
  help: { title: 'Help', lead: 'How to run a fan club.', sections: [] },
  terms: {
    title: 'Terms of service',
    lead: 'Version 2026-11. For trying out this demo; whoever runs the service for real puts their own terms here.',
    sections: [
      {
        title: '1. These terms',
        text: [
          'They are agreed between you, who run a fan club with Tsudoi (“the service”), and whoever operates the service.',
        ],
      },
      {
        title: '2. Applying and opening',
        text: [
          'Please apply with correct details. The operator checks them and opens the club on approval.',
          'An application lapses if a request for changes is not answered within 30 days.',
        ],
      },
      {
        title: '3. Your promise to members',
        text: [
          'The price and the interval of an active plan cannot change. To end a plan, schedule it at least 30 days before, and deliver what you promised until the end of what members have paid for.',
        ],
      },
      {
        title: '4. Fees and payouts',
        text: ['Fees and the times of payouts follow the conditions that you are told when the club opens.'],
      },
      {
        title: '5. What is not allowed',
        text: [
          'Breaking the law, violating the rights of others, posing as somebody else, and disturbing the service.',
        ],
      },
      {
        title: '6. Suspension and end',
        text: [
          'The operator may suspend a club that breaks these terms after telling you so; in urgent cases you are told afterwards.',
        ],
      },
      {
        title: '7. Changes of these terms',
        text: ['You are told about a new version, and from when it applies, beforehand.'],
      },
    ],
  },
  privacy: {
    title: 'Privacy policy',
    lead: 'What is kept about you, and what for. Whoever runs the service for real puts their own policy here.',
    sections: [
      {
        title: 'What is kept',
        text: [
          'The name, e-mail address and picture of your account; the name, address and phone number of an application; the plans and pictures that you make; and a record of changes.',
        ],
      },
      {
        title: 'What for',
        text: [
          'To check who signs in, to review applications, to run fan clubs, to answer you and to prevent abuse. For nothing else.',
        ],
      },
      {
        title: 'What is public',
        text: [
          'Everybody can see the profile of a brand and its active plans. Name, address and phone number of an application are never public.',
        ],
      },
      {
        title: 'Other parties',
        text: [
          'Nothing is handed on without your consent unless the law demands it. Sign-in, payments and mail are done by providers as far as they need to know.',
        ],
      },
      { title: 'Cookies', text: ['They keep you signed in, and remember your colours for one year.'] },
      {
        title: 'Access, correction, removal',
        text: ['Please write to the operator from the e-mail address of your account.'],
      },
    ],
  },
}

export default words
