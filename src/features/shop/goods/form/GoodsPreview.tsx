import { chakra } from '@chakra-ui/react'
import { useDeferredValue, useState } from 'react'
import { useRead } from '#client/useOperation.ts'
import { brands } from '#club/brands/contract.ts'
import { defaultAccent } from '#kit/color.ts'
import { plans } from '#membership/plans/contract.ts'
import { BrandButton } from '#ui/fan/BrandButton.tsx'
import { FanPreview } from '#ui/fan/FanPreview.tsx'
import { saleOfFan } from '../../eventGoods/windows'
import type { PublicGoodsDetail } from '../contract'
import { GoodsFace } from '../fan/GoodsDetails'
import { FanGoodsWords, useFanGoodsWords } from '../fan/words'
import { useGoodsWords } from '../words'
import { type GoodsValues, previewOf } from './values'

type Props = { ids: { tenantId: string; brandId: string }; values: GoodsValues }
type Known = Parameters<typeof previewOf>[1]
type SharedProps<Values extends GoodsValues> = Pick<Props, 'ids'> & {
  values: Values
  /** Loads the plans, whose names the preview shows. */
  isForPlans: boolean
  itemOf: (values: Values, known: Known) => PublicGoodsDetail
}

export const GoodsPreview = ({ ids, values }: Props) => (
  <SharedPreview ids={ids} values={values} isForPlans={values.audience === 'plans'} itemOf={previewOf} />
)

/** Preview of all kinds of goods, with the fan page's component. */
export const SharedPreview = <Values extends GoodsValues>({ ids, values, isForPlans, itemOf }: SharedProps<Values>) => {
  const { form: words } = useGoodsWords()
  const [now] = useState(() => Date.now())
  const brand = useRead(brands.getBrandProfile, ids).data
  const known = useRead(plans.getPlans, isForPlans ? ids : null).data?.plans ?? []
  const shown = useDeferredValue(values)
  const item = itemOf(shown, { now, plans: known, name: words.previewName })
  const isOpen = item.saleWindows === undefined || saleOfFan(item.saleWindows).open !== null
  return (
    <FanPreview title={words.preview} accent={brand?.accentColor ?? defaultAccent}>
      <FanGoodsWords>
        <chakra.div p={5}>
          <GoodsFace
            item={item}
            action={item.goodsStatus.salesStatus === 'onSale' && isOpen && <Buttons values={shown} />}
            planHref={() => '#'}
            eventHref={() => '#'}
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
              fontSize="0.875rem"
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
