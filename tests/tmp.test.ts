import { test } from 'vitest'
import { now } from '../src/server/clock'
import { pool } from '../src/server/db'
import { day } from '../src/kit/time'
import { joinByCard, moveTo, newFan, shop } from './support/shop'
test('x', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  const t = setTimeout(async () => {
    const { rows } = await pool().query(`select pid, state, wait_event_type, wait_event, left(query, 200) q from pg_stat_activity where datname = current_database() and state <> 'idle'`)
    console.log(rows)
    console.log((process as any).getActiveResourcesInfo())
  }, 8000)
  await moveTo(now() + 35 * day)
  clearTimeout(t)
})
