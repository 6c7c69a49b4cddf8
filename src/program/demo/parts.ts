import { day, type Instant, tokyoMonth } from '#kit/time.ts'
import type { Db } from '#server/proven.ts'
import type { Colors, Subject } from './drawings/drawings'
import type { demoClubs } from './world'

/*
 * The context of every feature's demo.server.ts. The demo world is the same at every start, so that today's screenshot
 * looks like yesterday's: numbers come from `randomFrom`, times from the moment at which the world is made.
 */
export type DemoClub = (typeof demoClubs)[number]
export type Demo = {
  db: Db
  /** The moment for which the world is made: most data is older, some is scheduled for later. */
  at: Instant
  /** Stores a private file. */
  file: (key: string, bytes: Uint8Array, contentType: string) => Promise<unknown>
  /** URL of a picture, which is drawn and stored in all its widths before seeding ends. */
  picture: (name: string, subject: Subject, size: [number, number], colors: Colors) => string
}

export const pad = (n: number) => String(n).padStart(4, '0')

/** The n-th month before (negative: after) the month of `at`; may cross years. */
export const monthBefore = (at: Instant, n: number) => {
  const { year, month } = tokyoMonth(at)
  return tokyoMonth(Date.UTC(year, month - 1 - n, 15))
}

/** The e-mail address of somebody in the demo world. */
export const emailOf = (uid: string) => `${uid.replaceAll('_', '-')}@example.test`

const familyNames = ['佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺', '山本', '中村', '小林', '加藤', '吉田', '山田']
const givenNames = ['葵', '陽菜', '蓮', '結衣', '湊', '凛', '樹', '咲良', '律', '芽衣', '朔', '紬']
export const personName = (n: number) =>
  `${familyNames[n % familyNames.length]} ${givenNames[(n * 7 + Math.floor(n / 12)) % givenNames.length]}`

/** Age of the demo's clubs, in milliseconds. */
export const openedBefore = 500 * day
