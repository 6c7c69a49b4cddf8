import type { PresenceWordsText } from './words.ja'

/** A role that begins a sentence. */
const begin = (who: string) => who.replace(/^a(?=n? )/, 'A')

const words: PresenceWordsText = {
  person: (name) => name,
  roles: {
    owner: 'an owner',
    admin: 'an admin',
    editor: 'an editor',
    moderator: 'a moderator',
    shipper: 'a shipper',
    accountant: 'an accountant',
  },
  here: (names, more) =>
    more > 0
      ? [begin(names.join(', ')), ` and ${more} more also have this page open`]
      : [begin(names.join(' and ')), ` also ${names.length === 1 ? 'has' : 'have'} this page open`],
  hereShort: (name, more) => [begin(name), more > 0 ? ` and ${more} more are here` : ' is here, too'],
  hasCome: (name) => `${begin(name)} has opened this page, too`,
}

export default words
