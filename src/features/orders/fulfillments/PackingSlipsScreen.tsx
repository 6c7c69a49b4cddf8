import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { routes, useQueryValue, useRouteIds } from '../../../client/routes'
import { useWrite } from '../../../client/useOperation'
import type { ResultOf } from '../../../kit/contract'
import { Button, LinkButton } from '../../../ui/Button'
import { Card, Surface } from '../../../ui/Card'
import { EmptyState } from '../../../ui/faces/EmptyState'
import { FileIcon } from '../../../ui/look/icons'
import { Page } from '../../../ui/page/Page'
import { DateText } from '../../../ui/text/DateText'
import { useAttempt } from '../../../ui/useAttempt'
import { postalText } from './AddressCard'
import { fulfillments } from './contract'
import { mostAtOnce } from './fulfillment'
import { FulfillmentWords, useFulfillmentWords } from './words'

/** What is laid into the parcels, a sheet for each order. */
export const PackingSlipsScreen = () => (
  <FulfillmentWords>
    <Screen />
  </FulfillmentWords>
)

/** On paper only the slips stand, one on each sheet, black on white in either mode. */
const printStyles = `@media print {
  header, nav, aside, main h1, main a, main button { display: none !important }
  main, main > *, body { padding: 0 !important; margin: 0 !important; background: #fff !important }
  article { border: 0 !important; box-shadow: none !important; break-after: page; color: #000 !important; background: #fff !important }
}`

const Cell = chakra('td', { base: { py: 2, borderTopWidth: '1px', borderColor: 'border', verticalAlign: 'top' } })
const Head = chakra('th', {
  base: { py: 2, fontSize: 'sm', color: 'muted', fontWeight: 'semibold', textAlign: 'start' },
})

type Made = ResultOf<(typeof fulfillments)['getPackingSlips']>
type Slip = Made['slips'][number]

const Screen = () => {
  const words = useFulfillmentWords()
  const { slips: says } = words
  const ids = useRouteIds('tenantId', 'brandId')
  const attempt = useAttempt(words.refusals)
  const make = useWrite(fulfillments.getPackingSlips)
  const [made, setMade] = useState<Made | null>(null)
  const orderIds = useQueryValue('ids')
    .split(',')
    .filter((id) => /^[A-Za-z0-9_-]{1,64}$/.test(id))
    .slice(0, mostAtOnce)
  return (
    <Page
      title={says.title}
      {...(ids && { back: { href: routes.orders(ids), label: says.back } })}
      actions={
        made &&
        made.slips.length > 0 && (
          <Button look="primary" onClick={() => window.print()}>
            {says.print}
          </Button>
        )
      }
    >
      <style>{printStyles}</style>
      {orderIds.length === 0 ? (
        <Card>
          <EmptyState
            icon={<FileIcon size={24} />}
            title={says.none}
            text={says.noneText}
            action={ids && <LinkButton href={routes.orders(ids)}>{says.back}</LinkButton>}
          />
        </Card>
      ) : made === null ? (
        <Card>
          <EmptyState
            icon={<FileIcon size={24} />}
            title={says.lead(orderIds.length)}
            text={says.reveal}
            action={
              <Button
                look="primary"
                busy={make.isPending}
                onClick={() => ids && attempt(async () => setMade(await make.mutateAsync({ ...ids, orderIds })))}
              >
                {says.show}
              </Button>
            }
          />
        </Card>
      ) : (
        <chakra.div display="grid" gap={5} maxW="720px">
          {made.slips.map((slip) => (
            <SlipSheet key={slip.orderId} slip={slip} brandName={made.brandName} />
          ))}
        </chakra.div>
      )}
    </Page>
  )
}

const SlipSheet = ({ slip, brandName }: { slip: Slip; brandName: string }) => {
  const { slips: says } = useFulfillmentWords()
  return (
    <Surface as="article" p={{ base: 5, md: 8 }} display="grid" gap={5} data-testid="packing-slip">
      <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" gap={3}>
        <chakra.div>
          <chakra.h2 fontSize="xl">{says.slip}</chakra.h2>
          <chakra.p fontWeight="semibold" overflowWrap="anywhere">
            {brandName}
          </chakra.p>
        </chakra.div>
        <chakra.div fontSize="sm" color="muted" textAlign="end">
          {says.number} {slip.orderNumber}
          <br />
          {says.placedAt} <DateText at={slip.placedAt} />
        </chakra.div>
      </chakra.div>
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
      <chakra.table w="100%" fontSize="14px">
        <thead>
          <tr>
            <Head scope="col">{says.item}</Head>
            <Head scope="col" textAlign="end">
              {says.quantity}
            </Head>
          </tr>
        </thead>
        <tbody>
          {slip.lines.map(({ name, variationName, quantity }) => (
            <tr key={`${name} ${variationName} ${quantity}`}>
              <Cell overflowWrap="anywhere">{variationName ? `${name} (${variationName})` : name}</Cell>
              <Cell textAlign="end">{quantity}</Cell>
            </tr>
          ))}
        </tbody>
      </chakra.table>
      <chakra.p fontSize="14px" color="muted">
        {says.thanks}
      </chakra.p>
    </Surface>
  )
}
