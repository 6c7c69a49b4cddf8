import { z } from 'zod'
import { postalCode } from '#club/postal/contract.ts'
import { digitsOf } from '#club/postal/postalCode.ts'
import { contract, fanRead, fanWrite } from '#kit/contract.ts'
import { id, text } from '#kit/text.ts'

export const mostAddresses = 20

/** A Japanese phone number of 10 or 11 digits, as carriers require. */
const phone = text({ min: 1, max: 20 })
  .transform(digitsOf)
  .refine((value) => /^0\d{9,10}$/.test(value), { params: { rule: 'invalidPhone' } })

export const addressFields = {
  postalCode,
  prefecture: text({ min: 1, max: 10 }),
  /** 市区町村・町域. */
  town: text({ min: 1, max: 100 }),
  /** 番地. */
  street: text({ min: 1, max: 100 }),
  building: text({ max: 100 }),
  recipientName: text({ min: 1, max: 50 }),
  recipientPhoneNumber: phone,
}
export const addressForm = z.object(addressFields)

/** `address` is the full address on one line (rule: goods.address); its parts are for the form. */
export const shippingAddress = z.object({
  addressId: id,
  postalCode: z.string(),
  address: z.string(),
  recipientName: z.string(),
  recipientPhoneNumber: z.string(),
  isDefaultAddress: z.boolean(),
  prefecture: z.string(),
  town: z.string(),
  street: z.string(),
  building: z.string(),
})
export type ShippingAddress = z.infer<typeof shippingAddress>

const addressId = id
export const addresses = contract({
  getShippingAddressList: fanRead({
    payload: { userId: z.string().min(1).max(128) },
    result: z.object({ shippingAddressList: z.array(shippingAddress) }),
    refusals: ['userNotFound'],
  }),
  /**
   * Without an id a new address is created; the first one becomes the default. A postal code of another prefecture is
   * refused until the fan has confirmed it: a few codes belong to places in two.
   */
  saveShippingAddress: fanWrite({
    payload: { addressId: addressId.optional(), ...addressFields, isPrefectureConfirmed: z.boolean().optional() },
    result: z.object({ addressId }),
    refusals: ['addressNotFound', 'tooManyAddresses', 'prefectureMismatch'],
  }),
  deleteShippingAddress: fanWrite({
    payload: { addressId },
    result: z.object({}),
    refusals: ['addressNotFound'],
  }),
  setDefaultShippingAddress: fanWrite({
    payload: { addressId },
    result: z.object({}),
    refusals: ['addressNotFound'],
  }),
})
