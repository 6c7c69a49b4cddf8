import type { MyProfileWordsText } from './words.ja'

const words: MyProfileWordsText = {
  title: 'Name and icon',
  lead: 'They stand under your comments and on your member card, in every fan club.',
  displayName: 'Name',
  nameHint: 'It need not be your real name.',
  icon: 'Icon',
  icons: { account: 'Picture of your account', chosen: 'The present one', none: 'No picture' },
  iconHint: 'The middle of the picture that you choose becomes your icon at once.',
  choosePicture: 'Choose a picture',
  iconSaved: 'Your icon was changed.',
  unreadable: 'This picture could not be read. Please choose a JPEG, PNG or WebP picture.',
  email: 'Mail address',
  emailHint: 'Other fans do not see it. Who runs a club that you joined or bought from can, to reach you.',
  save: 'Save',
  saving: 'Saving',
  saved: 'Saved.',
  required: 'Please write a name.',
  invalidText: 'Some characters cannot be used. Please remove line breaks and special signs.',
  tooLong: (max) => `Please write at most ${max} characters.`,
  failed: 'It was not saved. Please try again.',
}

export default words
