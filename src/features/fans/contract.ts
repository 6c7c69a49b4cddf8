import { z } from 'zod'
import { contract, fanRead, fanWrite } from '../../kit/contract'
import { pictureUrl, text } from '../../kit/text'

export const displayNameLength = 40

const profile = z.object({ displayName: z.string(), icon: z.string(), email: z.string() })

export const fans = contract({
  /** Who a fan is to others: under comments, on the member card. */
  getMyProfile: fanRead({ payload: {}, result: profile }),
  updateMyProfile: fanWrite({
    payload: { displayName: text({ min: 1, max: displayNameLength }), icon: pictureUrl },
    result: profile,
    limit: { points: 20, seconds: 60 },
  }),
})
