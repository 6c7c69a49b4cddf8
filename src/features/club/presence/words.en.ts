import type { PresenceWordsText } from './words.ja'

const words: PresenceWordsText = {
  person: (name) => name,
  roles: {
    owner: 'An owner',
    admin: 'An admin',
    editor: 'An editor',
    moderator: 'A moderator',
    shipper: 'A shipper',
    accountant: 'An accountant',
  },
  here: (names, more) =>
    more > 0
      ? [names.join(', '), ` and ${more} more also have this page open`]
      : [names.join(' and '), ` also ${names.length === 1 ? 'has' : 'have'} this page open`],
  hereShort: (name, more) => [name, more > 0 ? ` and ${more} more are here` : ' is here, too'],
  hasCome: (name) => `${name} has opened this page, too`,
}

export default words
