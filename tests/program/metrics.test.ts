import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { plans } from '#membership/plans/contract.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { consume } from '#server/limits.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import { enqueue, runDueJobs } from '#server/queue.ts'
import { metrics } from '#server/telemetry/metrics.ts'
import { club, request } from '../support/club'

// Before the settings are read.
vi.hoisted(() => {
  process.env.RATE_LIMITS = 'on'
})

/* What Prometheus is told, and what deploy/ and docs/runbook.md make of it. */

const alerts = readFileSync('deploy/alerts.yml', 'utf8')
const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  readFileSync('deploy/dashboard.json', 'utf8'),
)
const alertNames = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
const headings = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (\w+)$/gm)].map(([, name = '']) => name)
const promtool = spawnSync('promtool', ['--version']).status === 0

/** A scrape after calls, jobs, mails and refusals of a real club. */
const scraped = async () => {
  const { ids } = await club()
  await request(plans.getPublicPlans, JSON.stringify(ids))
  await runDueJobs()
  await consume({ name: 'signIn', points: 1, seconds: 60 }, 'metrics', { here: true })
  await consume({ name: 'signIn', points: 1, seconds: 60 }, 'metrics', { here: true })
  return metrics().registry.metrics()
}

test('every alert has its place in the runbook, in the same order, and every place its alert', () => {
  expect(alertNames.length).toBeGreaterThan(10)
  expect(headings).toEqual(alertNames)
})

test('every alert is seen going off by its test', () => {
  const tested = [...readFileSync('deploy/alerts.test.yml', 'utf8').matchAll(/alertname: (\w+)\n\s+exp_alerts:/g)]
  expect([...new Set(tested.map(([, name = '']) => name))].sort()).toEqual(alertNames.toSorted())
})

test('alerts and dashboard ask for nothing that no instance tells', async () => {
  const told = new Set([...(await scraped()).matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name))
  const exprs = [
    ...[...alerts.matchAll(/expr: (>\n(?:\s{10}.*\n)+|.*)/g)].map(([, expr = '']) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  const asked = exprs.flatMap((expr) => [...expr.matchAll(/\b(?:tsudoi|process|nodejs)_\w+/g)].map(([name]) => name))
  const unknown = asked.filter((name) => !told.has(name.replace(/_(?:bucket|count|sum)$/, '')) && !told.has(name))
  expect(asked.length).toBeGreaterThan(30)
  expect(unknown).toEqual([])
})

test('the queue, the limits and the calls of a club are told', async () => {
  const text = await scraped()
  expect(text).toMatch(/tsudoi_operation_seconds_count\{operation="getPublicPlans",status="200"\} [1-9]/)
  expect(text).toMatch(/tsudoi_limited_total\{limit="signIn"\} [1-9]/)
  expect(text).toMatch(/tsudoi_database_connections\{state="open"\} [1-9]/)
  expect(text).toMatch(/tsudoi_database_connections\{state="waiting"\} \d/)
})

test('a job that is due and not done is told with how late it is, and a mail with what became of it', async () => {
  const mail = { to: 'fan@tsudoi.test', subject: 'x', text: 'x', locale: 'ja' as const }
  await enqueue(database(), mailJobs.sendMail, mail, { at: now() - 90_000 })
  const text = await metrics().registry.metrics()
  expect(text).toMatch(/tsudoi_jobs\{job="sendMail",state="waiting"\} 1/)
  const seconds = Number(/tsudoi_job_waiting_seconds\{job="sendMail"\} ([\d.]+)/.exec(text)?.[1])
  expect(seconds).toBeGreaterThan(80)
  await runDueJobs()
  const after = await metrics().registry.metrics()
  expect(after).not.toMatch(/tsudoi_jobs\{job="sendMail"/)
  expect(after).toMatch(/tsudoi_mails_total\{lane="single",outcome="sent"\} [1-9]/)
  expect(after).toMatch(
    /tsudoi_job_seconds_count\{job="sendMail",outcome="done"\} [1-9]|tsudoi_job_seconds_count\{outcome="done",job="sendMail"\} [1-9]/,
  )
})

test('a clock that is five seconds off is seen, on either side', async () => {
  await scraped()
  const told = async () =>
    Number(/^tsudoi_clock_difference_seconds (\S+)$/m.exec(await metrics().registry.metrics())?.[1])
  expect(Math.abs(await told())).toBeLessThan(2)
  const real = Date.now
  for (const off of [5000, -5000]) {
    vi.spyOn(Date, 'now').mockImplementation(() => real() + off)
    expect(Math.abs((await told()) + off / 1000)).toBeLessThan(2)
    vi.restoreAllMocks()
  }
})

test.runIf(promtool)('promtool takes the rules, what they say of a quiet and of a bad day, and a scrape', async () => {
  execFileSync('promtool', ['check', 'rules', 'deploy/alerts.yml'])
  execFileSync('promtool', ['test', 'rules', 'deploy/alerts.test.yml'])
  const lint = spawnSync('promtool', ['check', 'metrics'], { input: await scraped(), encoding: 'utf8' })
  expect(lint.stderr.split('\n').filter((line) => line.startsWith('tsudoi_'))).toEqual([])
})
