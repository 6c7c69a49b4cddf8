import type { DownloadWordsText } from './words.ja'

const words: DownloadWordsText = {
  fan: {
    title: 'Downloads',
    hint: 'Within an hour, downloads of a file count as one. If one breaks off, just press again.',
    get: 'Download',
    getOf: (name) => `Download: ${name}`,
    remaining: (n) => `${n} left`,
    endless: 'No limit',
    states: {
      active: '',
      limitReached: 'All downloads are used. If you need it again, please write to the seller.',
      suspended: 'It cannot be downloaded: it was refunded or stopped.',
    },
    contact: 'Write to the seller',
  },
  staff: {
    title: 'Downloads',
    ofOrder: 'The buyer downloads from the page of the order.',
    ofGoods: 'How often each buyer has downloaded.',
    none: 'Nobody has bought it yet.',
    ofFan: 'How often this fan has downloaded what they bought.',
    noneOfFan: 'Nothing to download has been bought yet.',
    noneOfOrder: 'Downloads open when the order is paid.',
    used: (used, most) => (most === 0 ? `${used}` : `${used} of ${most}`),
    last: 'Last',
    never: 'Not downloaded yet',
    states: { active: 'Open', limitReached: 'Used up', suspended: 'Stopped' },
    reasons: {
      staff: 'Stopped by staff',
      abuse: 'Stopped by itself: it was downloaded from many places',
      refund: 'Refunded or disputed',
    },
    more: (name) => `Actions for ${name}`,
    reset: 'Start the count anew',
    suspend: 'Stop',
    resume: 'Open again',
    wasReset: 'The count starts anew.',
    suspended: 'The download is stopped.',
    resumed: 'The download is open again.',
    newer: 'Newer',
    older: 'Older',
    pages: 'Pages of downloads',
    pageOf: (page, total) => `${page} / ${total}`,
  },
  refusals: { downloadNotFound: 'This file was not found.' },
}

export default words
