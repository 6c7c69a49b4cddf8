import { grouped } from '#kit/number.ts'
import type { ExportWordsText } from './words.ja'

const words: ExportWordsText = {
  button: 'CSV',
  titles: { fans: 'Export fans', subscribers: 'Export members', sales: 'Export sales', ledger: 'Export the ledger' },
  lead: 'Everything that the filters find now is written. The last row holds the totals.',
  encoding: 'Encoding',
  encodings: { utf8bom: 'UTF-8 (for Excel)', sjis: 'Shift-JIS' },
  withEmail: 'Include e-mail addresses',
  withEmailHint: 'Only of those who chose to show theirs to the club.',
  note: 'The export is written down in the audit log, and the file is deleted after 7 days. It goes on when you close this.',
  submit: 'Export',
  started: 'The export has begun',
  close: 'Close',
  files: 'Files',
  none: 'No files yet.',
  rows: (n) => `${grouped(n)} ${n === 1 ? 'row' : 'rows'}`,
  states: {
    enqueued: 'Waiting',
    processing: 'Being made',
    completed: 'Ready',
    failed: 'Failed',
    expired: 'Expired',
  },
  download: 'Download',
  downloadOf: (name) => `Download: ${name}`,
  refusals: {
    exportNotFound: 'This file was not found.',
    exportNotThere: 'This file is not ready yet, or its time is over. Please load the page again.',
    emailNotAllowed: 'Only owners and admins can export e-mail addresses.',
  },
}

export default words
