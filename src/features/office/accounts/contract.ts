import { z } from 'zod'
import { contract, fanOutside, fanRead, fanWrite } from '#kit/contract.ts'
import { yen } from '#kit/money.ts'
import { email, id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { fileStates } from './account'

const exportId = id

/** A person's rights over their own data (APPI): a copy of it, and its deletion. */
export const accounts = contract({
  getMyAccount: fanRead({
    payload: {},
    result: z.object({
      email: z.string(),
      isEmailVerified: z.boolean(),
      /** An address that waits to be confirmed in place of the present one. */
      nextEmail: z.string().nullable(),
      /** Why no mail goes to the address any more, until its owner asks for one. */
      mailStopped: z.enum(['bounced', 'complained']).nullable(),
      displayName: z.string(),
      files: z.array(
        z.object({ exportId, state: z.enum(fileStates), createdAt: instant, expiresAt: instant.nullable() }),
      ),
      /** Number of memberships that end with the account. */
      memberships: z.int(),
      /** Number of orders whose goods are still to be sent. */
      ordersToSend: z.int(),
      /** Yen that wait for the person's bank account, because it was not named in time. */
      moneyWaiting: yen,
      /**
       * Clubs that only this person owns and that still need an owner; they block the deletion. A closed club counts
       * until everything is sent and paid out.
       */
      ownedAlone: z.array(z.object({ tenantId: id, name: z.string() })),
    }),
  }),
  /** Mails a link to the account's own address, by which it is confirmed; where mails were stopped, they go again. */
  checkMyEmail: fanWrite({
    payload: {},
    result: z.object({ sentTo: z.string() }),
    refusals: ['alreadyVerified', 'noEmail', 'mailStopped'],
    limit: { points: 5, seconds: 3600 },
  }),
  /** Mails a link to the new address, by which it takes the place of the present one, and says so to the present one. */
  changeMyEmail: fanWrite({
    fresh: true,
    payload: { email },
    result: z.object({ sentTo: z.string() }),
    refusals: ['sameEmail', 'mailStopped'],
    limit: { points: 5, seconds: 3600 },
  }),
  /** What the link in the mail opens; whoever is signed in has to be the person who asked. */
  confirmMyEmail: fanOutside({
    payload: { secret: text({ min: 1, max: 100 }) },
    /** A changed address ends the sessions: the person signs in with the new one. */
    result: z.object({ email: z.string(), isChange: z.boolean() }),
    refusals: ['linkLapsed', 'emailTaken'],
    limit: { points: 30, seconds: 3600 },
  }),
  /** Queues a job that writes all data of the account to one JSON file. */
  exportMyAccount: fanWrite({
    fresh: true,
    payload: {},
    result: z.object({ exportId }),
    limit: { points: 5, seconds: 86_400 },
  }),
  /** Signed download address, valid for ten minutes. */
  getMyAccountFile: fanOutside({
    payload: { exportId },
    result: z.object({ url: z.string() }),
    refusals: ['fileNotFound'],
    limit: { points: 30, seconds: 600 },
  }),
  /** Immediate and permanent: orders and the ledger remain, without personal data. */
  deleteMyAccount: fanWrite({
    fresh: true,
    payload: { typedEmail: text({ max: 254 }) },
    result: z.object({}),
    refusals: ['emailDiffers', 'lastOwner'],
    limit: { points: 10, seconds: 3600 },
  }),
})
