import { lockFan } from '#money/orders/queries.server.ts'
import type { Handlers } from '#server/context.ts'
import { areaOf } from '#server/postal/directory.ts'
import { shownAddress } from './address'
import { type addresses, mostAddresses } from './contract'
import { addressesOf, addressOf, deleteAddress, insertAddress, makeDefault, setAddress } from './queries.server'

export const addressHandlers: Handlers<typeof addresses> = {
  async getShippingAddressList({ db, fan, refuse }, { userId }) {
    if (userId !== fan.uid) return refuse('userNotFound')
    return { shippingAddressList: (await addressesOf(db, fan)).map(shownAddress) }
  },

  async saveShippingAddress({ db, fan, now, newId, refuse }, { addressId, isPrefectureConfirmed, ...said }) {
    const area = isPrefectureConfirmed ? null : await areaOf(said.postalCode)
    if (area && area.prefecture !== said.prefecture) return refuse('prefectureMismatch')
    await lockFan(db, fan.uid)
    const fields = {
      recipientName: said.recipientName,
      recipientPhone: said.recipientPhoneNumber,
      postalCode: said.postalCode,
      prefecture: said.prefecture,
      town: said.town,
      address: said.street,
      building: said.building,
      editedAt: now,
    }
    if (addressId !== undefined)
      return (await setAddress(db, fan, addressId, fields)) ? { addressId } : refuse('addressNotFound')
    const known = await addressesOf(db, fan)
    if (known.length >= mostAddresses) return refuse('tooManyAddresses')
    const row = { ...fields, uid: fan.uid, addressId: newId('address'), isDefault: known.length === 0, createdAt: now }
    await insertAddress(db, row)
    return { addressId: row.addressId }
  },

  async deleteShippingAddress({ db, fan, now, refuse }, { addressId }) {
    await lockFan(db, fan.uid)
    const row = (await addressOf(db, fan, addressId)) ?? refuse('addressNotFound')
    await deleteAddress(db, fan, addressId)
    const [next] = row.isDefault ? await addressesOf(db, fan) : []
    if (next) await makeDefault(db, fan, next.addressId, now)
    return {}
  },

  async setDefaultShippingAddress({ db, fan, now, refuse }, { addressId }) {
    await lockFan(db, fan.uid)
    if (!(await addressOf(db, fan, addressId))) return refuse('addressNotFound')
    await makeDefault(db, fan, addressId, now)
    return {}
  },
}
