import { chakra } from '@chakra-ui/react'
import { MoneyText } from '#ui/text/MoneyText.tsx'
import type { Cart, CartGoods } from '../contract'
import { useCartWords } from './words'

export const Row = chakra('div', { base: { display: 'flex', justifyContent: 'space-between', gap: 4, minW: 0 } })

type Summary = {
  summary: Cart['orderSummary']
  isSent: boolean
  fee?: number
  /** Of what can be bought, where something of it cannot. */
  buyable?: Cart['buyableSummary']
}

/** The full price: goods, shipping, and the store's fee if there is one. */
export const SummaryRows = ({ summary: { subtotal, shippingFee, totalFee }, isSent, fee = 0, buyable }: Summary) => {
  const words = useCartWords()
  return (
    <chakra.dl display="grid" gap={1.5} fontSize="0.875rem">
      <Row>
        <chakra.dt color="muted">{words.subtotal}</chakra.dt>
        <dd>
          <MoneyText yen={subtotal} />
        </dd>
      </Row>
      {isSent && (
        <Row>
          <chakra.dt color="muted">{words.shipping}</chakra.dt>
          <dd>{shippingFee === 0 ? words.shippingFree : <MoneyText yen={shippingFee} />}</dd>
        </Row>
      )}
      {fee > 0 && (
        <Row>
          <chakra.dt color="muted">{words.fee}</chakra.dt>
          <dd>
            <MoneyText yen={fee} />
          </dd>
        </Row>
      )}
      <Row fontWeight="bold" fontSize="lg" borderTopWidth="1px" borderColor="border" pt={2} mt={1}>
        <dt>{words.total}</dt>
        <dd data-testid="cart-total">
          <MoneyText yen={totalFee + fee} />
        </dd>
      </Row>
      {buyable && (
        <Row fontWeight="semibold">
          <dt>{words.buyable}</dt>
          <dd data-testid="cart-buyable">
            <MoneyText yen={buyable.totalFee} />
          </dd>
        </Row>
      )}
    </chakra.dl>
  )
}

export const nameOf = (name: string, variationName: string) =>
  variationName === '' ? name : `${name} (${variationName})`

const Way = chakra('label', {
  base: {
    display: 'flex',
    gap: 2,
    alignItems: 'flex-start',
    minH: '44px',
    px: 3,
    py: 2,
    borderWidth: '1px',
    borderColor: 'borderStrong',
    borderRadius: 'm',
    fontSize: '0.875rem',
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    '&:has(:checked)': { borderColor: 'var(--brand, currentColor)', bg: 'var(--brand-subtle, transparent)' },
  },
})

type ChoiceProps = { item: CartGoods; isBusy: boolean; onChoose: (isPickUp: boolean) => void }

/** Choice of delivery or pick-up, for event goods that offer both. */
export const HandingChoice = ({ item, isBusy, onChoose }: ChoiceProps) => {
  const words = useCartWords()
  const { name, variation, pickUpVenue, shippingTimeText = '', isPickUp = false } = item
  if (pickUpVenue === undefined) return null
  const ways = [
    { isPickUpWay: false, text: words.bySending(shippingTimeText) },
    { isPickUpWay: true, text: words.byPickUp(pickUpVenue) },
  ]
  return (
    <chakra.fieldset display="grid" gap={2} data-testid="handing">
      <chakra.legend srOnly>{words.handingOf(nameOf(name, variation.variationName))}</chakra.legend>
      {ways.map(({ isPickUpWay, text }) => (
        <Way key={text}>
          <chakra.input
            type="radio"
            name={`handing-${variation.variationId}`}
            checked={isPickUp === isPickUpWay}
            aria-disabled={isBusy || undefined}
            onChange={() => {
              if (!isBusy) onChoose(isPickUpWay)
            }}
            accentColor="var(--brand)"
            mt="4px"
          />
          <span>{text}</span>
        </Way>
      ))}
    </chakra.fieldset>
  )
}
