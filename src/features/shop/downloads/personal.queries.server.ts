import { and, eq } from 'drizzle-orm'
import { becauseOf, exported, fatesOf, kept, mostCopied, type PersonalData } from '#server/personal.ts'
import { downloadGrants, downloadLog, goodsFiles } from './tables.server'

export const personalOfDownloads: PersonalData = {
  columns: [
    fatesOf(downloadGrants, { uid: exported(becauseOf.money) }),
    fatesOf(downloadLog, { network: kept('a keyed hash that leads to no address') }),
  ],

  async export(db, { uid }) {
    const downloads = await db
      .select({
        file: goodsFiles.name,
        usedCount: downloadGrants.usedCount,
        lastDownloadAt: downloadGrants.lastDownloadAt,
        createdAt: downloadGrants.createdAt,
      })
      .from(downloadGrants)
      .innerJoin(
        goodsFiles,
        and(eq(goodsFiles.tenantId, downloadGrants.tenantId), eq(goodsFiles.fileId, downloadGrants.fileId)),
      )
      .where(eq(downloadGrants.uid, uid))
      .limit(mostCopied)
    return { downloads }
  },
}
