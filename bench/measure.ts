import fs from 'node:fs'
import autocannon from 'autocannon'

export const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
export const seconds = Number(process.env.BENCH_SECONDS ?? 4)
export const connections = 16

export const say = (line = '') => process.stdout.write(`${line}\n`)
export const table = (head: string[], rows: (string | number)[][]) => {
  const all = [head, ...rows].map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)))
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  for (const row of all)
    say(`  ${row.map((cell, i) => (i ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join('  ')}`)
}
export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The requests to one server; `pid` if its processor time is measured. */
export type Target = {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  pid?: number | undefined
  /** The headers of one connection after the other, where they differ. */
  each?: Record<string, string>[]
}
type Sample = { rps: number; p50: number; p99: number; cpu: number }

/** What the system says of a process behind its name (`man 5 proc`): its state, its parent, ...; none where it has ended. */
const statOf = (pid: number | undefined): string[] => {
  try {
    const [, rest = ''] = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    return rest.split(' ')
  } catch {
    return []
  }
}

/** The memory of a process, private and its part of what is shared, so that a database's common memory counts once; in MB. */
export const shareOf = (pid: number) => {
  try {
    return Number(/Pss:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024
  } catch {
    return 0
  }
}

/** Milliseconds of processor time, where the system reports it (Linux counts in hundredths of a second). */
export const cpuOf = (pid: number | undefined) => {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) * 10
}

export const parentOf = (pid: number) => Number(statOf(pid)[1])

/** Processes below this one, and it. */
export const familyOf = (pid: number): number[] => {
  const all = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const children = Map.groupBy(all, parentOf)
  const below = (one: number): number[] => [one, ...(children.get(one) ?? []).flatMap(below)]
  return below(pid)
}

/** The same of a process with all below it, also of those that have ended. */
export const cpuOfFamily = (pid: number): number =>
  familyOf(pid).reduce((sum, each) => {
    const ended = statOf(each)
    return sum + (cpuOf(each) || 0) + (Number(ended[13]) + Number(ended[14]) || 0) * 10
  }, 0)

const load = async (target: Target, duration: number): Promise<Sample> => {
  const { url, method = 'GET', headers = {}, body = '', pid, each = [] } = target
  const before = cpuOf(pid)
  let opened = 0
  const setupClient = (client: { setHeaders: (headers: Record<string, string>) => void }) =>
    client.setHeaders(each[opened++ % each.length] ?? headers)
  const result = await autocannon({
    url,
    method,
    headers,
    ...(body && { body }),
    connections,
    duration,
    ...(each.length > 0 && { setupClient }),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`)
  const cpu = (cpuOf(pid) - before) / result.requests.total
  return { rps: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, cpu }
}

/**
 * Both by turns within seconds: whatever else the machine does then meets both. Medians, and the median of each round's
 * ratio.
 */
export const compare = async (ours: Target, other: Target) => {
  const samples: [Sample, Sample][] = []
  for (const target of [other, ours]) await load(target, 2) // warm up
  for (let round = 0; round < rounds; round++) {
    const theirs = await load(other, seconds)
    samples.push([await load(ours, seconds), theirs])
  }
  const middle = (which: 0 | 1, key: keyof Sample) => median(samples.map((pair) => pair[which][key]))
  const of = (which: 0 | 1): Sample => ({
    rps: middle(which, 'rps'),
    p50: middle(which, 'p50'),
    p99: middle(which, 'p99'),
    cpu: middle(which, 'cpu'),
  })
  return {
    ours: of(0),
    other: of(1),
    rate: median(samples.map(([own, theirs]) => own.rps / theirs.rps)),
    slowness: median(samples.map(([own, theirs]) => own.p99 / Math.max(theirs.p99, 1))),
  }
}
export type Compared = Awaited<ReturnType<typeof compare>>

/** `bound`: what the ratio of requests per second has to reach. */
export const compareTable = (rows: [string, Compared, bound?: number][]) =>
  table(
    [
      '',
      'bare rps',
      'ours rps',
      'ratio',
      'bound',
      'bare p50',
      'ours p50',
      'bare p99',
      'ours p99',
      'ratio',
      'bare cpu ms',
      'ours cpu ms',
    ],
    rows.map(([name, { ours, other, rate, slowness }, bound]) => [
      name,
      other.rps,
      ours.rps,
      rate.toFixed(2),
      bound?.toFixed(2) ?? '',
      other.p50,
      ours.p50,
      other.p99,
      ours.p99,
      slowness.toFixed(1),
      other.cpu.toFixed(2),
      ours.cpu.toFixed(2),
    ]),
  )
