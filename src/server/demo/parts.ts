import { day, type Instant, tokyoMonth } from '../../kit/time'
import type { Db } from '../proven'
import type { Colors, Subject } from './drawings/drawings'
import type { demoClubs } from './world'

/*
 * What every noun's demo.server.ts works with. The demo world is the same at every start, so that a screenshot of today
 * looks like one of yesterday: numbers come from `randomFrom`, times from the moment at which the world is made.
 */
export type DemoClub = (typeof demoClubs)[number]
export type Demo = {
  db: Db
  /** The moment at which the world is made: everything lies before it, and some things after. */
  at: Instant
  /** Stores a private file. */
  file: (key: string, bytes: Uint8Array, contentType: string) => Promise<unknown>
  /** The address of a picture that is drawn and stored in all its widths before the world is there. */
  picture: (name: string, subject: Subject, size: [number, number], colors: Colors) => string
}

export const pad = (n: number) => String(n).padStart(4, '0')

/** The n-th month before (negative: after) the one that holds `at`; n may pass the turn of a year. */
export const monthBefore = (at: Instant, n: number) => {
  const { year, month } = tokyoMonth(at)
  return tokyoMonth(Date.UTC(year, month - 1 - n, 15))
}

const familyNames = ['佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺', '山本', '中村', '小林', '加藤', '吉田', '山田']
const givenNames = ['葵', '陽菜', '蓮', '結衣', '湊', '凛', '樹', '咲良', '律', '芽衣', '朔', '紬']
export const personName = (n: number) =>
  `${familyNames[n % familyNames.length]} ${givenNames[(n * 7 + Math.floor(n / 12)) % givenNames.length]}`

/** When the demo's clubs were opened. */
export const openedBefore = 500 * day
