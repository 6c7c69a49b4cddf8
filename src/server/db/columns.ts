import { customType } from 'drizzle-orm/pg-core'
import { serverConfig } from '#config.server.ts'
import type { Instant } from '#kit/time.ts'

/** As a parameter of SQL where no column gives the type. */
export const toTimestamp = (at: Instant): string =>
  at === Number.POSITIVE_INFINITY ? 'infinity' : new Date(at).toISOString()

/** A `timestamptz` read as epoch milliseconds; Infinity is later than any. */
export const instantColumn = customType<{ data: Instant; driverData: string | Date | number }>({
  dataType: () => 'timestamptz',
  toDriver: toTimestamp,
  fromDriver: (value) => {
    if (typeof value === 'number' || value === 'infinity') return Number.POSITIVE_INFINITY
    return typeof value === 'string' ? Date.parse(value) : value.getTime()
  },
})

const ours = 'storage:'
const storageBase = () => `${serverConfig().PUBLIC_STORAGE_URL.replace(/\/$/, '')}/`

const kept = (value: string) => (value.startsWith(storageBase()) ? ours + value.slice(storageBase().length) : value)
const shown = (value: string) => (value.startsWith(ours) ? storageBase() + value.slice(ours.length) : value)

/**
 * URL of a picture. URLs of our own storage are stored without its base, so that the program or its files can move to
 * another address without changes to the rows.
 */
export const pictureColumn = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: kept,
  fromDriver: shown,
})

type Picture = { url: string; alt: string }
/** Pictures in their order, each with its alt text. */
export const picturesColumn = customType<{ data: Picture[]; driverData: string | Picture[] }>({
  dataType: () => 'jsonb',
  toDriver: (pictures) => JSON.stringify(pictures.map(({ url, alt }) => ({ url: kept(url), alt }))),
  fromDriver: (value) =>
    (typeof value === 'string' ? (JSON.parse(value) as Picture[]) : value).map(({ url, alt }) => ({
      url: shown(url),
      alt,
    })),
})
