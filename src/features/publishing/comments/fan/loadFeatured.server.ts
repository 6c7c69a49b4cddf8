import type { AskAsVisitor } from '#server/rendering.ts'
import { comments } from '../contract'
import type { FeaturedComment } from './FeaturedComments'

type Ids = { tenantId: string; brandId: string }

export const loadFeatured = async (
  ask: AskAsVisitor,
  { tenantId, brandId }: Ids,
  locale: string | undefined,
): Promise<FeaturedComment[]> => {
  const answer = await ask(comments.getFeaturedComments, { tenantId, brandId }, locale)
  return answer.ok ? answer.data.comments : []
}
