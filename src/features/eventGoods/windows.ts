import type { Instant } from '../../kit/time'

export const windowAudiences = ['public', 'fanClub', 'plans'] as const
export type WindowAudience = (typeof windowAudiences)[number]
/** When whom it is sold to: each is open from its beginning to its end, and several may be open at once. */
export type SaleWindow = { audience: WindowAudience; planIds: string[]; startAt: Instant; endAt: Instant }
export const mostWindows = 10

/** The windows that are open now. */
export const openAt = (windows: readonly SaleWindow[], now: Instant): SaleWindow[] =>
  windows.filter(({ startAt, endAt }) => startAt <= now && now < endAt)

export const windowStates = ['coming', 'open', 'over'] as const
export type WindowState = (typeof windowStates)[number]
export const windowStateAt = ({ startAt, endAt }: Pick<SaleWindow, 'startAt' | 'endAt'>, now: Instant): WindowState =>
  now < startAt ? 'coming' : now < endAt ? 'open' : 'over'

/** Whether a window is for whoever holds these plans of the home brand. */
export const isFor = (
  { audience, planIds }: Pick<SaleWindow, 'audience' | 'planIds'>,
  held: ReadonlySet<string>,
): boolean =>
  audience === 'public' || (audience === 'fanClub' ? held.size > 0 : planIds.some((planId) => held.has(planId)))

/** Why none of the windows lets whoever holds these plans buy now; null when one does. */
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
/** Of the windows as one fan sees them: the one that is open to them for longest, and the one that opens to them next. */
export const saleOfFan = <Window extends SeenWindow>(windows: readonly Window[]) => {
  const mine = windows.filter(({ isYours }) => isYours)
  const [open] = mine.filter(({ state }) => state === 'open').toSorted((a, b) => b.endAt - a.endAt)
  const [next] = mine.filter(({ state }) => state === 'coming').toSorted((a, b) => a.startAt - b.startAt)
  return { open: open ?? null, next: next ?? null }
}

/** From the first beginning to the last end: what a shop shows as its sale. */
export const saleOf = (windows: readonly SaleWindow[]) => ({
  saleStartAt: Math.min(...windows.map(({ startAt }) => startAt)),
  saleEndAt: Math.max(...windows.map(({ endAt }) => endAt)),
})
