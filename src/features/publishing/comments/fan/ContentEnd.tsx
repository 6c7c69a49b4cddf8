import type { Person } from '#client/identityProvider.ts'
import { WayOn } from '../../contents/fan/WayOn'
import type { PublicPlanContent } from '../../contents/public/contract'
import { Comments } from './Comments'

type Props = {
  brand: { tenantId: string; brandId: string; brandSlug: string }
  planContentId: string
  /** Null if the reader may not read it. */
  content: PublicPlanContent | null
  fan: Person | null | undefined
  loginHref: string
}

/** Who watches a live, or waits for one, stays there, at its chat; of an archive that lies below. */
const isStillOn = (content: PublicPlanContent | null) =>
  content?.type === 'streaming' &&
  content.details.eventState === null &&
  content.details.streamingStatus !== 'vod' &&
  content.details.streamingStatus !== 'ended'

/** Below a content: where to go on, and what others say of it. */
export const ContentEnd = ({ brand, planContentId, content, fan, loginHref }: Props) => (
  <>
    {!isStillOn(content) && <WayOn brand={brand} planContentId={planContentId} fan={fan} />}
    {content && content.type !== 'streaming' && (
      <Comments
        ids={{ tenantId: brand.tenantId, planContentId }}
        brandId={brand.brandId}
        fan={fan}
        count={content.countOfComments}
        loginHref={loginHref}
      />
    )}
  </>
)
