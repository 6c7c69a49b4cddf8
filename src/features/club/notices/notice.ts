import { day, type Instant } from '#kit/time.ts'

/** What a fan is told of: an answer to a comment, what their clubs published, lives, and orders. */
export const noticeKinds = [
  'reply',
  'brandReply',
  'content',
  'livePlanned',
  'liveBegan',
  'orderSent',
  'orderReady',
  'pickUpOpen',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** How far back the bell looks, how many of each kind it reads, and how many it shows. */
export const lookBack = 14 * day
export const mostOfKind = 20
export const mostShown = 50
/** More clubs than anybody has. */
export const mostClubs = 1000

export type Notice = {
  kind: NoticeKind
  at: Instant
  brand: { slug: string; name: string; icon: string }
  /** Id of the content or order that it leads to. */
  itemId: string
  /** Name of the content, or of what was ordered. */
  name: string
  /** Who answered (empty of a member without a name, or with the brand's), or the number of the order; empty of what a club published. */
  detail: string
  /** When a planned live begins. */
  startAt: Instant | null
}

type Happened = { kind: string; itemId: string; at: Instant }

/** Newest first; a fixed order for what happened in the same moment. */
export const newest = <Item extends Happened>(all: readonly Item[], limit = mostShown): Item[] =>
  [...all].sort((a, b) => b.at - a.at || (a.kind + a.itemId < b.kind + b.itemId ? -1 : 1)).slice(0, limit)

/** Number of unread ones; all of them for somebody who has never looked. */
export const unreadOf = (all: readonly { at: Instant }[], seenAt: Instant | null): number =>
  all.filter(({ at }) => seenAt === null || at > seenAt).length
