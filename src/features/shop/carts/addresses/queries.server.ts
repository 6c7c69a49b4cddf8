import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Db, Fan } from '#server/proven.ts'
import { shippingAddresses } from '../tables.server'
import { mostAddresses } from './contract'

const arg = sql.placeholder

export type AddressRow = typeof shippingAddresses.$inferSelect
const isOf = ({ uid }: Fan, addressId: string) =>
  and(eq(shippingAddresses.uid, uid), eq(shippingAddresses.addressId, addressId))

const addressesQuery = prepared((db) =>
  db
    .select()
    .from(shippingAddresses)
    .where(eq(shippingAddresses.uid, arg('uid')))
    .orderBy(desc(shippingAddresses.isDefault), asc(shippingAddresses.createdAt), asc(shippingAddresses.addressId))
    .limit(mostAddresses)
    .prepare(''),
)
/** The default first, then the oldest. */
export const addressesOf = (db: Db, { uid }: Fan): Promise<AddressRow[]> => addressesQuery(db).execute({ uid })

const addressQuery = prepared((db) =>
  db
    .select()
    .from(shippingAddresses)
    .where(and(eq(shippingAddresses.uid, arg('uid')), eq(shippingAddresses.addressId, arg('addressId'))))
    .prepare(''),
)
export const addressOf = async (db: Db, { uid }: Fan, addressId: string): Promise<AddressRow | undefined> => {
  const [row] = await addressQuery(db).execute({ uid, addressId })
  return row
}

export const insertAddress = (db: Db, row: AddressRow) => db.insert(shippingAddresses).values(row)

type Changes = Partial<Omit<AddressRow, 'uid' | 'addressId' | 'isDefault' | 'createdAt'>>
export const setAddress = async (db: Db, fan: Fan, addressId: string, changes: Changes & { editedAt: Instant }) => {
  const saved = await db
    .update(shippingAddresses)
    .set(changes)
    .where(isOf(fan, addressId))
    .returning({ addressId: shippingAddresses.addressId })
  return saved.length === 1
}
export const deleteAddress = (db: Db, fan: Fan, addressId: string) =>
  db.delete(shippingAddresses).where(isOf(fan, addressId))

/** At most one address is the default, by a unique index; callers hold the fan's lock. */
export const makeDefault = async (db: Db, fan: Fan, addressId: string, now: Instant) => {
  await db
    .update(shippingAddresses)
    .set({ isDefault: false })
    .where(and(eq(shippingAddresses.uid, fan.uid), eq(shippingAddresses.isDefault, true)))
  await db.update(shippingAddresses).set({ isDefault: true, editedAt: now }).where(isOf(fan, addressId))
}
