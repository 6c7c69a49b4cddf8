import { chakra } from '@chakra-ui/react'
import { useDeferredValue, useState } from 'react'
import { useRead } from '../../../client/useOperation'
import { defaultAccent } from '../../../kit/color'
import { BrandButton } from '../../../ui/fan/BrandButton'
import { FanPreview } from '../../../ui/fan/FanPreview'
import { brands } from '../../brands/contract'
import { plans } from '../../plans/contract'
import { GoodsFace } from '../fan/GoodsDetails'
import { FanGoodsWords, useFanGoodsWords } from '../fan/words'
import { useGoodsWords } from '../words'
import { type GoodsValues, previewOf } from './values'

type Props = { ids: { tenantId: string; brandId: string }; values: GoodsValues }

/** What is written, by the fan page's own component. */
export const GoodsPreview = ({ ids, values }: Props) => {
  const { form: words } = useGoodsWords()
  const [now] = useState(() => Date.now())
  const brand = useRead(brands.getBrandProfile, ids).data
  const known = useRead(plans.getPlans, values.audience === 'plans' ? ids : null).data?.plans ?? []
  const shown = useDeferredValue(values)
  const item = previewOf(shown, { now, plans: known, name: words.previewName })
  return (
    <FanPreview title={words.preview} accent={brand?.accentColor ?? defaultAccent}>
      <FanGoodsWords>
        <chakra.div p={5}>
          <GoodsFace
            item={item}
            action={item.goodsStatus.salesStatus === 'onSale' && <Buttons values={shown} />}
            planHref={() => '#'}
          />
        </chakra.div>
      </FanGoodsWords>
    </FanPreview>
  )
}

const Buttons = ({ values }: Pick<Props, 'values'>) => {
  const words = useFanGoodsWords()
  const shown = values.variations.filter(({ isHidden, variationName }) => !isHidden && variationName !== '')
  return (
    <chakra.div display="grid" gap={3}>
      {shown.length > 0 && (
        <chakra.p display="flex" flexWrap="wrap" gap={2}>
          {[...shown.keys()].map((n) => (
            <chakra.span
              key={n}
              px={3}
              py={1.5}
              borderWidth="1px"
              borderColor="borderStrong"
              borderRadius="m"
              fontSize="14px"
              fontWeight="semibold"
            >
              {shown[n]?.variationName}
            </chakra.span>
          ))}
        </chakra.p>
      )}
      <BrandButton wide>{words.add}</BrandButton>
    </chakra.div>
  )
}
