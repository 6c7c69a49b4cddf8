import { brandJobs } from '#club/brands/jobs.server.ts'
import { serverConfig } from '#config.server.ts'
import { now } from '#server/clock.ts'
import type { Db } from '#server/proven.ts'
import { enqueue } from '#server/queue.ts'
import { renewPages } from '#server/renewal.ts'

/** Milliseconds after which a cache is told once more: another instance may have answered it as the write was on its way. */
const again = 10_000

/** Visitors' pages with this tag are made anew: those that instances keep, and those of a cache in front. */
export const renew = async (db: Db, tag: string): Promise<void> => {
  await renewPages(db, tag)
  if (!serverConfig().CDN_PURGE_URL) return
  await enqueue(db, brandJobs.purgePages, { tag })
  await enqueue(db, brandJobs.purgePages, { tag }, { at: now() + again })
}
