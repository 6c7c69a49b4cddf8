import { customType } from 'drizzle-orm/pg-core'
import type { Instant } from '../kit/time'

/** A `timestamptz` that the program knows as epoch milliseconds. */
export const instantColumn = customType<{ data: Instant; driverData: string | Date }>({
  dataType: () => 'timestamptz',
  toDriver: (value) => new Date(value).toISOString(),
  fromDriver: (value) => (typeof value === 'string' ? Date.parse(value) : value.getTime()),
})
