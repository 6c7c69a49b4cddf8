import { z } from 'zod'
import { contract, fanRead } from '#kit/contract.ts'
import { text } from '#kit/text.ts'
import { digitsOf } from './postalCode'

export const postalCode = text({ min: 1, max: 20 })
  .transform(digitsOf)
  .refine((value) => /^\d{7}$/.test(value), { params: { rule: 'invalidPostalCode' } })

export const postal = contract({
  /** Result of a postal code; null if it is unknown or useless for filling in the form. */
  getAddressByPostalCode: fanRead({
    payload: { postalCode },
    result: z.object({ address: z.object({ prefecture: z.string(), town: z.string() }).nullable() }),
  }),
})
