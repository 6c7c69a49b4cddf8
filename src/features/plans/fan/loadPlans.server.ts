import type { AskAsVisitor } from '../../../server/ask'
import { type PublicPlan, plans } from '../contract'

/** The plans of a brand for its cards, which show no contents: those would only weigh in the page's data. */
export const loadPlans = async (
  ask: AskAsVisitor,
  { tenantId, brandId }: { tenantId: string; brandId: string },
  locale: string | undefined,
): Promise<PublicPlan[]> => {
  const answer = await ask(plans.getPublicPlans, { tenantId, brandId }, locale)
  return answer.ok ? answer.data.plans.map((plan) => ({ ...plan, planContents: [] })) : []
}
