import type { program } from '../tests/support/program'

export const metricsToken = 'metrics-of-the-bench'

/** The sum of a metric over its labels, of this instance since its start. */
export const metricOf = async ({ origin }: Pick<World['house'], 'origin'>, name: string): Promise<number> => {
  const answer = await fetch(`${origin}/api/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  const values = (await answer.text()).matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0)
}
export type World = {
  house: Awaited<ReturnType<typeof program>>
  token: string
  dataDir: string
  distDir: string
  firstStart: number
  timed: (work: () => Promise<unknown>) => Promise<number>
}
/** Measures, prints, and returns a message for each missed limit. */
export type Part = (world: World) => Promise<string[]>
