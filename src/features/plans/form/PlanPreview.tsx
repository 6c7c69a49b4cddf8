import { chakra } from '@chakra-ui/react'
import { Card } from '../../../ui/Card'
import { Picture } from '../../../ui/Picture'
import { usePriceText } from '../parts'
import { usePlanWords } from '../words'
import type { PlanValues } from './PlanForm'

/** The plan as a fan will meet it, while it is written. */
export const PlanPreview = ({ plan }: { plan: PlanValues }) => {
  const words = usePlanWords()
  const priceText = usePriceText()
  const lines = plan.description.split('\n').filter((line) => line.trim() !== '')
  return (
    <Card title={words.form.preview}>
      <chakra.div borderWidth="1px" borderColor="border" borderRadius="l" overflow="hidden">
        <chakra.div
          aspectRatio="16 / 9"
          bg="sunken"
          position="relative"
          css={{ '& img': { w: '100%', h: '100%', objectFit: 'cover' } }}
        >
          {plan.thumbnail && <Picture src={plan.thumbnail} sizes="360px" alt="" />}
        </chakra.div>
        <chakra.div p={4} display="grid" gap={2}>
          <chakra.p fontWeight="bold" fontSize="17px" lineHeight="1.4" overflowWrap="anywhere">
            {plan.name || words.unnamed}
          </chakra.p>
          <chakra.ul color="muted" fontSize="14px" listStyleType="none" overflowWrap="anywhere">
            {[...new Set(lines)].slice(0, 6).map((line) => (
              <li key={line}>✓ {line}</li>
            ))}
          </chakra.ul>
          <chakra.p fontSize="xl" fontWeight="bold" fontVariantNumeric="tabular-nums">
            {priceText({ price: plan.price ?? 0, subscriptionInterval: plan.subscriptionInterval })}
          </chakra.p>
        </chakra.div>
      </chakra.div>
    </Card>
  )
}
