import type { Slug } from './articles'
import type { HelpText } from './articles.ja'
import publishing from './articlesOfPublishing.en'

const texts: Record<Slug, HelpText> = {
  ...publishing,
  start: {
    pictureAlt: 'The list of fan clubs',
    sections: [
      {
        title: 'Apply',
        steps: [
          'Press “Open a fan club” and fill in the club and who applies. What you have written is saved by itself.',
          'Send it to have it reviewed. The decision comes by e-mail.',
          'If changes are asked for, make them under “See your applications” and send it again. Without an answer the request ends after 30 days.',
        ],
      },
      {
        title: 'Once it is open',
        steps: [
          'Under “Profile”, set icon, cover and the legal notice. Without the notice nobody can join or buy.',
          'Publish your first plan under “Plans”.',
          'Publish a first text or video under “Contents”, and share the address of the fans’ page.',
        ],
      },
    ],
  },
  plans: {
    pictureAlt: 'The page on which a plan is made',
    sections: [
      {
        title: 'Publish',
        steps: [
          'Press “New plan” and fill in its name, its description, “Price (tax included)” and “Charged”.',
          'Write one benefit a line: each becomes a row of the table that compares plans.',
          '“Activate” lets people join. “Save draft” shows it to nobody.',
        ],
        text: [
          'Price and interval stay as they are once it is active. Name, description and picture can change at any time.',
        ],
      },
      {
        title: 'End a plan',
        steps: [
          'Open the plan and press “Archive”. See what it means for its members, and choose the moment.',
          'The first possible day is after what members have paid for and after 30 days’ notice. You can end earlier by refunding what is left of yearly terms.',
          '“Schedule the archive” stops new members and tells the present ones. Until that day it can be called off.',
        ],
      },
    ],
  },
  team: {
    pictureAlt: 'The members of a club and their roles',
    sections: [
      {
        title: 'Invite',
        steps: [
          'On the club’s home press “Invite someone”.',
          'Enter the e-mail address, choose a role, and press “Send the invitation”.',
          'Whom you invited opens the link in the mail, signs in and presses “Join”. If they decline, the bell says so. An invitation is good for 14 days; “Send the invitation again” in the list renews one that has expired.',
        ],
      },
      {
        title: 'What the roles may do',
        text: [
          '“Owner” may do everything; “Admin” looks after profile, plans and members.',
          '“Editor” handles plans and contents, “Moderator” comments and fans, “Shipping” orders and parcels, “Accountant” sales and statements.',
          'Only owners change the bank account. The last owner cannot be removed.',
        ],
      },
    ],
  },
  writing: {
    pictureAlt: 'An earlier version compared with now',
    sections: [
      {
        title: 'Drafts save themselves',
        text: [
          'A draft of a content is saved about a second after you stop typing. What is published changes when you press “Save”.',
          'If you are about to leave a page with unsaved changes, you are asked first.',
        ],
      },
      {
        title: 'Go back to an earlier version',
        text: [
          'Under “More actions”, “Versions” keeps the last thirty. See what differs from now and press “Restore this version”. The pictures beside the text of news come back too.',
        ],
      },
      {
        title: 'Without a connection',
        text: [
          'What you save while offline is sent when the connection is back. Keep the page open.',
          'Videos and files go on by themselves where they were.',
        ],
      },
      {
        title: 'When somebody else saved first',
        text: [
          'While another member has the same page open, their name stands at its head.',
          'When they have saved first, what differs is shown side by side, and you choose what stays. Nothing is overwritten in silence.',
        ],
      },
    ],
  },
  video: {
    pictureAlt: 'The upload goes on in the corner while another page is open',
    sections: [
      {
        title: 'Write while it is sent',
        steps: [
          'Under “Contents” press “New”, choose “Video” and press “Choose a video”: MP4, MOV, WebM, MKV or TS, up to 50 GB.',
          'A draft is made as sending begins. Write its title and text, and choose who may see it.',
          'Go to other pages meanwhile: the progress stands at the lower edge. When it has arrived, the video is put into the draft by itself.',
        ],
        text: [
          'If the connection is lost it goes on when it is back. If the tab was closed or loaded again, choose the same file to go on where it was. What was sent is kept for a day.',
        ],
      },
      {
        title: 'Conversion and thumbnail',
        text: [
          'The conversion begins when the file has arrived and goes on without you. Then the video can be published.',
          'Its scenes are offered under “Choose the thumbnail from the video”.',
          'If the conversion fails you are told why: “Convert again” or “Replace with another video”.',
        ],
      },
      {
        title: 'Replace a published video',
        text: [
          'Send it with “Replace with another video”, and press “Save” when it is converted. Until then the one before is played.',
        ],
      },
    ],
  },
  live: {
    pictureAlt: 'The live desk with server, stream key and recommended settings',
    sections: [
      {
        title: 'Prepare',
        steps: [
          'Under “Contents” press “New” and choose “Stream”.',
          'Fill in “Title of the live”, “Who can watch” and when it begins, and press “Publish and open the desk”.',
          'In the settings of OBS, under Stream, choose a custom service and enter the “Server” and the “Stream key” of the desk. “Show the key” shows it. Let nobody else see it.',
        ],
      },
      {
        title: 'Settings of OBS',
        text: [
          'Video: H.264, 1280×720 at 30 fps with 2,500 Kbps, or 1920×1080 with 4,500 Kbps on a good line. Set the keyframe interval to 2 seconds.',
          'Sound: AAC, 48 kHz, 160 Kbps. The picture is passed on as it comes, so choose what your viewers’ lines can take.',
        ],
      },
      {
        title: 'Begin and end',
        text: [
          'It begins by itself once its time has come and the signal has been there for ten seconds. You can also press “Go live”.',
          'Without a signal for ten minutes it ends by itself. What was ended with “End the stream” cannot begin again.',
          'The recording is made ready afterwards. You can choose to look at it before it is published.',
        ],
      },
    ],
  },
  'back-numbers': {
    pictureAlt: 'Back numbers month by month',
    sections: [
      {
        title: 'Choose the month',
        text: [
          'A content’s “Back-number month” decides whom it is shown to later: who was a member in that month, and who buys it. Choose “No back number” for what is not sold.',
          'If you change the month, whoever could see it still can.',
        ],
      },
      {
        title: 'Price and sale',
        steps: [
          'Open “Back numbers” and press “Change price and sale” at a month.',
          'Left empty, the price is one month of the plan (a twelfth of a yearly one), and at least 500 yen.',
          'Without “For sale” nobody can buy it, and who bought it keeps it.',
        ],
        text: ['A month is sold once it is over. Until then, joining the plan includes it.'],
      },
    ],
  },
  members: {
    pictureAlt: 'The list of subscribers',
    sections: [
      {
        title: 'What opens a content',
        text: [
          'A content for “Members only” opens for members of the plans that you chose who have the right to its month.',
          'Who has left can see it until the end of what they paid for.',
          'If all its plans are archived it counts as a draft. Who has the right to its month keeps seeing it.',
        ],
      },
      {
        title: 'When a fan cannot see it',
        text: ['Press “Check access” on the content and choose the fan: it says why they can or cannot see it.'],
      },
    ],
  },
  shipping: {
    pictureAlt: 'The list of orders',
    sections: [
      {
        title: 'Prepare',
        steps: [
          '“Orders” lists under “To do” what has not been sent.',
          'Open an order and press “Start preparing”: it becomes “Preparing”. You can also do that for several orders of the list.',
          '“Pick list” sums up what to fetch. “Print packing slip” prints what goes into the parcel.',
        ],
      },
      {
        title: 'Files for labels',
        steps: [
          'Press “CSV” in the list of orders and choose a format, such as “Yamato B2 Cloud”.',
          'Addresses that are too long are named first. Mend them and press “Check again”. No address is ever cut.',
          'Read the carrier’s result with “Import tracking numbers” to fill in all the numbers at once.',
        ],
      },
      {
        title: 'Tell the buyer',
        text: [
          'With “Add a shipment” you enter carrier and number, and the buyer gets an e-mail. An order can go in several parcels.',
          'Goods are revenue of the day on which they are sent.',
        ],
      },
      {
        title: 'When a parcel comes back',
        steps: [
          'Open the order and press “Came back” at the parcel. Choose why, and note what the carrier charged. The buyer gets an e-mail.',
          'Under “Ship to” you can mend the address. Then press “Send it again” and enter the new number, or press “Refund it instead”.',
        ],
        text: [
          'Until then the order is marked in the list, and its revenue waits. The items are not put on sale by themselves.',
          'A return that was recorded by mistake is taken back with “It did not come back” in the same order, and a mail corrects it for the buyer. That is possible while nothing of it was sent again or has a label, and no money went back since.',
        ],
      },
    ],
  },
  refunds: {
    pictureAlt: 'An order, from where it is refunded',
    sections: [
      {
        title: 'Refund',
        steps: [
          'Open the order and press “Refund”.',
          'Choose under “What to refund”: all of it, some of the pieces, or only the shipping. The only piece of an order, or what came back, is chosen from the start.',
          'See whether the pieces are sold again, and press the button with the amount. A refund cannot be undone.',
        ],
        text: [
          'A full refund of a membership fee also takes back the period that it paid for.',
          'A card’s refund goes to the card. For a store payment the buyer gets an e-mail and enters an account, within 45 days.',
        ],
      },
      { title: 'Fees', text: ['The platform fee comes back with a refund. The payment fee does not.'] },
      {
        title: 'When a refund fails, and disputes',
        text: [
          'An order whose refund failed stays under “To do”. Press “Refund once more”, or “Mark as settled” once you settled it in another way.',
          'If a buyer disputes a payment, the order shows until when it can be answered, and what helps. The operators answer: send it to them before that by “Send to the operators”.',
        ],
      },
    ],
  },
  konbini: {
    pictureAlt: 'An order that waits to be paid at a store',
    sections: [
      {
        title: 'Deadline',
        text: [
          'A payment code is good until the end of the third day in Japan, or until the sale or the plan ends.',
          'For who has not paid yet, the order offers under “Waits to be paid at a store” to extend it, once.',
          'Stores take 120 to 300,000 yen. Who lets three codes lapse within 90 days cannot choose stores for 30 days.',
        ],
      },
      {
        title: 'Renewal of a membership',
        text: [
          'A member who pays at stores gets the next code by e-mail ten days before the end, and reminders 24 and 3 hours before it and on the last morning.',
          'Without a payment the membership ends. Nothing is ever charged by itself.',
        ],
      },
      { title: 'Fee', text: ['The buyer pays the store fee on top of the price, and sees it before paying.'] },
    ],
  },
  fees: {
    pictureAlt: 'Under the price of a plan stands what you receive of it',
    sections: [
      {
        title: 'What is taken',
        text: [
          'The “Platform fee” is a share of the price of plans and goods.',
          'The “Payment fee” is a share of all that the buyer paid, with shipping and store fee.',
          'When you make a plan, “What becomes of the price” under the price shows the rates of this site and what you receive. Fees are rounded down.',
        ],
      },
      {
        title: 'With a payout',
        text: [
          'Each transfer has a fee. A month whose balance is below the minimum is carried over to the next one.',
          'If the bank sends a transfer back there is a fee for that too. The amounts stand under “Revenue” and “Bank account”.',
        ],
      },
    ],
  },
  payouts: {
    pictureAlt: 'Revenue by month, and what is paid out',
    sections: [
      {
        title: 'When it comes',
        text: [
          'A month becomes final on the 10th of the next one, and is paid out on the last banking day of that month.',
          '“Revenue” shows what a final month pays and the next payout day. What is still missing stands under “Before money can be paid out”.',
        ],
      },
      {
        title: 'Account and identity',
        steps: [
          'Under “Bank account” choose bank and branch, and enter number and holder: the name of the application.',
          'Send the documents of your identity, once, before the first payout.',
          'A changed account is paid to after two days. It cannot change from the closing on the 1st until the payout is made.',
        ],
      },
    ],
  },
  taxes: {
    pictureAlt: 'The revenue of a month, from sales to the payable',
    sections: [
      {
        title: 'Invoices',
        text: [
          'Enter your “Qualified invoice issuer number” in the profile: it then stands on the receipts of fans, which are the club’s invoices for what it sold.',
          'The store fee is a service of the platform, so it carries the platform’s number.',
        ],
      },
      {
        title: 'Food and drink at 8%',
        text: [
          'For food and drink, without alcohol and meals out, switch on “Reduced tax rate (8%)” at the goods. The price stays as it is, tax included, and shipping is taxed at 10%.',
          'Receipts mark these goods with ※ and show total and tax by rate; statements and journals keep the rates apart. An order keeps the rate that it was sold at. A refund of items counts at their rate, one of an amount is parted in proportion.',
        ],
      },
      {
        title: 'Statements and journals',
        steps: [
          'Open a month under “Revenue”. Each figure opens the ledger lines behind it.',
          'Once the month is final you can take “Statement (PDF)” and “Statement (CSV)”.',
          'For your accountant there are “Journals for freee (CSV)” and “Journals for Yayoi (CSV)”.',
        ],
      },
      {
        title: 'When it is revenue',
        text: [
          'Plans and back numbers are revenue of the month in which they are paid, goods of the month in which they are sent or handed over.',
          'What was paid for goods that are still with you, and by the year for months to come, stands under “Paid in advance”. A final month never changes: corrections come into a new one.',
        ],
      },
    ],
  },
}

export default texts
