import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { serverConfig } from '#config.server.ts'
import { runJob, startJobs, stopJobs } from '#program/jobs.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { type JobDefinition, job, jobs } from '#server/jobDefinition.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import { listOutbox, readOutbox } from '#server/mail/outbox.ts'
import { enqueue, moveClock, runDueJobs } from '#server/queue.ts'
import '../support/club'
import { statementsOf } from '../support/cost'

const mail = (subject: string) => ({
  to: 'fan@tsudoi.test',
  subject,
  text: 'こんにちは https://example.com/a',
  locale: 'ja' as const,
})
const day = 86_400_000

beforeAll(async () => {
  await stopJobs()
  await startJobs()
})

const subjects = async () => (await listOutbox()).map(({ subject }) => subject)

describe('jobs', () => {
  test('a mail is sent when the transaction that asked for it commits', async () => {
    await database().transaction((tx) => enqueue(tx, mailJobs.sendMail, mail('committed')))
    await runDueJobs()
    expect(await subjects()).toContain('committed')
  })

  test('nothing is sent when the transaction rolls back', async () => {
    const failing = database().transaction(async (tx) => {
      await enqueue(tx, mailJobs.sendMail, mail('rolled back'))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await runDueJobs()
    expect(await subjects()).not.toContain('rolled back')
  })

  test('the same job id sends one mail', async () => {
    const id = '6f1a6d2e-4c57-4c6e-9a3c-1f6f2b7d9a10'
    await enqueue(database(), mailJobs.sendMail, mail('once'), { id })
    await runDueJobs()
    await runJob(mailJobs.sendMail, { id, data: mail('once') })
    expect((await subjects()).filter((subject) => subject === 'once')).toHaveLength(1)
    expect((await readOutbox(id))?.text).toContain('こんにちは')
    expect((await readdir(join(serverConfig().DATA_DIR, 'outbox'))).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  test('workers find what nobody ran by hand', async () => {
    await enqueue(database(), mailJobs.sendMail, mail('by a worker'))
    await expect.poll(subjects).toContain('by a worker')
  })

  test('a queue that works one by one goes on to its next job without being woken for each', async () => {
    const list = (await import('#program/jobList.ts')).jobList as Map<string, JobDefinition>
    let done = 0
    const data = z.object({ n: z.number() })
    const { oneByOne } = jobs({
      oneByOne: job({ about: 'platform', data }, async () => {
        done++
      }),
    })
    list.set(oneByOne.name, oneByOne)
    await stopJobs()
    await startJobs()
    try {
      for (let n = 0; n < 20; n++) await enqueue(database(), oneByOne, { n })
      const sent = await statementsOf(() => expect.poll(() => done).toBe(20))
      expect(sent.filter(({ text }) => text.includes('recursive waiting')).length).toBeLessThan(10)
    } finally {
      list.delete(oneByOne.name)
    }
  })

  test('a start changes the queues whose options are others, and sends nothing for the rest', async () => {
    await stopJobs()
    await database().execute(sql`update pgboss.queue set retry_limit = 77 where queue.name = 'sendMail'`)
    const changed = (statements: { text: string }[]) =>
      statements.filter(({ text }) => /UPDATE pgboss\.queue/.test(text))
    const limit = async () =>
      (await database().execute(sql`select queue.retry_limit from pgboss.queue where queue.name = 'sendMail'`)).rows
    const sent = async () => {
      const said: { text: string }[] = []
      const query = pg.Client.prototype.query
      const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
        this: pg.Client,
        ...all: unknown[]
      ) {
        said.push({ text: String(all[0]) })
        return (query as (...all: unknown[]) => unknown).apply(this, all)
      } as never)
      await startJobs()
      spy.mockRestore()
      return changed(said)
    }
    expect(await sent()).toHaveLength(1)
    expect(await limit()).toEqual([{ retry_limit: mailJobs.sendMail.retryLimit }])
    await stopJobs()
    expect(await sent()).toEqual([])
  })

  test('moving the clock runs what falls due on the way, at its own time', async () => {
    const start = now()
    await enqueue(database(), mailJobs.sendMail, mail('third day'), { at: start + 3 * day })
    await enqueue(database(), mailJobs.sendMail, mail('fortieth day'), { at: start + 40 * day })
    await runDueJobs()
    expect(await subjects()).not.toContain('third day')

    await moveClock(start + 30 * day)
    expect(now()).toBeGreaterThanOrEqual(start + 30 * day)
    const sent = await listOutbox()
    expect(sent.map(({ subject }) => subject)).not.toContain('fortieth day')
    const third = sent.find(({ subject }) => subject === 'third day')
    expect(Math.abs((third?.at ?? 0) - (start + 3 * day))).toBeLessThan(day / 2)
  })

  describe('a daily job', () => {
    const seen: string[] = []
    const note = (name: string) => async (context: { now: number }) => {
      seen.push(`${name} ${new Date(context.now + 9 * 3_600_000).toISOString().slice(8, 16)}`)
    }
    const daily = { about: 'platform', data: z.object({}) } as const
    const named = jobs({
      everyMorning: job({ ...daily, cron: '30 5 * * *' }, note('each')),
      catchingUp: job({ ...daily, cron: '40 5 * * *', catchesUp: true }, note('catching up')),
    })
    const passed = async (how: Parameters<typeof moveClock>[1]) => {
      const list = (await import('#program/jobList.ts')).jobList as Map<string, JobDefinition>
      // From a noon in Tokyo, so that all three mornings are whole.
      const noon = day / 8
      await moveClock(now() + day - ((now() - noon) % day))
      seen.length = 0
      await stopJobs()
      for (const definition of Object.values(named)) list.set(definition.name, definition)
      await startJobs({ work: false })
      await moveClock(now() + 3 * day, how)
      for (const { name } of Object.values(named)) list.delete(name)
      return seen.map((line) => line.replace(/ \d+T/, ' '))
    }

    test('is stepped: each day at its own time, between the dated jobs of that day', async () => {
      const morning = ['each 05:30', 'catching up 05:40']
      expect(await passed({})).toEqual([...morning, ...morning, ...morning])
    })

    test('that catches up runs in the last night alone where the clock is moved in a hurry', async () => {
      expect(await passed({ isHasty: true })).toEqual(['each 05:30', 'each 05:30', 'each 05:30', 'catching up 05:40'])
    })
  })

  test('the clock goes forwards only', async () => {
    await expect(moveClock(now() - day)).rejects.toThrow()
  })

  test.each(['a@b.test\r\nBcc: c@d.test', 'a@b.test, c@d.test', 'no address', 'A <a@b.test>'])(
    'a mail to %j is refused',
    async (to) => {
      const { deliver } = await import('#server/mail/deliver.ts')
      await expect(deliver({ ...mail('x'), to }, { jobId: 'job-1', lane: 'single' })).rejects.toThrow()
      await expect(deliver({ ...mail('line\nbreak') }, { jobId: 'job-2', lane: 'single' })).rejects.toThrow()
    },
  )
})
