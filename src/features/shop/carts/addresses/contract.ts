import { z } from 'zod'
import { contract, fanRead, fanWrite } from '#kit/contract.ts'
import { id, text } from '#kit/text.ts'

export const mostAddresses = 20

/** Digits only: hyphens, spaces and full-width digits are normalized. */
const digitsOf = (value: string) => value.normalize('NFKC').replace(/[-\s()ー‐−〒]/g, '')
const postalCode = text({ min: 1, max: 20 })
  .transform(digitsOf)
  .refine((value) => /^\d{7}$/.test(value), { params: { rule: 'invalidPostalCode' } })
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
  /** Result of a postal code; null if it is unknown or useless for filling in the form. */
  getAddressByPostalCode: fanRead({
    payload: { postalCode },
    result: z.object({ address: z.object({ prefecture: z.string(), town: z.string() }).nullable() }),
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
