import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useEffect, useState } from 'react'
import { at } from '#client/at.ts'
import { waitAgain } from '#client/leftOut.ts'
import { routes } from '#client/routes.ts'
import { joinWaiting } from '#client/useCart.ts'
import { useKnownFan } from '#client/useFan.ts'
import { useFanAnswer } from '#client/useFanAnswer.ts'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import type { carts } from '../../carts/contract'
import { CartWords, useCartWords } from '../../carts/fan/words'

type Props = { brandSlug: string; goodsId: string }

/** On to the goods for which they joined: to the cart where it lies there. What they could not put in as no member is put in first. */
export const WantedGoods = (props: Props) => (
  <CartWords>
    <Shown {...props} />
  </CartWords>
)

const Shown = ({ brandSlug, goodsId }: Props) => {
  const words = useCartWords()
  const { locale } = useRouter()
  const fan = useKnownFan()
  const [isJoined, setJoined] = useState(false)
  useEffect(() => {
    waitAgain()
    void joinWaiting(locale).then(() => setJoined(true))
  }, [locale])
  const { data, failed } = useFanAnswer(at<typeof carts>()('getCarts'), isJoined && fan ? {} : null, {
    fan,
    shown: null,
  })
  // Its place is kept.
  if (!data && !failed) return <chakra.div minH="48px" />
  const isInCart = data?.carts.some((cart) => cart.goodsList.some((one) => one.goodsId === goodsId))
  return (
    <BrandLink wide href={isInCart ? routes.carts() : routes.fanGoodsItem({ brandSlug, goodsId })}>
      {isInCart ? words.wanted.cart : words.wanted.goods}
    </BrandLink>
  )
}
