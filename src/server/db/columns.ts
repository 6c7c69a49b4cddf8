import { customType } from 'drizzle-orm/pg-core'
import { serverConfig } from '../../config.server'
import type { Instant } from '../../kit/time'

/** A `timestamptz` that the program knows as epoch milliseconds. */
export const instantColumn = customType<{ data: Instant; driverData: string | Date }>({
  dataType: () => 'timestamptz',
  toDriver: (value) => new Date(value).toISOString(),
  fromDriver: (value) => (typeof value === 'string' ? Date.parse(value) : value.getTime()),
})

const ours = 'storage:'
const storageBase = () => `${serverConfig().PUBLIC_STORAGE_URL.replace(/\/$/, '')}/`

/**
 * A picture's address. Those of our own storage are kept without its base, so that the program may move to another
 * address, or its files to another host, without a row being touched.
 */
export const pictureColumn = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => (value.startsWith(storageBase()) ? ours + value.slice(storageBase().length) : value),
  fromDriver: (value) => (value.startsWith(ours) ? storageBase() + value.slice(ours.length) : value),
})
