import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { waitingItems } from '#client/waitingCart.ts'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useIdentityWords } from './words'

/** What a visitor is about to buy, as it lies in this browser: told above the account that it takes. */
export const CartSum = () => {
  const words = useIdentityWords()
  const [items] = useState(waitingItems)
  const [first] = items
  if (!first) return null
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  return (
    <chakra.div
      bg="sunken"
      borderRadius="m"
      px={4}
      py={2}
      minH="66px"
      fontSize="0.875rem"
      display="grid"
      alignContent="center"
      data-testid="cart-sum"
    >
      <chakra.p display="flex" justifyContent="space-between" gap={3} fontWeight="semibold">
        <chakra.span lineClamp={1} overflowWrap="anywhere">
          {first.name}
        </chakra.span>
        <chakra.span flex="none" fontVariantNumeric="tabular-nums">
          {yenText(total)}
        </chakra.span>
      </chakra.p>
      <chakra.p color="muted" fontSize="sm">
        {words.cartOf(pieces)}
      </chakra.p>
    </chakra.div>
  )
}
