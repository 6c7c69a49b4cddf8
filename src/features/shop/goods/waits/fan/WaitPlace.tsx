import { chakra } from '@chakra-ui/react'
import { type ComponentType, useEffect, useState } from 'react'
import { useLocale } from '#client/words.tsx'
import { BrandButton } from '#ui/fan/BrandButton.tsx'
import type { PublicGoodsDetail } from '../../contract'
import { useFanGoodsWords } from '../../fan/words'
import type { WaitProps } from './WaitButtons'

type Brand = { tenantId: string; brandId: string; brandSlug: string }

/** What can be asked for: the goods themselves, or those of their variations that are sold out. */
const awaitedOf = (item: PublicGoodsDetail, words: ReturnType<typeof useFanGoodsWords>['wait']) => {
  switch (item.goodsStatus.salesStatus) {
    case 'beforeSale':
      return [{ variationId: null, label: words.onSale, name: '' }]
    case 'soldOut':
      return [{ variationId: null, label: words.back, name: '' }]
    case 'onSale':
      return item.variations
        .filter(({ isSoldOut, isInCheckout }) => isSoldOut && !isInCheckout)
        .map(({ variationId, variationName: name }) => ({ variationId, label: words.variationBack(name), name }))
    case 'endOfSale':
      return []
  }
}

/**
 * Offers to tell the reader when it can be bought. What the buttons do is loaded when the page has been touched; a press that comes
 * before is done then.
 */
export const WaitPlace = ({ brand, item }: { brand: Brand; item: PublicGoodsDetail }) => {
  const { wait: words } = useFanGoodsWords()
  const locale = useLocale()
  const [part, setPart] = useState<{ Buttons: ComponentType<WaitProps>; words: WaitProps['words'] } | null>(null)
  const [pressed, setPressed] = useState<string | null | undefined>(undefined)
  const all = awaitedOf(item, words)
  const isOffered = all.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press tries again.
  useEffect(() => {
    if (!isOffered || part) return
    // Where they cannot be had now, a press asks for them again.
    Promise.all([import('./WaitButtons'), locale === 'en' ? import('./words.en') : import('./words.ja')])
      .then(([{ WaitButtons }, { default: words }]) => setPart({ Buttons: WaitButtons, words }))
      .catch(() => {})
  }, [isOffered, locale, pressed])
  if (!isOffered) return null
  if (part) return <part.Buttons {...{ brand, all, pressed }} goodsId={item.goodsId} words={part.words} />
  return (
    <chakra.div display="grid" gap={2}>
      {all.map(({ variationId, label }) => (
        <BrandButton key={variationId} look="outline" wide onClick={() => setPressed(variationId)}>
          {label}
        </BrandButton>
      ))}
      <chakra.p fontSize="sm" color="muted">
        {words.once}
      </chakra.p>
    </chakra.div>
  )
}
