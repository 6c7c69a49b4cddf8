import { everything } from '#kit/pagination.ts'
import { type BackNumberPeriod, type Instant, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import type { AskAsVisitor } from '#server/rendering.ts'
import type { ContentType } from '../content'
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
  const list = async (more: { filterOption: FilterOption; type?: ContentType; offset?: number }) => {
    const { offset = 0, ...filter } = more
    const payload = { tenantId, brandId, ...filter, pagination: { ...everything, offset } }
    const answer = await ask(publicContents.getPublicPlanContents, payload, locale)
    return answer.ok ? answer.data : { planContents: [], hasMore: false }
  }
  const [free, lives, month] = await Promise.all([
    list({ filterOption: { type: 'freeContents' } }),
    list({ filterOption: null, type: 'streaming' }),
    countedIn(tokyoMonth(today), (offset) => list({ filterOption: null, offset })),
  ])
  return { free: free.planContents.length, month, next: nextLive(lives.planContents, today) }
}

type Listed = { planContents: PlanContentItem[]; hasMore: boolean }

/** The newest stand first: pages are asked for until one reaches into the month before. */
const countedIn = async (month: BackNumberPeriod, page: (offset: number) => Promise<Listed>) => {
  const counts = { news: 0, video: 0, streaming: 0 }
  const from = startOfTokyoMonth(month)
  for (let offset = 0; ; offset += everything.limit) {
    const { planContents, hasMore } = await page(offset)
    for (const { type, publishedAt } of planContents) if (publishedAt >= from) counts[type] += 1
    if (!hasMore || planContents.some(({ publishedAt }) => publishedAt < from)) return counts
  }
}

/** Some begin a while after their time. */
const longestLate = 3_600_000

/** What is on air, else the live that comes next. */
const nextLive = (contents: readonly PlanContentItem[], today: Instant): ContentsAtAGlance['next'] => {
  const [next = null] = contents
    .flatMap(({ planContentId, name, ...one }) => {
      if (one.type !== 'streaming') return []
      const { startAt, eventState, streamingStatus } = one.details
      const isOn = streamingStatus === 'live'
      const isAhead = streamingStatus === 'beforeLive' && startAt !== null && startAt > today - longestLate
      return startAt !== null && !eventState && (isOn || isAhead) ? [{ planContentId, name, startAt, isOn }] : []
    })
    .toSorted((one, other) => Number(other.isOn) - Number(one.isOn) || one.startAt - other.startAt)
  return next
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
