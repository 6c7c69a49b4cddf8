import { at } from '#client/at.ts'
import { useKnownFan } from '#client/useFan.ts'
import { useFanAnswer } from '#client/useFanAnswer.ts'
import { SkeletonCards } from '#ui/faces/Skeleton.tsx'
import { Awaited } from '#ui/fan/Awaited.tsx'
import type { PlanContentItem, publicContents } from '../public/contract'
import { ContentCards } from './ContentCards'

type Props = {
  brand: { tenantId: string; brandId: string; brandSlug: string; pinnedContents: string[] }
  /** The contents as visitors see them. */
  shown: { planContents: readonly PlanContentItem[]; hasMore: boolean }
}

/** What the creator pinned and the newest contents, for the top of a brand's page; which of them the fan may read is added after loading. */
export const NewestContents = ({ brand, shown }: Props) => {
  const fan = useKnownFan()
  const { tenantId, brandId, brandSlug, pinnedContents: first } = brand
  const pagination = { limit: shown.planContents.length || 1, offset: 0 }
  const answer = useFanAnswer(
    at<typeof publicContents>()('getPublicPlanContents'),
    { tenantId, brandId, filterOption: null, first, pagination },
    { fan, shown: { ...shown, planContents: [...shown.planContents] } },
  )
  return (
    <Awaited
      isWaiting={fan === undefined || answer.isWaiting}
      isKnown={Boolean(fan)}
      skeleton={<SkeletonCards cards={shown.planContents.length} minWidth={280} />}
    >
      <ContentCards brandSlug={brandSlug} contents={(answer.data ?? shown).planContents} level={3} />
    </Awaited>
  )
}
