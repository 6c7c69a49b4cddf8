import fs from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sleep } from '#server/machine/processes.ts'
import { demoDataDir } from '../support/demoWorld'
import { program } from '../support/program'

/*
 * kill -9, of the built program and of its database, while people write. What was acknowledged is there exactly once after the
 * restart, and what was not is there whole or not at all: a retry with the same key then makes it there once.
 */
const kills = Number(process.env.SOAK_KILLS ?? 5)
const seed = Number(process.env.SOAK_SEED ?? Math.floor(Math.random() * 1e9))
const writers = 6
const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }

let dataDir: string
let house: Awaited<ReturnType<typeof program>>
let token = ''

// The emulator dies with the program and forgets who was signed in: people sign in again.
const open = async () => {
  await house.start()
  token = await house.signIn('owner@hoshi.test')
}
beforeAll(async () => {
  dataDir = await demoDataDir('crash')
  house = await program({ dataDir })
  await open()
})
afterAll(async () => {
  await house.stop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

/** The new plan's id, or null when nobody can say whether it was made. */
const write = async (key: string): Promise<string | null> => {
  try {
    const answer = await fetch(`${house.origin}/api/cms/createDraftPlan`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
      body: JSON.stringify({
        ...ids,
        name: key,
        price: 500,
        subscriptionInterval: 'month',
        description: '',
        thumbnail: '',
      }),
    })
    if (!answer.ok) return null
    return ((await answer.json()) as { planId: string }).planId
  } catch {
    return null
  }
}
const writeUntilDone = async (key: string) => {
  let planId: string | null = null
  await expect
    .poll(
      async () => {
        planId = await write(key)
        return planId
      },
      { message: `${key} is acknowledged` },
    )
    .not.toBeNull()
  return String(planId)
}

/** Rows of each kind that one write leaves, by its key. */
const found = async () => {
  const rows = await house.query<{ kind: string; key: string; plan: string | null }>(
    `select 'plan' as kind, name as key, plan_id as plan from plans where name like 'crash-%'
     union all select 'audit', payload->>'name', null from audit_log where payload->>'name' like 'crash-%'
     union all select 'key', key, answer->>'planId' from idempotency_keys where key like 'crash-%'`,
  )
  const byKey = new Map<string, { plan: string[]; audit: number; key: (string | null)[] }>()
  for (const { kind, key, plan } of rows) {
    const entry = byKey.get(key) ?? { plan: [], audit: 0, key: [] }
    byKey.set(key, entry)
    if (kind === 'plan') entry.plan.push(plan ?? '')
    else if (kind === 'audit') entry.audit++
    else entry.key.push(plan)
  }
  return byKey
}

const sorted = [
  ['the program', () => house.kill()],
  ['the database', async () => house.killDatabase()],
] as const

let tries = 0

test(`after ${kills} kills every acknowledged plan is there once, and none is half there (seed ${seed})`, {
  timeout: 300_000 + kills * 120_000,
}, async () => {
  console.log(`crash seed ${seed}`)
  // A second try that wrote what the first has written would prove nothing.
  const keys = `crash-${++tries}`
  // How many writes are acknowledged before each kill: counted, so that a slow machine kills no earlier.
  const writes = fc.sample(fc.integer({ min: writers, max: 150 }), { numRuns: kills, seed })
  const acknowledged = new Map<string, string>()
  let asked = 0
  for (const [round, wanted] of writes.entries()) {
    const [, kill] = sorted[round % 2] ?? sorted[0]
    const before = acknowledged.size
    const answers = Array.from({ length: writers }, () => 0)
    const unsure: string[] = []
    let dead = false
    const writing = Array.from({ length: writers }, async (_, writer) => {
      for (let i = 0; !dead; i++) {
        const key = `${keys}-${round}-${writer}-${i}`
        asked++
        const planId = await write(key)
        answers[writer] = i + 1
        if (planId) acknowledged.set(key, planId)
        else unsure.push(key)
        if (!planId) await sleep(20)
      }
    })
    while (acknowledged.size < before + wanted) await sleep(5)
    await kill()
    // Clients go on sending requests while the program is down, as browsers do.
    const atKill = [...answers]
    while (answers.some((one, writer) => one < (atKill[writer] ?? 0) + 2)) await sleep(5)
    dead = true
    await Promise.all(writing)
    if (round % 2 === 0) await open()
    await writeUntilDone(`${keys}-${round}-back`)

    const rows = await found()
    for (const [key, { plan, audit, key: kept }] of rows) {
      expect([plan.length, audit, kept.length], `${key} (seed ${seed})`).toEqual([1, 1, 1])
      expect(kept[0], `${key} (seed ${seed})`).toBe(plan[0])
    }
    for (const [key, planId] of acknowledged) expect(rows.get(key)?.plan, `${key} (seed ${seed})`).toEqual([planId])
    for (const key of unsure.slice(0, 20)) {
      const known = rows.get(key)?.plan[0]
      const planId = await writeUntilDone(key)
      if (known) expect(planId, `${key} (seed ${seed})`).toBe(known)
      acknowledged.set(key, planId)
    }
  }
  expect(acknowledged.size).toBeGreaterThan(kills * 5)
  const rows = await found()
  for (const [key, planId] of acknowledged) expect(rows.get(key)?.plan, `${key} (seed ${seed})`).toEqual([planId])
  // The jobs have resumed, too.
  await expect.poll(async () => (await fetch(`${house.origin}/api/ready`)).status).toBe(200)
  console.log(`${asked} writes asked for, ${acknowledged.size} acknowledged`)
})
