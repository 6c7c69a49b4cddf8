import type { TrayWordsText } from './words.ja'

const words: TrayWordsText = {
  title: 'Files on their way',
  summary: (count, percent) => (count === 1 ? `Sending ${percent}%` : `Sending ${count} files ${percent}%`),
  allDone: 'Sent',
  needsYou: 'Sending has stopped',
  noLine: 'Waiting for the connection',
  expand: 'Show the files on their way',
  collapse: 'Hide the files on their way',
  left: (minutes) => (minutes < 1 ? 'less than a minute left' : `about ${minutes} min left`),
  beside: (text) => `, ${text}`,
  steps: {
    sending: 'Sending',
    offline: 'It goes on by itself when the connection is back.',
    paused: 'Paused',
    failed: 'It could not be sent. Please try again.',
    interrupted: 'It was interrupted. Choose the same file to go on where it was.',
    elsewhere: 'Being sent in another tab.',
    sent: 'Sent. Open it and save to put it in.',
    done: 'Sent.',
  },
  orphan: 'What it was for has been deleted, so it is not used.',
  otherFile: 'That is another file. Choose the one with the same name and size.',
  open: 'Open',
  pause: 'Pause',
  resume: 'Resume',
  again: 'Send again',
  choose: 'Choose the file',
  stop: 'Stop sending',
  dismiss: (name) => `Take ${name} off the list`,
  stopTitle: 'Stop sending?',
  stopText: (name, percent) => `What has been sent of ${name} (${percent}%) is thrown away.`,
  goOn: 'Go on sending',
}

export default words
