import { isBanned, rememberFan, rememberPerson } from '#club/fans/queries.server.ts'
import type { NewId } from '#kit/ids.ts'
import type { Instant } from '#kit/time.ts'
import type { Handlers } from '#server/context.ts'
import type { Db, Locale, PublicBrand, User } from '#server/proven.ts'
import { isOpen } from '../access'
import { contentForReader } from '../public/queries.server'
import { accessOfRow } from '../public/reader.server'
import type { loves } from './contract'
import { addLove, lovesOf, moveCountAsFan, removeLove } from './queries.server'

type Context = {
  db: Db
  brand: PublicBrand
  user: User
  now: Instant
  newId: NewId
  locale: Locale
  refuse: (code: 'contentNotFound' | 'contentLocked' | 'commentBanned') => never
}

const readable = async ({ db, brand, user, now, refuse }: Context, planContentId: string) => {
  const row = (await contentForReader(db, brand, planContentId, { uid: user.uid, now })) ?? refuse('contentNotFound')
  if (!isOpen(accessOfRow(row, now).status)) return refuse('contentLocked')
  if (await isBanned(db, brand, user.uid, now)) return refuse('commentBanned')
  return row
}

export const loveHandlers: Handlers<typeof loves> = {
  async lovePlanContent(context, { planContentId }) {
    const { db, brand, user, now } = context
    const content = await readable(context, planContentId)
    await rememberPerson(db, user, context)
    await rememberFan(db, brand, user.uid, context)
    if (await addLove(db, content, user.uid, now)) await moveCountAsFan(db, content, { loves: 1 })
    return { hasAlreadyLoved: true, countOfLoves: await lovesOf(db, content) }
  },

  async unLovePlanContent(context, { planContentId }) {
    const { db, user } = context
    const content = await readable(context, planContentId)
    if (await removeLove(db, content, user.uid)) await moveCountAsFan(db, content, { loves: -1 })
    return { hasAlreadyLoved: false, countOfLoves: await lovesOf(db, content) }
  },
}
