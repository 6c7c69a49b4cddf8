import { minMembersShown } from '#club/brands/brand.ts'
import { brandRow, profileOf } from '#club/brands/queries.server.ts'
import { figuresOrCount } from '#club/brands/statistics.server.ts'
import { tokyoMonth } from '#kit/time.ts'
import type { Handlers } from '#server/context.ts'
import { membersOf } from '../plans/statistics.server'
import type { memberFigures } from './contract'

export const memberFigureHandlers: Handlers<typeof memberFigures> = {
  async getPublicBrandProfile({ db, brand, now }) {
    const count = async () => ({ members: await membersOf(db, brand, now) })
    const { members } = await figuresOrCount(db, brand, 'planStatistics', count)
    const row = await brandRow(db, brand)
    return {
      ...profileOf(row),
      memberCount: members < minMembersShown ? null : members,
      since: tokyoMonth(row.createdAt),
    }
  },
}
