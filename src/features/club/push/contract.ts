import { z } from 'zod'
import { contract, fanRead, fanWrite } from '#kit/contract.ts'
import { id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { isTimeZone, minutesOfDay } from './notice'

const endpoint = z.url({ protocol: /^https?$/ }).max(1000)
const key = (length: number) => z.string().regex(new RegExp(`^[\\w-]{${length}}={0,2}$`))
const minute = z
  .int()
  .min(0)
  .max(minutesOfDay - 1)
const timeZone = z
  .string()
  .min(1)
  .max(60)
  .refine(isTimeZone, { params: { rule: 'invalid' } })
const quiet = z.object({ from: minute, to: minute, timeZone })
const limit = { points: 60, seconds: 60 }

export const push = contract({
  /** `endpoint`: where this browser takes messages, if it does. */
  getPushSettings: fanRead({
    payload: { endpoint: endpoint.optional() },
    result: z.object({
      /** Null: this installation sends no messages. */
      publicKey: z.string().nullable(),
      /** Newest first. */
      devices: z.array(z.object({ deviceId: id, name: z.string(), createdAt: instant, isThis: z.boolean() })),
      quiet: quiet.nullable(),
    }),
  }),
  /** The browser has allowed messages to the caller (PushSubscription). */
  addPushDevice: fanWrite({
    payload: {
      endpoint,
      /** An uncompressed point of P-256 (65 bytes), and 16 bytes, in base64url. */
      p256dh: key(87),
      auth: key(22),
      name: text({ min: 1, max: 60 }),
    },
    result: z.object({ deviceId: id }),
    refusals: ['pushNotOffered', 'endpointRefused'],
    limit,
  }),
  removePushDevice: fanWrite({
    payload: { deviceId: id },
    result: z.object({}),
    refusals: ['deviceNotFound'],
    limit,
  }),
  /** Null: messages come at any hour. */
  setQuietHours: fanWrite({
    payload: { quiet: quiet.nullable() },
    result: z.object({ quiet: quiet.nullable() }),
    limit,
  }),
})
