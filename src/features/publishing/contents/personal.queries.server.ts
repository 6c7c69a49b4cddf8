import { eq } from 'drizzle-orm'
import { becauseOf, exported, fatesOf, kept, mostCopied, type PersonalData } from '#server/personal.ts'
import { contentLoves, contentViewers } from './public/tables.server'
import { contents } from './tables.server'
import { contentVersions } from './versions/tables.server'

export const personalOfContents: PersonalData = {
  columns: [
    fatesOf(contents, { editedBy: kept(becauseOf.record) }),
    fatesOf(contentVersions, { savedBy: kept(becauseOf.record) }),
    fatesOf(contentLoves, { uid: exported('counts as one love; without the account only a uid') }),
    fatesOf(contentViewers, { viewer: kept('a hash that leads to nobody, deleted the next day') }),
  ],

  async export(db, { uid }) {
    const loves = await db
      .select({ planContentId: contentLoves.planContentId, lovedAt: contentLoves.lovedAt })
      .from(contentLoves)
      .where(eq(contentLoves.uid, uid))
      .limit(mostCopied)
    return { loves }
  },
}
