import { z } from 'zod'
import { text } from './text'

/** Search text of a list; surrounding spaces and full-width letters make no difference. */
export const searchText = text({ max: 100 }).transform((value) => value.normalize('NFKC').trim())

export type Sort<Name extends string> = Name | `-${Name}`
/** The orders of a list: a column's name ascending, with a minus descending. */
export const sortOf = <const Name extends string>(names: readonly [Name, ...Name[]]) =>
  z.enum(names.flatMap((name) => [name, `-${name}`]) as [Sort<Name>, ...Sort<Name>[]])

/** The last editor; null where none is stored. */
export const editedBy = z.object({ name: z.string(), isMe: z.boolean() }).nullable()
