import { z } from 'zod'
import { brandRead, contract, roles } from '#kit/contract.ts'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { readInEnglish } from '../contract'

const planContentId = id
const versionId = id
const version = z.object({
  versionId,
  name: z.string(),
  savedAt: instant,
  /** Empty: nobody who is known. */
  savedByName: z.string(),
  isMine: z.boolean(),
})
export type ContentVersion = z.infer<typeof version>

/** Earlier states of a content's words and pictures. What is restored is saved as any other change. */
export const versions = contract({
  /** The last first, at most thirty. */
  getContentVersions: brandRead({
    roles,
    payload: { planContentId },
    result: z.object({ versions: z.array(version) }),
    refusals: ['contentNotFound'],
  }),
  getContentVersion: brandRead({
    roles,
    payload: { planContentId, versionId },
    result: z.object({
      name: z.string(),
      description: z.string(),
      english: readInEnglish,
      text: z.string(),
      /** Of news: its pictures beside the text; null where they were not kept yet. */
      imageUrls: z.array(z.string()).nullable(),
    }),
    refusals: ['contentNotFound', 'versionNotFound'],
  }),
})
