import type { AskAsVisitor } from '#server/rendering.ts'
import { backNumbers } from '../contract'

/** The newest year of a brand's first plan, as a visitor sees it. */
export const loadCalendar = async (
  ask: AskAsVisitor,
  { tenantId, brandId }: { tenantId: string; brandId: string },
  locale: string | undefined,
) => {
  const answer = await ask(backNumbers.getPublicBackNumberCalendar, { tenantId, brandId }, locale)
  return answer.ok ? answer.data : null
}
