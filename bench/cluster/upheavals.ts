import { say } from '../measure'
import type { Cluster } from './cluster'
import { failures, keyless, nothingLost, pause, tallies, underLoad } from './load'

/* What is done to a cluster while it is asked, and what may fail by it. */
type Upheaval = { title: string; during: (cluster: Cluster) => Promise<void>; mayFail?: string[] }

export const rolling: Upheaval = {
  title: 'rolling restart, of both webs one after the other',
  during: async ({ webs }) => {
    for (const web of webs) {
      await pause(2000)
      await web.stop()
      await web.start()
    }
    await pause(2000)
  },
}

export const killedWebs: Upheaval = {
  title: 'kill -9, of both webs one after the other',
  mayFail: [keyless],
  during: async ({ webs }) => {
    for (const web of webs) {
      await pause(2000)
      await web.kill()
      await pause(1000)
      await web.start()
    }
    await pause(2000)
  },
}

export const killedWorker: Upheaval = {
  title: 'kill -9 of the worker',
  during: async ({ worker }) => {
    await pause(2000)
    await worker.kill()
    await pause(2000)
    await worker.start()
    await pause(1000)
  },
}

/** What a write has renewed a moment before is not kept, so that pages are told to come again as well; all of it is back with the connection. */
export const cutConnection: Upheaval = {
  title: 'the connection to the primary breaks for two seconds: kill -9 of pgbouncer, and every session ended',
  mayFail: ['pages', 'reads', 'writes with a key', keyless],
  during: async ({ pooler, database }) => {
    await pause(2000)
    await pooler.kill()
    database.sql(
      `select count(pg_terminate_backend(pid)) from pg_stat_activity where usename = 'tsudoi_app' and datname = 'tsudoi'`,
    )
    await pause(2000)
    await pooler.start()
    await pause(6000)
  },
}

export const upheave = async (cluster: Cluster, { title, during, mayFail = [] }: Upheaval) => {
  const load = await underLoad(cluster, () => during(cluster))
  say(`\n${title}, under load`)
  tallies(load)
  return [...failures(title, load, mayFail), ...(await nothingLost(title, cluster.database.appUrl, load))]
}

/** Afterwards everything is as before: no call fails, and jobs run. */
export const isWhole = async (cluster: Cluster, after: string) => {
  const load = await underLoad(cluster, () => pause(3000))
  return failures(`after ${after}`, load)
}
