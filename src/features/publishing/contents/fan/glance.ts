import type { PlanContentItem } from '../public/contract'

/** What a visitor of a brand's page sees of its contents before the first of them. */
export type ContentsAtAGlance = {
  /** How many are open to everybody; at most as many as a list has. */
  free: number
  /** Published this month, by kind. */
  month: Record<PlanContentItem['type'], number>
  /** The live that is on air, else the next one that has a day. */
  next: { planContentId: string; name: string; startAt: number; isOn: boolean } | null
}
