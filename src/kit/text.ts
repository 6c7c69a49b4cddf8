import { z } from 'zod'

/** Length as people count it: a surrogate pair is one character. */
export const characters = (text: string) => {
  let count = 0
  for (const _ of text) count++
  return count
}

// PostgreSQL cannot store U+0000, and a lone surrogate has no UTF-8 form.
const storable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

const rule = (name: string, limit?: number) => ({
  params: limit === undefined ? { rule: name } : { rule: name, limit },
})

// Cc holds the control characters, Zl and Zp the two Unicode line breaks. Bidirectional controls would reorder the text
// around a name (a title, a mail's subject, a row of a list); right-to-left scripts need none of them in one line.
const isOneLine = (text: string) => !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text)

/**
 * Whether anything can be seen of it: a letter, sign or emoji. Joiners, fillers and spaces are welcome between those
 * (an emoji of a family, Persian, Hindi) and are nothing by themselves.
 */
export const isVisible = (text: string) => /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

// Text that cannot be stored or has several lines is refused by those rules, not treated as empty.
const empty = (value: string) => (storable(value) && isOneLine(value) ? '' : value)

/**
 * A text of at most `max` characters, on one line unless `lines` is set (a name goes into mail subjects and titles).
 * With `min`, what shows as nothing does not count as an answer; on one line it is the same as empty.
 */
export const text = ({ min = 0, max, lines = false }: { min?: number; max: number; lines?: boolean }) => {
  const given = lines ? z.string() : z.string().overwrite((value) => (isVisible(value) ? value : empty(value)))
  const bounded = given
    .refine((value) => storable(value) && (lines || isOneLine(value)), rule('invalidText'))
    .refine((value) => characters(value) <= max, rule('tooLong', max))
  return min === 0
    ? bounded
    : bounded
        .refine(isVisible, rule('required'))
        .refine((value) => !isVisible(value) || characters(value.trim()) >= min, rule('tooShort', min))
}

/** An id from a URL: anything that is not an id of ours is accepted here and then treated like an unknown one. */
export const anyId = z.string().regex(/^[^\0]{0,100}$/, { error: 'id' })

/** An opaque id of ours, in a payload or a URL. */
export const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'id' })

export const isHttpUrl = (value: string, httpOrigins: readonly string[] = []) => {
  try {
    const url = new URL(value)
    if (url.username || url.password) return false
    return url.protocol === 'https:' || (url.protocol === 'http:' && httpOrigins.includes(url.origin))
  } catch {
    return false
  }
}

/**
 * A picture's address: https, or http on this machine (the demo's own storage); empty means no picture.
 * Which hosts a stored picture may come from is the handler's business, that it is no script is decided here.
 */
export const pictureUrl = z
  .string()
  .max(2000)
  .refine((value) => value === '' || (storable(value) && isPictureUrl(value)), rule('invalidUrl'))

const isPictureUrl = (value: string) => {
  if (isHttpUrl(value)) return true
  try {
    const url = new URL(value)
    return url.protocol === 'http:' && !url.username && !url.password && /^(localhost|127\.0\.0\.1)$/.test(url.hostname)
  } catch {
    return false
  }
}

/** One address; no display name, no second address, no line break that could start another header. */
export const email = z
  .string()
  .max(254)
  .refine(
    (value) => /^[^\s@<>(),;:\\"[\]]+@[^\s@<>(),;:\\"[\]]+\.[^\s@<>(),;:\\"[\]]+$/.test(value) && storable(value),
    rule('invalidEmail'),
  )

export const httpsUrl = z
  .string()
  .max(500)
  .refine((value) => storable(value) && isHttpUrl(value), rule('invalidUrl'))

/** Allowed targets of a link in a text: a page, or a mail to one address without a subject or a second address. */
export const linkUrl = z.union([
  httpsUrl,
  z
    .string()
    .max(320)
    .regex(/^mailto:[^\s@?&#"<>]+@[^\s@?&#"<>]+\.[^\s@?&#"<>]+$/),
])
