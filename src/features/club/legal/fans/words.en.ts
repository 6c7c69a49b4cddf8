import type { LegalWordsText } from '../words.ja'

const words: LegalWordsText = {
  others: 'See also',
  toOthers: 'For people who run a fan club',
  help: {
    title: 'Help for fans',
    lead: 'Joining, paying, contents, goods and your account: what is often asked.',
    sections: [
      {
        title: 'Joining',
        text: [
          'Choose a plan under “Plans” on the page of a fan club. See its price, how often it renews and when it begins, then pay by card or at a convenience store.',
          'You are a member from the day on which the payment is confirmed. Your number is on the member card under “My plans”.',
        ],
      },
      {
        title: 'Paying by card',
        text: [
          'You enter the card on the payment provider’s page. Neither Tsudoi nor the club ever receives its number.',
          'It is charged by itself on each day of renewal. The next day and amount stand under “Renewals and payments” on your home.',
        ],
      },
      {
        title: 'Paying at a convenience store',
        text: [
          'After applying you enter your name, e-mail address and phone number, and get a payment code. Please pay by the deadline at one of the stores that are shown.',
          'You get a new code for each renewal. After the deadline the application is cancelled or the plan ends. Paying at a store costs a fee.',
        ],
      },
      {
        title: 'Changing the card',
        text: [
          'Choose “Change the card” under “My plans”. The new card is used for all that you pay from then on.',
          'The same helps when a card was refused: the payment is tried again at once.',
        ],
      },
      {
        title: 'Leaving',
        text: [
          'You can leave at any time by “Leave the plan” under “My plans”, and keep everything until the end of what you have paid for.',
          'The days that remain are not refunded. Until the last day you can change your mind.',
        ],
      },
      {
        title: 'Back numbers',
        text: [
          'Contents of months before you joined can be bought month by month. Those of months in which you were a member are partly yours already.',
          'In some clubs a month that you have bought opens only while you are a member. The page says so before you buy.',
        ],
      },
      {
        title: 'Orders and shipping',
        text: [
          'Where an order is stands under “Orders”. When it leaves, a mail tells you the carrier and the tracking number.',
          'To change the address before it is packed, please write to the club by its “Contact” page.',
          'Files that you have bought are downloaded from the order’s page, a limited number of times.',
        ],
      },
      {
        title: 'Pick-up codes',
        text: [
          'Show the code on the order’s page at the pick-up desk of the venue. Place and time stand beside it.',
          'If the code cannot be read, tell them the order number.',
        ],
      },
      {
        title: 'Lives',
        text: [
          'What is planned stands on the club’s page and on your home. The live begins on that same page.',
          'If the picture stops, load the page again. One account can watch on two devices at a time.',
        ],
      },
      {
        title: 'Comments',
        text: [
          'Many contents that you can read take comments. You can change yours for 24 hours and remove it at any time.',
          'Some are published after the club has looked at them. Please report what should not be there.',
        ],
      },
      {
        title: 'Mails',
        text: [
          'Under “Account” you can stop the news of each club, and by the link at the end of each mail as well.',
          'Mails about payments, shipping and leaving cannot be stopped.',
        ],
      },
      {
        title: 'Deleting your account',
        text: [
          'Choose “Delete my account” under “Account”. Your plans end at once.',
          'Your name, addresses, e-mail address and comments are removed. Records of payments stay, without you, for as long as the law asks.',
        ],
      },
      {
        title: 'Other questions',
        text: [
          'About contents, goods and shipping please ask the club by the “Contact” page of its site. It answers by mail.',
        ],
      },
    ],
  },
  terms: {
    title: 'Terms for fans',
    lead: 'Version 2026-11. For trying out this demo; whoever runs the service for real puts their own terms here.',
    sections: [
      {
        title: '1. These terms',
        text: [
          'They are agreed between you, who join fan clubs and use their contents and goods with Tsudoi (“the service”), and whoever operates the service.',
          'Plans and goods are sold by each fan club. Its legal notice and what is shown before you pay say on which terms.',
        ],
      },
      {
        title: '2. Your account',
        text: [
          'It is for you alone; it cannot be lent or given away.',
          'If you are under age, please ask your parents or guardians first.',
        ],
      },
      {
        title: '3. Paying and renewing',
        text: [
          'Price, interval and fees are shown before you pay. The price of a plan that you have joined does not change.',
          'Plans paid by card renew by themselves until you leave. If a payment is not confirmed, the plan ends after its deadline.',
        ],
      },
      {
        title: '4. Leaving and refunds',
        text: [
          'You can leave at any time and keep everything until the end of what you have paid for; the days that remain are not refunded.',
          'If goods do not arrive or are broken, please write to the club by its “Contact” page.',
        ],
      },
      {
        title: '5. Using contents',
        text: [
          'Contents are for your own enjoyment. They may not be recorded, published, passed on or sold.',
          'For how long you can use them is shown with each plan and each month.',
        ],
      },
      {
        title: '6. What is not allowed',
        text: [
          'Breaking the law or the rights of others, harassing, discriminating or pretending to be somebody else, buying in order to resell, or disturbing the service.',
        ],
      },
      {
        title: '7. Suspension',
        text: [
          'Whoever breaks section 6 may be kept from commenting and buying by the club, or lose the account. What happens to what was paid is said then.',
        ],
      },
      {
        title: '8. When a club or a plan ends',
        text: ['You are told beforehand by mail and on its pages, and can use what you have paid for until its end.'],
      },
      { title: '9. Changes', text: ['A new version is announced beforehand with the day from which it holds.'] },
    ],
  },
  privacy: {
    title: 'Privacy policy for fans',
    lead: 'What is kept of you and what for. Whoever runs the service for real puts their own policy here.',
    sections: [
      {
        title: 'What is kept',
        text: [
          'Your name, icon and e-mail address here, the names, addresses and phone numbers that goods go to, name and phone number of payments at stores, what you joined and bought, your comments and hearts.',
          'No card numbers: the payment provider keeps them.',
        ],
      },
      {
        title: 'What for',
        text: [
          'To sign you in, to give you what you joined and bought, to ship, to confirm payments, to tell you news, to answer questions and to prevent abuse. For nothing else.',
        ],
      },
      {
        title: 'What clubs see',
        text: [
          'A club that you joined or bought from sees your name here, your member number and what you did there. Who ships sees the address, while it is needed.',
          'Your e-mail address is seen only by clubs to which you show it under “Account”.',
        ],
      },
      {
        title: 'What other fans see',
        text: ['Beside a comment: your name here and your icon, for whoever can read the content.'],
      },
      {
        title: 'Passing on',
        text: [
          'Nothing is given to others without your consent, unless the law asks. Signing in, payments, shipping and mails are done by providers, with what they need.',
        ],
      },
      {
        title: 'Cookies and your device',
        text: [
          'Cookies keep you signed in, remember the colours (one year) and let videos play. Your device keeps short notes for the cart and for counting views once.',
        ],
      },
      {
        title: 'Seeing and deleting what is kept',
        text: [
          'Under “Account” you can get a file of it. You can change your name here, your e-mail address and your addresses yourself.',
          'When you delete your account, names and addresses are removed. Records of payments stay, without you, for as long as the law asks.',
        ],
      },
    ],
  },
}

export default words
