import type { VersionWordsText } from './words.ja'

const words: VersionWordsText = {
  title: 'Versions',
  lead: 'Each save is kept: of drafts one for ten minutes, the last thirty in all.',
  listLabel: 'List of versions',
  me: 'You',
  nobody: '—',
  unnamed: '(untitled)',
  compared: 'Compared with now',
  legend: '“−” was in this version and is not any more; “+” was added since.',
  fields: {
    name: 'Title',
    description: 'Summary',
    english: 'English text',
    text: 'Text',
    pictures: 'Pictures beside the text',
  },
  added: 'Added',
  removed: 'Removed',
  media: { image: 'Picture', attachment: 'File', embed: 'Embed' },
  same: 'It is the same as now.',
  restore: 'Restore this version',
  restoreText: 'What is there now stays as a version. A published content changes at once.',
  unsaved: 'There are changes that are not saved. Save or discard them before you restore a version.',
  empty: { title: 'No versions yet', text: 'What you save is kept here.' },
}

export default words
