import { isBanned, rememberFan, rememberPerson } from '#club/fans/queries.server.ts'
import type { NewId } from '#kit/ids.ts'
import type { Instant } from '#kit/time.ts'
import type { Db, Locale, PublicBrand, User } from '#server/proven.ts'
import { isOpen } from '../contents/access'
import { contentForReader, type ReaderRow } from '../contents/public/queries.server'
import { accessOfRow } from '../contents/public/reader.server'
import { mayComment, reasonsToHold } from './comment'
import { hasPublished, holdingOf, isMemberOf } from './queries.server'

/* Who may read and write beside a content, and what waits for the staff: of comments, and of the chat of a live. */

type Refuse = (code: 'contentNotFound' | 'contentLocked') => never
type CommentReading = { db: Db; brand: PublicBrand; now: Instant; refuse: Refuse }

/** The content, if the caller may read it: comments are visible only to its readers. */
export const readable = async (
  { db, brand, now, refuse }: CommentReading,
  planContentId: string,
  uid: string | undefined,
) => {
  const row = (await contentForReader(db, brand, planContentId, { uid, now })) ?? refuse('contentNotFound')
  return isOpen(accessOfRow(row, now).status) ? row : refuse('contentLocked')
}

/** Why a reader of the content may not comment on it; null if they may. */
export const cannotComment = async (db: Db, brand: PublicBrand, row: ReaderRow, user: User | null, now: Instant) => {
  const { commentPolicy: policy, commentAudience: audience, isStaff } = row
  if (policy === 'disabled') return 'commentsDisabled'
  if (!user) return 'signIn'
  if (!isStaff && (await isBanned(db, brand, user.uid, now))) return 'commentBanned'
  const isMember = audience === 'members' && (await isMemberOf(db, brand, user.uid, now))
  const answer = mayComment({ policy, audience }, { isStaff, isMember, isOfPlan: row.running.length > 0 })
  return answer === 'yes' ? null : answer
}

type Author = { db: Db; brand: PublicBrand; user: User; now: Instant; newId: NewId; locale: Locale }
export const remember = async (context: Author, { isStaff }: Pick<ReaderRow, 'isStaff'>) => {
  const { db, brand, user } = context
  await rememberPerson(db, user, context)
  // Spares a statement: who reads everything works for the brand.
  if (!isStaff) await rememberFan(db, brand, user.uid, context)
}

/** Reasons to hold what was just written. `isKnown`: whether the brand knows words of its author from elsewhere than comments. */
export const whyHeld = async (
  { db, brand, user }: Pick<Author, 'db' | 'brand' | 'user'>,
  row: ReaderRow,
  content: string,
  isKnown: () => Promise<boolean> = async () => false,
) => {
  const { words: watchedWords, holdNewFans } = await holdingOf(db, brand)
  const { commentPolicy: policy, isStaff } = row
  const isNewFan = holdNewFans && !isStaff && !(await hasPublished(db, brand, user.uid)) && !(await isKnown())
  return reasonsToHold(content, { policy, watchedWords, isStaff, isNewFan })
}
