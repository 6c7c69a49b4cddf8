import { z } from 'zod'
import { contract, fanOutside, fanRead, fanWrite, visitorWrite } from '#kit/contract.ts'
import { id, pictureUrl, text } from '#kit/text.ts'

export const displayNameLength = 40

/** Maximum size in bytes; the browser sends a small square (fan/square.ts), which is far below. */
const largestIcon = 2 * 1024 * 1024
const largestData = Math.ceil(largestIcon / 3) * 4
export const iconTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

const profile = z.object({ displayName: z.string(), icon: z.string(), email: z.string() })

export const fans = contract({
  /** Public name and icon: shown with comments and on the member card. */
  getMyProfile: fanRead({ payload: {}, result: profile }),
  updateMyProfile: fanWrite({
    payload: { displayName: text({ min: 1, max: displayNameLength }), icon: pictureUrl },
    result: profile,
    limit: { points: 20, seconds: 60 },
  }),
  /** Replaces the icon and deletes the previous one. */
  uploadMyIcon: fanOutside({
    payload: {
      contentType: z.enum(iconTypes),
      /** The file in base64. */
      data: z
        .string()
        .min(16)
        .max(largestData)
        .regex(/^[A-Za-z0-9+/]+={0,2}$/),
    },
    maxBytes: largestData + 4096,
    result: profile,
    refusals: ['pictureUnreadable'],
    limit: { points: 20, seconds: 3600 },
  }),
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
