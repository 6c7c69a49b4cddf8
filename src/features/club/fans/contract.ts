import { z } from 'zod'
import type { Role } from '#kit/contract.ts'
import { contract, fanOutside, fanRead, fanWrite } from '#kit/contract.ts'
import { pictureUrl, text } from '#kit/text.ts'

/** Roles that handle fans (rule: access.roles). */
export const fanRoles = ['owner', 'admin', 'moderator'] as const satisfies readonly Role[]

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
})
