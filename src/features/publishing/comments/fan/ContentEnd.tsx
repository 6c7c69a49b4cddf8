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

/** Below a content: where to go on, and what others say of it. */
export const ContentEnd = ({ brand, planContentId, content, fan, loginHref }: Props) => (
  <WayOn brand={brand} planContentId={planContentId} fan={fan}>
    {content && content.type !== 'streaming' && (
      <Comments
        ids={{ tenantId: brand.tenantId, planContentId }}
        brandId={brand.brandId}
        fan={fan}
        count={content.countOfComments}
        loginHref={loginHref}
      />
    )}
  </WayOn>
)
