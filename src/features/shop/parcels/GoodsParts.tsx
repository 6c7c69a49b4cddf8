import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { lineName } from '#money/orders/order.ts'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { MoneyText } from '#ui/text/MoneyText.tsx'
import { isHandOver, type ShipmentState } from './fulfillment'
import { ReturnedParcels } from './ReturnedParcels'
import type { Ids, Order } from './read'
import { useFulfillmentWords } from './words'

const StepBackDialog = dynamic(() => import('./GoodsDialogs').then((m) => m.StepBackDialog), { ssr: false })
const ReturnDialog = dynamic(() => import('./ReturnDialog').then((m) => m.ReturnDialog), { ssr: false })

const Row = chakra('li', {
  base: { display: 'flex', justifyContent: 'space-between', gap: 4, fontSize: '0.875rem', minW: 0 },
})
const Small = chakra('span', {
  base: { display: 'block', color: 'muted', fontSize: 'sm', fontWeight: 'normal', overflowWrap: 'anywhere' },
})
const Group = chakra('h3', { base: { fontSize: 'sm', color: 'muted', fontWeight: 'semibold' } })

const wayOf = ({ isPickUp, deliveryMethod }: Order['lines'][number]) => (isPickUp ? 'atVenue' : deliveryMethod)

/** Order lines in separate groups: shipped, handed over at a venue, downloaded. */
export const GoodsLines = ({ order }: { order: Order }) => {
  const { lines: words } = useFulfillmentWords()
  return (
    <chakra.div display="grid" gap={4} pb={3} borderBottomWidth="1px" borderColor="border">
      {(['physical', 'atVenue', 'digital'] as const).map((way) => {
        const lines = order.lines.filter((line) => wayOf(line) === way)
        if (lines.length === 0) return null
        return (
          <chakra.div key={way} display="grid" gap={2}>
            <Group>{words[way]}</Group>
            <chakra.ul display="grid" gap={2.5}>
              {lines.map((line) => (
                <Row key={line.lineId}>
                  <chakra.span minW="0" overflowWrap="anywhere" fontWeight="semibold">
                    {line.name} × {line.quantity}
                    {line.variationName && <Small>{line.variationName}</Small>}
                    {way !== 'digital' && line.fulfilledQuantity > 0 && (
                      <Small>
                        {words[way === 'atVenue' ? 'handed' : 'sent'](line.fulfilledQuantity, line.quantity)}
                      </Small>
                    )}
                    {line.refundedQuantity > 0 && <Small>{words.refunded(line.refundedQuantity)}</Small>}
                  </chakra.span>
                  <MoneyText yen={line.unitPrice * line.quantity} />
                </Row>
              ))}
            </chakra.ul>
          </chakra.div>
        )
      })}
    </chakra.div>
  )
}

const tones: Record<ShipmentState, Tone> = { shipping: 'info', shipped: 'ok', delivered: 'plain' }

/** The parcels of an order, each with its number and where it is, and what was handed over at a venue. */
export const Shipments = ({ ids, order, canShip }: { ids: Ids; order: Order; canShip: boolean }) => {
  const words = useFulfillmentWords()
  const { shipments: says, handOvers } = words
  const locale = useLocale()
  const [backOf, setBackOf] = useState<Order['shipments'][number] | null>(null)
  const [returned, setReturned] = useState<Order['shipments'][number] | null>(null)
  const nameOf = new Map(order.lines.map(({ lineId, name, variationName }) => [lineId, [name, variationName]]))
  return (
    <Card title={order.isPickUp ? handOvers.title : says.title}>
      {order.shipments.length + order.returns.length === 0 ? (
        <chakra.div display="grid" gap={3} justifyItems="start">
          <chakra.p fontSize="0.875rem" color="muted">
            {order.isPickUp ? handOvers.none : says.none}
          </chakra.p>
          {order.isPickUp && canShip && <LinkButton href={routes.pickUp(ids)}>{handOvers.desk}</LinkButton>}
        </chakra.div>
      ) : (
        <chakra.div display="grid" gap={5}>
          <ReturnedParcels ids={ids} order={order} canShip={canShip} />
          {order.shipments.length > 0 && (
            <chakra.ul display="grid" gap={5}>
              {order.shipments.map((one) => {
                const isHanded = isHandOver(one, order.lines)
                return (
                  <chakra.li key={one.fulfillmentId} display="grid" gap={2} fontSize="0.875rem">
                    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
                      <strong>
                        {isHanded
                          ? words.lines.pickUp
                          : one.provider === 'other' && one.providerName
                            ? one.providerName
                            : words.providers[one.provider]}
                      </strong>
                      <chakra.span fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
                        {one.trackingNumber || (isHanded ? '' : says.noNumber)}
                      </chakra.span>
                      <Badge tone={tones[one.state]}>{isHanded ? handOvers.state : words.states[one.state]}</Badge>
                      {one.wentElsewhere && <Badge tone="warn">{words.address.sentElsewhere}</Badge>}
                    </chakra.div>
                    <chakra.ul color="muted" fontSize="sm">
                      {one.lines.map(({ lineId, quantity }) => {
                        const [name = '', variationName = ''] = nameOf.get(lineId) ?? []
                        return <li key={lineId}>{says.items(lineName({ name, variationName }), quantity)}</li>
                      })}
                    </chakra.ul>
                    <chakra.p color="muted" fontSize="sm">
                      {one.shippedAt !== null &&
                        (isHanded ? handOvers.at : says.shippedAt)(dateText(one.shippedAt, locale, { hour: true }))}
                      {one.deliveredAt !== null &&
                        !isHanded &&
                        ` · ${says.deliveredAt(dateText(one.deliveredAt, locale, { hour: true }))}`}
                      {one.note && ` · ${one.note}`}
                    </chakra.p>
                    <chakra.div display="flex" flexWrap="wrap" gap={2}>
                      {one.trackingUrl && (
                        <chakra.a
                          href={one.trackingUrl}
                          target="_blank"
                          rel="noopener noreferrer"
                          color="accentText"
                          fontWeight="semibold"
                          lineHeight="32px"
                          mr={2}
                        >
                          {says.track}
                        </chakra.a>
                      )}
                      {canShip && (
                        <>
                          {!isHanded && (
                            <LinkButton
                              size="s"
                              href={routes.deliveryDetails(ids, { query: { shipment: one.fulfillmentId } })}
                            >
                              {says.edit}
                            </LinkButton>
                          )}
                          {!isHanded && one.state !== 'shipping' && (
                            <Button size="s" onClick={() => setReturned(one)}>
                              {words.returns.button}
                            </Button>
                          )}
                          <Button size="s" look="quiet" onClick={() => setBackOf(one)}>
                            {isHanded ? handOvers.back : says.back[one.state]}
                          </Button>
                        </>
                      )}
                    </chakra.div>
                  </chakra.li>
                )
              })}
            </chakra.ul>
          )}
        </chakra.div>
      )}
      {returned && <ReturnDialog ids={ids} order={order} shipment={returned} onClose={() => setReturned(null)} />}
      {backOf && (
        <StepBackDialog
          ids={ids}
          shipment={backOf}
          isHandOver={isHandOver(backOf, order.lines)}
          onClose={() => setBackOf(null)}
        />
      )}
    </Card>
  )
}
