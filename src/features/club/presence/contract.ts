import { z } from 'zod'
import { brandWrite, contentRoles, contract, roles } from '#kit/contract.ts'
import { id } from '#kit/text.ts'
import { editedKinds } from './presence'

const editor = z.object({
  memberId: id,
  /** Empty: a member who has given none. */
  name: z.string(),
  role: z.enum(roles),
})
export type Editor = z.infer<typeof editor>

export const presence = contract({
  /**
   * Says that the caller has something open for editing, or no longer (`isLeaving`), and answers which other members have it open
   * (rule: editing.together). Whether there is such a thing is not asked: what is named is only compared with what others of the brand
   * name.
   */
  noteEditing: brandWrite({
    roles: contentRoles,
    audit: false,
    payload: { kind: z.enum(editedKinds), itemId: id, isLeaving: z.boolean() },
    result: z.object({ others: z.array(editor) }),
    limit: { points: 120, seconds: 60 },
  }),
})
