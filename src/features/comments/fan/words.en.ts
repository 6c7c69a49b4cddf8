import type { FanCommentWordsText } from './words.ja'

const words: FanCommentWordsText = {
  title: (n) => `Comments ${n}`,
  label: 'Write a comment',
  placeholder: 'What you thought, what you would like to say',
  hint: (max) => `At most ${max} characters. Shown to everybody who can open this content.`,
  send: 'Send',
  sending: 'Sending',
  sent: 'Your comment was sent.',
  held: 'Your comment was sent. It will be shown after the staff have looked at it.',
  waiting: 'Waiting for the staff (only you see this)',
  noName: 'A member without a name',
  me: 'You',
  remove: 'Delete',
  removeTitle: 'Delete this comment?',
  removeText: 'It cannot be brought back.',
  removed: 'The comment was deleted.',
  report: 'Report',
  reportTitle: 'Report this comment to the staff?',
  reportText: 'Whoever wrote it is not told.',
  reported: 'Reported. Thank you.',
  more: 'Show more',
  empty: 'There are no comments yet.',
  cannot: {
    signIn: 'Log in to write a comment.',
    commentsDisabled: 'This content takes no comments.',
    notInAudience: 'Members can write comments here.',
    commentBanned: 'You cannot comment or like in this club.',
  },
  signIn: 'Log in',
  failed: 'It was not sent. What you wrote is still here: please try again.',
  tooMany: 'Too many in a short time. Please try again later.',
  empty1: 'Please write something.',
  tooLong: (max) => `Please write at most ${max} characters.`,
  failedAction: 'That did not work. Please try again.',
}

export default words
