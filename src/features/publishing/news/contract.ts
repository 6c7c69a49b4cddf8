import { z } from 'zod'
import { contract, fanRead, fanWrite, visitorWrite } from '#kit/contract.ts'
import { id } from '#kit/text.ts'

export const memberNews = contract({
  /** Clubs that know the caller: joined, bought from or commented at. Only members get news. */
  getMailSettings: fanRead({
    payload: {},
    result: z.object({
      brands: z.array(
        z.object({
          tenantId: id,
          brandId: id,
          name: z.string(),
          slug: z.string(),
          icon: z.string(),
          isMember: z.boolean(),
          newsByMail: z.boolean(),
          isEmailVisible: z.boolean(),
        }),
      ),
    }),
  }),
  setNewsByMail: fanWrite({
    by: 'brand',
    payload: { isOn: z.boolean() },
    result: z.object({ newsByMail: z.boolean() }),
    refusals: ['fanNotFound'],
    limit: { points: 60, seconds: 60 },
  }),
  /** Whether the club's owner and admins see the caller's e-mail address without asking for it. */
  setEmailVisible: fanWrite({
    by: 'brand',
    payload: { isOn: z.boolean() },
    result: z.object({ isEmailVisible: z.boolean() }),
    refusals: ['fanNotFound'],
    limit: { points: 60, seconds: 60 },
  }),
  /** By the link in a mail, without signing in. */
  stopNewsByMail: visitorWrite({
    payload: { token: z.string().min(1).max(800) },
    result: z.object({ brand: z.object({ name: z.string(), slug: z.string() }) }),
    refusals: ['linkUnknown'],
    limit: { points: 20, seconds: 60 },
  }),
})
