import type { Handlers } from '#server/context.ts'
import type { presence as contract } from './contract'
import { othersEditing, removeEditing, saveEditing } from './queries.server'

export const presenceHandlers: Handlers<typeof contract> = {
  async noteEditing({ db, brand, member, now }, { isLeaving, ...place }) {
    if (isLeaving) {
      await removeEditing(db, brand, place, member)
      return { others: [] }
    }
    await saveEditing(db, brand, place, member, now)
    return { others: await othersEditing(db, brand, place, member, now) }
  },
}
