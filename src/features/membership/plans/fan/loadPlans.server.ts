import type { AskAsVisitor } from '#server/rendering.ts'
import { type PlanOnCard, plans } from '../contract'

/** The plans of a brand for its cards, without the contents that would only weigh in the page's data. */
export const loadPlans = async (
  ask: AskAsVisitor,
  { tenantId, brandId }: { tenantId: string; brandId: string },
  locale: string | undefined,
): Promise<PlanOnCard[]> => {
  const answer = await ask(plans.getPublicPlans, { tenantId, brandId }, locale)
  return answer.ok ? answer.data.plans.map(({ planContents: _, ...plan }) => plan) : []
}
