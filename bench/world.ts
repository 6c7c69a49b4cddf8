import type { program } from '../tests/support/program'

export const metricsToken = 'metrics-of-the-bench'
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
