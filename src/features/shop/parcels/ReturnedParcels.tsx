import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { lineName } from '#money/orders/order.ts'
import { Badge } from '#ui/Badge.tsx'
import { LinkButton } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import type { Ids, Order } from './read'
import { UndoReturn } from './UndoReturn'
import { useFulfillmentWords } from './words'

/** Parcels that the carrier brought back, as they stand among the shipments. */
export const ReturnedParcels = ({ ids, order, canShip }: { ids: Ids; order: Order; canShip: boolean }) => {
  const words = useFulfillmentWords()
  const { returns: says } = words
  const locale = useLocale()
  const nameOf = new Map(order.lines.map((line) => [line.lineId, lineName(line)]))
  if (order.returns.length === 0) return null
  return (
    <chakra.ul display="grid" gap={5} aria-label={says.list}>
      {order.returns.map((one) => (
        <chakra.li key={one.fulfillmentId} display="grid" gap={2} fontSize="0.875rem">
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
            <strong>
              {one.provider === 'other' && one.providerName ? one.providerName : words.providers[one.provider]}
            </strong>
            <chakra.span fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
              {one.trackingNumber || words.shipments.noNumber}
            </chakra.span>
            <Badge tone={one.isWaiting ? 'warn' : 'plain'}>{says.badge(says.reasons[one.reason])}</Badge>
          </chakra.div>
          <chakra.ul color="muted" fontSize="sm">
            {one.lines.map(({ lineId, quantity }) => (
              <li key={lineId}>{words.shipments.items(nameOf.get(lineId) ?? '', quantity)}</li>
            ))}
          </chakra.ul>
          <chakra.p color="muted" fontSize="sm" overflowWrap="anywhere">
            {words.shipments.shippedAt(dateText(one.shippedAt, locale, { hour: true }))}
            {` · ${says.at(dateText(one.returnedAt, locale, { hour: true }))}`}
            {` · ${says.charged(yenText(one.postage))}`}
            {one.note && ` · ${one.note}`}
          </chakra.p>
          {canShip && one.mayUndo && (
            <div>
              <UndoReturn ids={ids} order={order} returned={one} />
            </div>
          )}
        </chakra.li>
      ))}
    </chakra.ul>
  )
}

type NoticeProps = { ids: Ids; order: Order; canShip: boolean; since: number; refund: ReactNode }

/** Something came back: the two ways on. `refund` opens the refund, for who may. */
export const CameBackNotice = ({ ids, order, canShip, since, refund }: NoticeProps) => {
  const { returns: says } = useFulfillmentWords()
  const locale = useLocale()
  const isHeld = order.fulfillmentState === 'onHold'
  return (
    <Notice tone="warn" data-testid="came-back">
      <chakra.div display="grid" gap={3}>
        <p>
          <strong>{says.title(dateText(since, locale))}</strong> {isHeld ? says.held : says.next}
        </p>
        {((canShip && !isHeld) || refund) && (
          <chakra.div display="flex" flexWrap="wrap" gap={2}>
            {canShip && !isHeld && <LinkButton href={routes.deliveryDetails(ids)}>{says.sendAgain}</LinkButton>}
            {refund}
          </chakra.div>
        )}
      </chakra.div>
    </Notice>
  )
}
