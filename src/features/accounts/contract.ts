import { z } from 'zod'
import { contract, fanOutside, fanRead, fanWrite } from '../../kit/contract'
import { id, text } from '../../kit/text'
import { instant } from '../../kit/time'
import { fileStates } from './account'

const exportId = id

/** What a person may ask about their own data (APPI): a copy of it, and its end. */
export const accounts = contract({
  getMyAccount: fanRead({
    payload: {},
    result: z.object({
      email: z.string(),
      displayName: z.string(),
      files: z.array(
        z.object({ exportId, state: z.enum(fileStates), createdAt: instant, expiresAt: instant.nullable() }),
      ),
      /** What ends with the account. */
      memberships: z.int(),
      /** Orders of goods that are still to be sent. */
      ordersToSend: z.int(),
      /** Clubs that nobody else owns: they come first. */
      ownedAlone: z.array(z.object({ tenantId: id, name: z.string() })),
    }),
  }),
  /** Everything that is kept under the account, as one file of JSON; a job writes it. */
  exportMyAccount: fanWrite({
    fresh: true,
    payload: {},
    result: z.object({ exportId }),
    limit: { points: 5, seconds: 86_400 },
  }),
  /** Its own signed address, good for ten minutes. */
  getMyAccountFile: fanOutside({
    payload: { exportId },
    result: z.object({ url: z.string() }),
    refusals: ['fileNotFound'],
    limit: { points: 30, seconds: 600 },
  }),
  /** At once and for good: orders and the ledger stay, without the person. */
  deleteMyAccount: fanWrite({
    fresh: true,
    payload: { typedEmail: text({ max: 254 }) },
    result: z.object({}),
    refusals: ['emailDiffers', 'lastOwner'],
    limit: { points: 10, seconds: 3600 },
  }),
})
