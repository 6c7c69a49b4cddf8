import { grouped } from '#kit/number.ts'
import type { UiWordsText } from './words.ja'

const words: UiWordsText = {
  site: 'Tsudoi',
  skip: 'Skip to content',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Load again',
  pageGone: 'There is no page of this number',
  firstPage: 'See the first page',
  required: 'Required',
  optional: 'Optional',
  copied: 'Copied',
  copy: 'Copy',
  copyAddress: 'Copy the address',
  seePage: 'See its page',
  copyOf: (label) => `Copy ${label}`,

  toOtherLanguage: 'Show in Japanese',
  toDark: 'Use dark colours',
  toLight: 'Use light colours',

  loading: 'Loading',
  checkingIdentity: 'Checking authentication information',
  failedFaces: {
    broken: {
      title: 'This could not be loaded',
      text: 'Please wait a moment and try again. If it goes on, contact us with the number below.',
    },
    unreachable: { title: 'No connection', text: 'Please check your network and try again.' },
    offline: { title: 'You are offline', text: 'This loads by itself when the connection is back.' },
    missing: { title: 'This was not found', text: 'It may have been removed, or its address may be wrong.' },
    forbidden: { title: 'You may not see this', text: 'Please ask an owner of the club about your role.' },
  },
  requestId: 'Reference number',
  notFoundTitle: 'This page cannot be found',
  notFoundText: 'The address may have changed, or the page is no longer public.',
  toHome: 'Back to home',

  characters: (used, max) => `${grouped(used)} / ${grouped(max)} characters`,
  charactersOver: (over) => `${grouped(over)} too many`,

  playbackSpeed: 'Playback speed',
  playbackFailed: 'The video could not be played. Check your connection and try again.',

  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  newTab: 'opens in a new tab',
  typeToConfirm: (text) => `To confirm, type “${text}”`,
  notices: 'Notices',
  listOf: (items) => items.join(', '),

  rules: {
    required: () => 'Please fill this in',
    invalidText: () => 'Some characters cannot be used here',
    tooLong: (limit) => `Please use at most ${grouped(limit)} characters`,
    tooShort: (limit) => `Please use at least ${grouped(limit)} characters`,
    tooSmall: (limit) => `Please enter ${grouped(limit)} or more`,
    tooBig: (limit) => `Please enter ${grouped(limit)} or less`,
    mustAgree: () => 'Your agreement is needed',
    invalid: () => 'Please check the form of this entry',
    invalidUrl: () => 'Please enter an address that begins with https://',
    invalidEmail: () => 'Please enter an e-mail address',
  },
  failures: {
    validation: 'Please check what you entered.',
    unauthenticated: 'Your session has ended. Please sign in again.',
    signInAgain: 'To be safe, please sign in again and then do this.',
    forbidden: 'Your role does not include this. Please ask an owner of the club.',
    notFound: 'This was not found. It may have been removed, or you may not have access.',
    tooLarge: 'This is too large to send.',
    tooManyRequests: 'That was a lot in a short time. Please wait a moment and try again.',
    conflict: 'This was saved in another place first. Please load the page again and try once more.',
    offline: 'You are offline. Please try again when the connection is back.',
    unreachable: 'No connection. Please check your network and try again.',
    unavailable: 'This is not available right now. Please wait a moment and try again.',
    internal: 'This did not work. Please wait a moment and try again.',
  },
}

export default words
