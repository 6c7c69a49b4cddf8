import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { tenants } from '#club/tenants/tables.server.ts'
import { pictureFolder } from '#kit/pictures.ts'
import { now } from '#server/clock.ts'
import { enterAll } from '#server/db/directory.ts'
import { database, inTransaction } from '#server/db.ts'
import { identityAdmin } from '#server/identity/identity.ts'
import { sleep } from '#server/machine/processes.ts'
import type { Db } from '#server/proven.ts'
import { drawnPicture, putPicture } from '#server/storage/pictures.ts'
import { storage } from '#server/storage/storage.ts'
import { demoAccounts, demoPassword } from './demo/accounts'
import { demoApplications } from './demo/club/applications.server'
import { demoActivity, demoBrand } from './demo/club/brands.server'
import { demoInquiries } from './demo/club/inquiries.server'
import { demoMembers, demoTenant } from './demo/club/tenants.server'
import { draw } from './demo/drawings/drawings'
import { allInserted } from './demo/insertAll'
import { demoPlans } from './demo/membership/plans.server'
import { demoTerms } from './demo/membership/subscriptions.server'
import { demoOrders } from './demo/money/orders.server'
import { demoRevenue } from './demo/money/revenue.server'
import { demoDays } from './demo/office/dashboard.server'
import type { Demo } from './demo/parts'
import { demoComments } from './demo/publishing/comments.server'
import { demoContents } from './demo/publishing/contents.server'
import { demoEvents } from './demo/publishing/events.server'
import { demoStreamings } from './demo/publishing/streamings.server'
import { demoDownloads } from './demo/shop/downloads.server'
import { demoEventGoods } from './demo/shop/eventGoods.server'
import { demoGoods } from './demo/shop/goods.server'
import { demoGoodsOrders } from './demo/shop/parcels.server'
import { demoClubs } from './demo/world'
import { namedColumns } from './names'

/** Pictures are drawn in parallel with the rows, whose URLs are known beforehand. */
const painter = () => {
  const drawn: Promise<void>[] = []
  const put = async (key: string, svg: string) => putPicture(key, await drawnPicture(svg))
  const picture: Demo['picture'] = (name, subject, [width, height], colors) => {
    const key = `public/${pictureFolder}/demo/${name}-${randomBytes(4).toString('hex')}.png`
    const made = put(key, draw(subject, { width, height, colors, seed: drawn.length }))
    // Awaited by `done`; until then a failure must not count as an unhandled rejection.
    made.catch(() => {})
    drawn.push(made)
    return storage().publicUrl(key)
  }
  return { picture, done: () => Promise.all(drawn) }
}

/** Creates the accounts that the emulator does not have yet; changed ones stay as they are. */
export const fillDemoAccounts = async () => {
  const auth = identityAdmin()
  const { users } = await auth.getUsers(demoAccounts.map(({ email }) => ({ email })))
  const known = new Set(users.map(({ email }) => email))
  for (const { uid, email, displayName } of demoAccounts) {
    if (known.has(email)) continue
    try {
      await auth.createUser({ uid, email, displayName, emailVerified: true, password: demoPassword })
    } catch (error) {
      // Another program made it meanwhile, which says which of the two ids was there.
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code !== 'auth/email-already-exists' && code !== 'auth/uid-already-exists') throw error
    }
  }
}

const fillWorld = async (demo: Demo) => {
  for (const club of demoClubs) {
    await demoTenant(demo, club)
    await demoBrand(demo, club)
    await demoMembers(demo, club)
    await demoPlans(demo, club)
    const second = club.second && { ...club, ...club.second, seasons: 0 }
    if (second) {
      await demoBrand(demo, second)
      await demoPlans(demo, second)
    }
    await demoTerms(demo, club)
    await demoContents(demo, club)
    await demoEvents(demo, club)
    await demoStreamings(demo, club)
    await demoComments(demo, club)
    await demoOrders(demo, club)
    await demoGoodsOrders(demo, club)
    await demoGoods(demo, club)
    await demoDownloads(demo, club)
    await demoEventGoods(demo, club)
    await demoRevenue(demo, club)
    await demoInquiries(demo, club)
    if (club.seasons > 0) await demoDays(demo, club)
    if (club.seasons > 0) await demoActivity(demo, club)
  }
  await demoApplications(demo)
}

const isEmpty = async (db: Db) => {
  const [tenant] = await db.select({ tenantId: tenants.tenantId }).from(tenants).limit(1)
  return !tenant
}

/** Asked again and again instead of waiting in one statement, which the client gives up before a slow machine has filled the world. */
const mayFill = async (db: Db) => {
  const { rows } = await db.execute<{ may: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('demo world', 0)) as may`,
  )
  return rows[0]?.may === true
}

/**
 * Fills an empty database with the demo world, feature by feature; false if the database is not empty. Of programs that start on it at
 * the same moment one fills it, and the others wait for that.
 */
export const seedDemoWorld = async (): Promise<boolean> => {
  if (!(await isEmpty(database()))) return false
  return inTransaction(async (db) => {
    // Filling takes longer than any other transaction may.
    await db.execute(sql`set local lock_timeout = 0`)
    await db.execute(sql`set local statement_timeout = 0`)
    while (!(await mayFill(db))) await sleep(200)
    if (!(await isEmpty(db))) return false
    const { picture, done } = painter()
    const demo: Demo = {
      db,
      at: now(),
      picture,
      file: (key, bytes, contentType) => storage().put(key, bytes, contentType),
    }
    try {
      await fillWorld(demo)
    } finally {
      await allInserted(db)
    }
    await enterAll(db, namedColumns)
    await done()
    return true
  })
}
