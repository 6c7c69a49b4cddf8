import type { FanStreamingWordsText } from './words.ja'

const words: FanStreamingWordsText = {
  starts: (date) => `Starts ${date}`,
  countdown: 'Until it starts',
  days: (n) => (n === 1 ? '1 day' : `${n} days`),
  soon: 'It starts in a moment. Please stay here.',
  waitText: 'It begins on this page by itself.',
  live: 'Live',
  connecting: 'Connecting to the pictures.',
  signalLost: 'The stream is interrupted. It goes on by itself as soon as it can.',
  preparing: 'The stream is over. Its archive is being prepared.',
  preparingText: 'It can be watched on this page as soon as it is ready.',
  availableAt: (date) => `The archive opens ${date}.`,
  archive: 'Archive',
  archiveUntil: (date) => `Can be watched until ${date}`,
  ended: 'This stream has ended',
  endedText: 'Thank you for watching.',
  canceled: 'This stream is cancelled',
  undated: 'This stream is postponed',
  undatedText: 'The new date will be shown on this page.',
  closed: 'This stream can no longer be shown',
  closedText: 'It is no longer published, or your membership has ended.',
  reload: 'Reload the page',
  notices: 'Notices from the stream',
  elsewhere: 'Playing on other devices',
  elsewhereText: 'One account plays on two devices at once. Close it on another one, and try again.',
  soundOn: 'Turn the sound on',
  toNewest: 'To the newest',
  playHere: 'Play on this device',
  player: 'Pictures of the stream',
}

export default words
