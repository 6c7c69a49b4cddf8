import { chakra } from '@chakra-ui/react'
import { type ReactNode, useRef, useState } from 'react'
import { at } from '#client/at.ts'
import { routes } from '#client/routes.ts'
import { useFan } from '#client/useFan.ts'
import { useFanCall } from '#client/useFanAnswer.ts'
import { putAside, tellCartChanged } from '#client/waitingCart.ts'
import { isCallError } from '#kit/callError.ts'
import { Notice } from '#ui/Card.tsx'
import { BrandButton, BrandLink } from '#ui/fan/BrandButton.tsx'
import { Link } from '#ui/Link.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { yenText } from '#ui/text/MoneyText.tsx'
import type { carts } from '../../carts/contract'
import type { PublicGoodsDetail } from '../contract'
import { shippingFeeOf } from '../goods'
import { useFanGoodsWords } from './words'

type Brand = { tenantId: string; brandId: string; brandSlug: string }
const most = 99

const Choice = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: '44px',
    px: 4,
    borderWidth: '1px',
    borderColor: 'borderStrong',
    borderRadius: 'm',
    fontSize: '0.875rem',
    fontWeight: 'semibold',
    cursor: 'pointer',
    '&:has(:checked)': {
      borderColor: 'var(--brand-text)',
      boxShadow: 'inset 0 0 0 1px var(--brand-text)',
      bg: 'var(--brand-subtle)',
    },
    '&:has(:focus-visible)': { outline: '2px solid var(--brand-text)', outlineOffset: '2px' },
    '&:has(:disabled)': { color: 'muted', bg: 'sunken', cursor: 'not-allowed' },
  },
})

/** Refusals for which the fan's existing order is linked. */
const isOrdered = (code: string) => code === 'alreadyOwned' || code === 'awaitingPayment'

type Props = { brand: Brand; item: PublicGoodsDetail; instead: ReactNode }

/** Choice of variation and quantity with the button, or with what stands `instead` of it. A visitor's choice is kept in the browser until sign-in. */
export const AddToCart = ({ brand, item, instead }: Props) => {
  const words = useFanGoodsWords()
  const fan = useFan()
  const ask = useFanCall()
  const { variations, goodsId, goodsType } = item
  const [chosen, setChosen] = useState(variations.find(({ isSoldOut }) => !isSoldOut)?.variationId ?? '')
  const [quantity, setQuantity] = useState(1)
  const [state, setState] = useState<'idle' | 'busy' | 'added'>('idle')
  const [problem, setProblem] = useState<string | null>(null)
  const key = useRef(crypto.randomUUID())
  const variation = variations.find(({ variationId }) => variationId === chosen)
  const limit = Math.min(variation?.maxQuantity ?? most, most)
  const pieces = Math.min(quantity, limit)
  const isChoice = variations.length > 1 || Boolean(variation?.variationName)
  // Among several, each says how many of it are left.
  const few = isChoice ? undefined : variation?.remainingStocks
  const add = async () => {
    if (!variation) return
    setState('busy')
    setProblem(null)
    const { tenantId, brandId, brandSlug } = brand
    const named = { tenantId, brandId, goodsId, variationId: variation.variationId, quantity: pieces }
    try {
      if (fan) {
        // The idempotency key contains the choice: another choice is another call.
        await ask(at<typeof carts>()('addGoodsToCart'), named, {
          idempotencyKey: key.current + named.variationId + pieces,
        })
        tellCartChanged()
      } else
        putAside({
          ...named,
          brandSlug,
          name: item.name,
          variationName: variation.variationName,
          price: item.price,
          thumbnail: item.thumbnails[0]?.url ?? '',
          ...(item.isYours === false && { plans: item.plans }),
        })
      key.current = crypto.randomUUID()
      setState('added')
    } catch (error) {
      setState('idle')
      if (!isCallError(error)) throw error
      if (error.status) key.current = crypto.randomUUID()
      setProblem(error.code)
    }
  }
  return (
    <chakra.div display="grid" gap={4}>
      {isChoice && (
        <chakra.fieldset>
          <chakra.legend fontSize="0.875rem" fontWeight="semibold" mb={2}>
            {words.variation}
          </chakra.legend>
          <chakra.div display="flex" flexWrap="wrap" gap={2}>
            {variations.map(({ variationId, variationName, isSoldOut, remainingStocks }) => (
              <Choice key={variationId}>
                <chakra.input
                  srOnly
                  type="radio"
                  name="variation"
                  value={variationId}
                  checked={chosen === variationId}
                  disabled={isSoldOut}
                  onChange={() => {
                    setChosen(variationId)
                    setState('idle')
                  }}
                />
                <span lang={languageOf(variationName)}>
                  {isSoldOut ? words.soldOutVariation(variationName) : variationName}
                </span>
                {!isSoldOut && remainingStocks && (
                  <chakra.span ml={2} fontSize="xs" color="warn">
                    {words.left(remainingStocks)}
                  </chakra.span>
                )}
              </Choice>
            ))}
          </chakra.div>
        </chakra.fieldset>
      )}
      {goodsType === 'physicalGoods' && limit > 1 && (
        <chakra.label display="flex" alignItems="center" gap={3} fontSize="0.875rem" fontWeight="semibold">
          {words.quantity}
          <chakra.select
            value={pieces}
            onChange={(event) => setQuantity(Number(event.currentTarget.value))}
            minH="44px"
            px={3}
            borderWidth="1px"
            borderColor="borderControl"
            borderRadius="m"
            bg="surface"
            fontVariantNumeric="tabular-nums"
          >
            {Array.from({ length: Math.min(limit, 20) }, (_, n) => n + 1).map((n) => (
              <option key={n} value={n}>
                {n}
              </option>
            ))}
          </chakra.select>
        </chakra.label>
      )}
      {(few || item.maxPerPerson) && (
        <chakra.p fontSize="0.875rem" display="flex" flexWrap="wrap" columnGap={3} data-testid="limits">
          {few && (
            <chakra.span fontWeight="semibold" color="warn">
              {words.left(few)}
            </chakra.span>
          )}
          {item.maxPerPerson && <chakra.span color="muted">{words.perPerson(item.maxPerPerson)}</chakra.span>}
        </chakra.p>
      )}
      {problem !== null && (
        <Notice tone="bad" role="alert">
          {(words.refusals as Record<string, string>)[problem] ?? words.moreFailed}
          {isOrdered(problem) && (
            <chakra.p mt={1} textDecoration="underline">
              <Link href={routes.myOrders({ query: { type: 'goods' } })}>{words.toOrders}</Link>
            </chakra.p>
          )}
        </Notice>
      )}
      {item.goodsType === 'physicalGoods' && !item.isPickUp && <Shipping item={item} pieces={pieces} />}
      {/* One cell of the grid: a region that is still empty takes no gap. */}
      <div>
        {instead || (
          <BrandButton
            wide
            onClick={() => void add()}
            disabled={state === 'busy' || !variation}
            aria-busy={state === 'busy' || undefined}
            data-testid="add-to-cart"
          >
            {state === 'busy' ? words.adding : words.add}
          </BrandButton>
        )}
        <chakra.div role="status">
          {state === 'added' && (
            <chakra.div display="grid" gap={2} mt={3}>
              <Notice tone="ok">
                {words.added} {item.isYours === false && words.members.added}
              </Notice>
              <BrandLink look="outline" wide href={routes.carts()}>
                {words.toCart}
              </BrandLink>
            </chakra.div>
          )}
        </chakra.div>
      </div>
    </chakra.div>
  )
}

type Sent = Extract<PublicGoodsDetail, { goodsType: 'physicalGoods' }>
/** What sending these pieces costs, and what is missing until it is free. */
const Shipping = ({ item, pieces }: { item: Sent; pieces: number }) => {
  const words = useFanGoodsWords()
  const fee = shippingFeeOf([item], item.price * pieces, item.freeShippingOver ?? null)
  return (
    <chakra.p fontSize="0.875rem" color="muted" data-testid="shipping">
      {fee === 0
        ? words.freeShipping
        : [
            words.shipping(yenText(fee)),
            ...(item.freeShippingOver ? [words.freeAfter(yenText(item.freeShippingOver - item.price * pieces))] : []),
          ].join(' · ')}
    </chakra.p>
  )
}
