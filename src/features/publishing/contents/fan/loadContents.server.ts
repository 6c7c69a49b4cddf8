import { everything } from '#kit/pagination.ts'
import { type Instant, monthText, tokyoMonth } from '#kit/time.ts'
import type { AskAsVisitor } from '#server/rendering.ts'
import {
  type Explanation,
  type FilterOption,
  type PlanContentItem,
  type PublicPlanContent,
  publicContents,
} from '../public/contract'
import type { ContentsAtAGlance } from './glance'
import type { LiveTime } from './When'

type Ids = { tenantId: string; brandId: string }

export const loadContents = async (
  ask: AskAsVisitor,
  { tenantId, brandId }: Ids,
  { limit, first, locale }: { limit: number; first?: string[]; locale: string | undefined },
): Promise<{ planContents: PlanContentItem[]; hasMore: boolean }> => {
  const pagination = { limit, offset: 0 }
  const answer = await ask(
    publicContents.getPublicPlanContents,
    { tenantId, brandId, filterOption: null, first, pagination },
    locale,
  )
  return answer.ok ? answer.data : { planContents: [], hasMore: false }
}

export const loadAtAGlance = async (
  ask: AskAsVisitor,
  { tenantId, brandId }: Ids,
  { today, locale }: { today: Instant; locale: string | undefined },
): Promise<ContentsAtAGlance> => {
  const list = async (filterOption: FilterOption) => {
    const payload = { tenantId, brandId, filterOption, pagination: everything }
    const answer = await ask(publicContents.getPublicPlanContents, payload, locale)
    return answer.ok ? answer.data.planContents : []
  }
  const [all, free] = await Promise.all([list(null), list({ type: 'freeContents' })])
  const thisMonth = monthText(tokyoMonth(today))
  const month = { news: 0, video: 0, streaming: 0 }
  for (const { type, publishedAt } of all) if (monthText(tokyoMonth(publishedAt)) === thisMonth) month[type] += 1
  const [next = null] = all
    .flatMap(({ planContentId, name, ...one }) => {
      const startAt = one.type === 'streaming' && !one.details.eventState ? one.details.startAt : null
      return startAt !== null && startAt > today ? [{ planContentId, name, startAt }] : []
    })
    .toSorted((one, other) => one.startAt - other.startAt)
  return { free: free.length, month, next }
}

/** Content of a visitor's page: complete if it is free, otherwise its name and what opens it. */
export type ShownContent = {
  type: PlanContentItem['type']
  name: string
  thumbnail: string
  description: string
  preview: string
  /** Of a video: the clip that everybody may see; empty without one. */
  clip: string
  publishedAt: Instant
  /** Null where it is no live. */
  live: LiveTime | null
  content: PublicPlanContent | null
  why: Explanation | null
}

/** Null if visitors may not see it, or if the content belongs to another brand than the one in the URL. */
export const loadContent = async (
  ask: AskAsVisitor,
  { tenantId, brandId, planContentId }: Ids & { planContentId: string },
  locale: string | undefined,
): Promise<ShownContent | null> => {
  const known = await ask(publicContents.getPublicPlanContentWithPlans, { tenantId, brandId, planContentId }, locale)
  if (!known.ok) return null
  const { planContent: card } = known.data
  const { type, name, thumbnail, description, preview, publishedAt } = card
  const clip = card.type === 'video' ? card.clip : ''
  const live = card.type === 'streaming' ? card.details : null
  const head = { type, name, thumbnail, description, preview, clip, publishedAt, live }
  const answer = await ask(publicContents.getPublicPlanContent, { tenantId, planContentId }, locale)
  if (!answer.ok) return null
  if (!answer.data.ok) {
    const why = await ask(publicContents.explainMyAccess, { tenantId, planContentId }, locale)
    return why.ok ? { ...head, content: null, why: why.data } : null
  }
  const { planContent } = answer.data
  // Cached pages must not contain cookies: the player requests its own.
  const content =
    planContent.type === 'video'
      ? { ...planContent, details: { ...planContent.details, signedCookies: {} } }
      : planContent
  return { ...head, content, why: null }
}
