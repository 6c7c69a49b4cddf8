import { chakra } from '@chakra-ui/react'
import { useLocale } from '#client/words.tsx'
import { postalText } from '#club/postal/postalCode.ts'
import type { ResultOf } from '#kit/contract.ts'
import { Surface } from '#ui/Card.tsx'
import { DateText, dateText } from '#ui/text/DateText.tsx'
import { MoneyText } from '#ui/text/MoneyText.tsx'
import type { fulfillments } from './contract'
import { useFulfillmentWords } from './words'

const Cell = chakra('td', { base: { py: 2, borderTopWidth: '1px', borderColor: 'border', verticalAlign: 'top' } })
const Figure = chakra(Cell, { base: { pl: 3, textAlign: 'end', whiteSpace: 'nowrap' } })
const Head = chakra('th', {
  base: { py: 2, fontSize: 'sm', color: 'muted', fontWeight: 'semibold', textAlign: 'start', whiteSpace: 'nowrap' },
})

const FigureHead = chakra(Head, { base: { pl: 3, textAlign: 'end' } })

type MadeSlips = ResultOf<(typeof fulfillments)['getPackingSlips']>
type Slip = MadeSlips['slips'][number]

type SheetProps = { slip: Slip; hasPrices: boolean } & Pick<MadeSlips, 'brandName' | 'sender'>

/** A parcel's sheet: who sends it to whom, what is in it, and what was paid for the order; of a gift nobody is told that. */
export const SlipSheet = ({ slip, brandName, sender, hasPrices }: SheetProps) => {
  const { slips: says } = useFulfillmentWords()
  const locale = useLocale()
  return (
    <Surface as="article" p={{ base: 5, md: 8 }} display="grid" gap={5} data-testid="packing-slip">
      <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" gap={3}>
        <chakra.div>
          <chakra.h2 fontSize="xl">{says.slip}</chakra.h2>
          <chakra.p fontWeight="semibold" overflowWrap="anywhere">
            {brandName}
          </chakra.p>
        </chakra.div>
        <chakra.div fontSize="sm" color="muted" textAlign={{ base: 'start', sm: 'end' }}>
          {says.number} {slip.orderNumber}
          <br />
          {says.placedAt} <DateText at={slip.placedAt} />
          {slip.addressChangedAt !== null && (
            <chakra.strong display="block" color="text">
              {says.addressChanged(dateText(slip.addressChangedAt, locale, { short: true }))}
            </chakra.strong>
          )}
        </chakra.div>
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" gap={5}>
        {slip.address ? (
          <chakra.address fontStyle="normal" lineHeight="1.7" overflowWrap="anywhere">
            {postalText(slip.address.postalCode)}
            <br />
            {slip.address.prefecture}
            {slip.address.town}
            {slip.address.address}
            <br />
            {slip.address.building && (
              <>
                {slip.address.building}
                <br />
              </>
            )}
            <chakra.strong fontSize="lg">
              {slip.address.recipientName} {says.to}
            </chakra.strong>
          </chakra.address>
        ) : (
          <chakra.p color="muted" fontSize="sm">
            {says.hidden}
          </chakra.p>
        )}
        <Sender {...sender} />
      </chakra.div>
      <chakra.table w="100%" fontSize="0.875rem">
        <thead>
          <tr>
            <Head scope="col">{says.item}</Head>
            {hasPrices && <FigureHead scope="col">{says.unitPrice}</FigureHead>}
            <FigureHead scope="col">{says.quantity}</FigureHead>
            {hasPrices && <FigureHead scope="col">{says.amount}</FigureHead>}
          </tr>
        </thead>
        <tbody>
          {slip.lines.map(({ lineId, name, variationName, sku, unitPrice, quantity }) => (
            <tr key={lineId}>
              <Cell overflowWrap="anywhere">
                {variationName ? `${name} (${variationName})` : name}
                {sku && (
                  <chakra.span display="block" fontSize="sm" color="muted">
                    {says.sku(sku)}
                  </chakra.span>
                )}
              </Cell>
              {hasPrices && (
                <Figure>
                  <MoneyText yen={unitPrice} />
                </Figure>
              )}
              <Figure>{quantity}</Figure>
              {hasPrices && (
                <Figure>
                  <MoneyText yen={unitPrice * quantity} />
                </Figure>
              )}
            </tr>
          ))}
        </tbody>
      </chakra.table>
      {hasPrices && <Sums slip={slip} />}
      <chakra.p fontSize="0.875rem" color="muted">
        {says.thanks}
      </chakra.p>
    </Surface>
  )
}

const Sender = ({ name, postalCode, address, phone }: MadeSlips['sender']) => {
  const { slips: says } = useFulfillmentWords()
  // An English address has its code at the end.
  const code = address.includes(postalCode) ? '' : postalText(postalCode)
  const lines = [name, [code, address].filter(Boolean).join(' '), phone && says.phone(phone)].filter(Boolean)
  if (lines.length === 0) return null
  return (
    <chakra.address fontStyle="normal" fontSize="sm" lineHeight="1.6" overflowWrap="anywhere">
      {lines.map((line) => (
        <chakra.span key={line} display="block">
          {line}
        </chakra.span>
      ))}
    </chakra.address>
  )
}

const Sums = ({ slip: { lines, sums } }: { slip: Slip }) => {
  const { slips: says } = useFulfillmentWords()
  const laidIn = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
  const rows = [
    { label: says.laidIn, yen: laidIn },
    { label: says.others, yen: sums.others, isOptional: true },
    { label: says.shippingFee, yen: sums.shippingFee },
    { label: says.konbiniFee, yen: sums.konbiniFee, isOptional: true },
    { label: says.total, yen: sums.total, isTotal: true },
    { label: says.refunded, yen: -sums.refunded, isOptional: true },
  ].filter(({ yen, isOptional }) => !isOptional || yen !== 0)
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns="1fr auto"
      columnGap={6}
      rowGap={1}
      justifySelf={{ sm: 'end' }}
      minW="240px"
      fontSize="0.875rem"
    >
      {rows.map(({ label, yen, isTotal }) => (
        <chakra.div key={label} display="contents" fontWeight={isTotal ? 'bold' : undefined}>
          <dt>{label}</dt>
          <chakra.dd textAlign="end">
            <MoneyText yen={yen} />
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}
