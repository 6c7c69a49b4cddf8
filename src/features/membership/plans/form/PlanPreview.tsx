import { chakra } from '@chakra-ui/react'
import { useRead } from '#client/useOperation.ts'
import { brands } from '#club/brands/contract.ts'
import { defaultAccent } from '#kit/color.ts'
import { BrandButton } from '#ui/fan/BrandButton.tsx'
import { FanPreview } from '#ui/fan/FanPreview.tsx'
import { PlanCard } from '#ui/fan/PlanCard.tsx'
import { usePlanWords } from '../words'
import type { PlanValues } from './PlanForm'

type PlanPreviewProps = { ids: { tenantId: string; brandId: string }; plan: PlanValues }

/** The plan's card as fans will meet it, while it is written. */
export const PlanPreview = ({ ids: { tenantId, brandId }, plan }: PlanPreviewProps) => {
  const words = usePlanWords()
  const brand = useRead(brands.getBrandProfile, { tenantId, brandId }).data
  return (
    <FanPreview title={words.form.preview} accent={brand?.accentColor ?? defaultAccent}>
      <chakra.div p={5}>
        <PlanCard
          name={plan.name || words.unnamed}
          description={plan.description}
          thumbnail={plan.thumbnail}
          price={plan.price ?? 0}
          interval={plan.subscriptionInterval}
          action={<BrandButton>{words.form.previewButton}</BrandButton>}
        />
      </chakra.div>
    </FanPreview>
  )
}
