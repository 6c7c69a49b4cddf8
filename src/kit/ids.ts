/** Types of things with ids; an id contains its type, so that one pasted into the wrong place is recognized. */
export type Noun =
  | 'tenant'
  | 'brand'
  | 'plan'
  | 'version'
  | 'member'
  | 'application'
  | 'message'
  | 'media'
  | 'term'
  | 'content'
  | 'audit'
  | 'attempt'
  | 'upload'
  | 'order'
  | 'line'
  | 'refund'
  | 'dispute'
  | 'subscription'
  | 'purchase'
  | 'fan'
  | 'movement'
  | 'event'
  | 'schedule'
  | 'streaming'
  | 'notice'
  | 'comment'
  | 'report'
  | 'inquiry'
  | 'goods'
  | 'variation'
  | 'cart'
  | 'address'
  | 'fulfillment'
  | 'export'
  | 'import'
  | 'draft'
  | 'stock'
  | 'grant'
  | 'file'
  | 'log'
  | 'statement'
  | 'payout'
  | 'bankAccount'
  | 'document'
  | 'device'

const alphabet = '0123456789abcdefghijkmnpqrstuvwxyz'

/** 20 characters of 34: 101 random bits. */
export const randomText = (random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array, length = 20) => {
  let text = ''
  while (text.length < length) {
    for (const byte of random(new Uint8Array(length * 2))) {
      // Bytes past the last whole multiple of the alphabet would make its first letters likelier.
      if (byte < 238 && text.length < length) text += alphabet[byte % 34]
    }
  }
  return text
}

export type NewId = (noun: Noun) => string
