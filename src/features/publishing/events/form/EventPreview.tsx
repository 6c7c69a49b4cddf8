import type { ReactNode } from 'react'
import { useRead } from '#client/useOperation.ts'
import { brands } from '#club/brands/contract.ts'
import { defaultAccent } from '#kit/color.ts'
import { sourcesIn, withSources } from '#kit/richText.ts'
import { plans } from '#membership/plans/contract.ts'
import { FanPreview } from '#ui/fan/FanPreview.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { AdminEvent } from '../contract'
import { EventDetails } from '../fan/EventDetails'
import { useEventWords } from '../words'
import { type EventValues, previewOf } from './values'

type Props = {
  ids: { tenantId: string; brandId: string }
  /** The last read event: its description has signed URLs. */
  event: AdminEvent
  values: EventValues
  /** Renders a document. */
  view: (text: string) => ReactNode
  onClose: () => void
}

/** What is being written, with the same component as the fan page. */
export const EventPreview = ({ ids, event, values, view, onClose }: Props) => {
  const words = useEventWords()
  const brand = useRead(brands.getBrandProfile, ids).data
  const known = useRead(plans.getPlans, ids).data?.plans ?? []
  const chosen = values.audience === 'plans' ? known.filter(({ planId }) => values.planIds.includes(planId)) : []
  const shown = previewOf(event, { ...values, title: values.title || words.unnamed }, chosen)
  return (
    <Dialog open onClose={onClose} title={words.preview.title} size="l">
      <FanPreview title={words.preview.frame} accent={brand?.accentColor ?? defaultAccent}>
        {/* Without its address nothing links anywhere. */}
        {brand && (
          <EventDetails
            brandSlug={brand.brandSlug}
            brandName={brand.name}
            event={shown}
            about={(text) => view(withSources(text, sourcesIn(event.description)))}
            goods={null}
          />
        )}
      </FanPreview>
    </Dialog>
  )
}
