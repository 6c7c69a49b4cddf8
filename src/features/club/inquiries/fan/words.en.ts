import type { FanContactWordsText } from './words.ja'

const words: FanContactWordsText = {
  title: 'Contact',
  lead: (brand) => `Write to the people behind “${brand}”. They answer by mail.`,
  of: (brand) => `Write to the people behind ${brand}.`,
  fromName: 'Your name',
  from: 'Mail address',
  fromHint: 'The answer is sent to this address.',
  subject: 'Subject',
  content: 'Message',
  send: 'Send',
  sending: 'Sending',
  sentTitle: 'Sent',
  sentText: 'Your message has been delivered. The answer comes by mail.',
  again: 'Write another message',
  required: 'Please fill this in.',
  invalidEmail: 'Please check the address, for example hana@example.com',
  tooLong: (max) => `Please write at most ${max} characters.`,
  invalidText: 'Some characters cannot be used. Please remove line breaks and special signs.',
  failed: 'It was not sent. What you wrote is still here: please try again.',
  tooMany: 'Five messages an hour can be sent. Please try again later.',
}

export default words
