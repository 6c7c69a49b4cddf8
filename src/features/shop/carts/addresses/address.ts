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

/** Address as shown to fans and shops: on one line, and in parts. */
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
