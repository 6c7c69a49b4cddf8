import type { MyProfileWordsText } from './words.ja'

const words: MyProfileWordsText = {
  title: 'Name and icon',
  lead: 'They stand under your comments and on your member card, in every fan club.',
  displayName: 'Name',
  nameHint: 'It need not be your real name.',
  icon: 'Icon',
  icons: { account: 'Picture of your account', chosen: 'The present one', none: 'No picture' },
  email: 'Mail address',
  emailHint: 'Nobody else sees it.',
  save: 'Save',
  saving: 'Saving',
  saved: 'Saved.',
  required: 'Please write a name.',
  invalidText: 'Some characters cannot be used. Please remove line breaks and special signs.',
  tooLong: (max) => `Please write at most ${max} characters.`,
  failed: 'It was not saved. Please try again.',
}

export default words
