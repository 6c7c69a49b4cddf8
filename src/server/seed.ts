import { randomBytes } from 'node:crypto'
import { demoApplications } from '../features/applications/demo.server'
import { demoActivity, demoBrand } from '../features/brands/demo.server'
import { demoComments } from '../features/comments/demo.server'
import { demoContents } from '../features/contents/demo.server'
import { demoDays } from '../features/dashboard/demo.server'
import { demoDownloads } from '../features/downloads/demo.server'
import { demoEventGoods } from '../features/eventGoods/demo.server'
import { demoEvents } from '../features/events/demo.server'
import { demoGoods } from '../features/goods/demo.server'
import { demoInquiries } from '../features/inquiries/demo.server'
import { demoOrders } from '../features/orders/demo.server'
import { demoGoodsOrders } from '../features/orders/fulfillments/demo.server'
import { demoPlans } from '../features/plans/demo.server'
import { demoRevenue } from '../features/revenue/demo.server'
import { demoStreamings } from '../features/streamings/demo.server'
import { demoTerms } from '../features/subscriptions/demo.server'
import { demoMembers, demoTenant } from '../features/tenants/demo.server'
import { tenants } from '../features/tenants/tables.server'
import { pictureFolder } from '../kit/pictures'
import { now } from './clock'
import { database, inTransaction } from './db'
import { demoAccounts, demoPassword } from './demo/accounts'
import { draw } from './demo/drawings/drawings'
import { allInserted } from './demo/insertAll'
import type { Demo } from './demo/parts'
import { demoClubs } from './demo/world'
import { identityAdmin } from './identity/identity'
import { drawnPicture, putPicture } from './storage/pictures'
import { storage } from './storage/storage'

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
    if (!known.has(email))
      await auth.createUser({ uid, email, displayName, emailVerified: true, password: demoPassword })
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

/** Fills an empty database with the demo world, feature by feature; false if the database is not empty. */
export const seedDemoWorld = async (): Promise<boolean> => {
  const [tenant] = await database().select({ tenantId: tenants.tenantId }).from(tenants).limit(1)
  if (tenant) return false
  await inTransaction(async (db) => {
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
    await done()
  })
  return true
}
