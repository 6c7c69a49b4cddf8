import type { ShippingAddress } from './contract'

type Kept = {
  addressId: string
  recipientName: string
  recipientPhone: string
  postalCode: string
  prefecture: string
  town: string
  address: string
  building: string
  isDefault: boolean
}

/** As fans and shops read it: the whole of it on one line, and its parts. */
export const shownAddress = (row: Kept): ShippingAddress => ({
  addressId: row.addressId,
  postalCode: row.postalCode,
  address: `${row.prefecture}${row.town}${row.address}${row.building === '' ? '' : ` ${row.building}`}`,
  recipientName: row.recipientName,
  recipientPhoneNumber: row.recipientPhone,
  isDefaultAddress: row.isDefault,
  prefecture: row.prefecture,
  town: row.town,
  street: row.address,
  building: row.building,
})
