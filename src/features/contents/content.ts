import type { Instant } from '../../kit/time'

type Visibility = {
  status: 'draft' | 'publishmentScheduled' | 'active'
  publishingAt: Instant | null
  createdAt: Instant
}

/** From when on a content may be seen by whoever may see it; a draft never (Infinity). The table says the same. */
export const visibleFrom = ({ status, publishingAt, createdAt }: Visibility): Instant =>
  status === 'draft' ? Number.POSITIVE_INFINITY : (publishingAt ?? createdAt)
