import type { Instant } from '#kit/time.ts'

export const windowAudiences = ['public', 'fanClub', 'plans'] as const
export type WindowAudience = (typeof windowAudiences)[number]
/** When and to whom goods are sold. Windows may overlap. */
export type SaleWindow = { audience: WindowAudience; planIds: string[]; startAt: Instant; endAt: Instant }
export const mostWindows = 10

/** Windows that are open at this moment. */
export const openAt = (windows: readonly SaleWindow[], now: Instant): SaleWindow[] =>
  windows.filter(({ startAt, endAt }) => startAt <= now && now < endAt)

export const windowStates = ['coming', 'open', 'over'] as const
export type WindowState = (typeof windowStates)[number]
export const windowStateAt = ({ startAt, endAt }: Pick<SaleWindow, 'startAt' | 'endAt'>, now: Instant): WindowState =>
  now < startAt ? 'coming' : now < endAt ? 'open' : 'over'

/** Whether holders of these plans of the home brand may buy in this window. */
export const isFor = (
  { audience, planIds }: Pick<SaleWindow, 'audience' | 'planIds'>,
  held: ReadonlySet<string>,
): boolean =>
  audience === 'public' || (audience === 'fanClub' ? held.size > 0 : planIds.some((planId) => held.has(planId)))

/** Why holders of these plans cannot buy now; null if they can. */
export const windowProblem = (
  windows: readonly SaleWindow[],
  held: ReadonlySet<string>,
  now: Instant,
): 'outOfSalePeriod' | 'membersOnly' | null => {
  const open = openAt(windows, now)
  if (open.length === 0) return 'outOfSalePeriod'
  return open.some((window) => isFor(window, held)) ? null : 'membersOnly'
}

type SeenWindow = { state: WindowState; isYours: boolean; startAt: Instant; endAt: Instant }
/** For one fan: the open window that ends last, and the next one to open. */
export const saleOfFan = <Window extends SeenWindow>(windows: readonly Window[]) => {
  const mine = windows.filter(({ isYours }) => isYours)
  const [open] = mine.filter(({ state }) => state === 'open').toSorted((a, b) => b.endAt - a.endAt)
  const [next] = mine.filter(({ state }) => state === 'coming').toSorted((a, b) => a.startAt - b.startAt)
  return { open: open ?? null, next: next ?? null }
}

/** From the first start to the last end: the sale period shown in the shop. */
export const saleOf = (windows: readonly SaleWindow[]) => ({
  saleStartAt: Math.min(...windows.map(({ startAt }) => startAt)),
  saleEndAt: Math.max(...windows.map(({ endAt }) => endAt)),
})
