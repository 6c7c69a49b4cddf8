import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import type { ResultOf } from '#kit/contract.ts'
import { uncollected as states } from '#shop/eventGoods/eventGoods.ts'
import { Notice } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { TabLink } from '#ui/text/TabLink.tsx'
import { events } from '../contract'
import { useEventWords } from '../words'

type Named = { tenantId: string; brandId: string; eventId: string }

export const useGoodsOfEvent = (named: Named) => useRead(events.getGoodsOfEvent, named)
type Read = ReturnType<typeof useGoodsOfEvent>

const List = chakra('ul', { base: { pl: 5, display: 'grid', gap: 1.5, listStyleType: 'disc' } })

type UncollectedProps = { named: Named; uncollected: ResultOf<typeof events.getGoodsOfEvent>['uncollected'] }

/** Paid orders with pieces to pick up, by brand: only staff can refund them, one by one. */
const Uncollected = ({ named: { tenantId, eventId }, uncollected }: UncollectedProps) => {
  const { goods: words } = useEventWords()
  const query = { eventId, payment: states.payment.join(), fulfillment: states.fulfillment.join() }
  return uncollected.map(({ brandId, name, orders, isVisible }) => (
    <li key={brandId}>
      {words.uncollected(orders, uncollected.length > 1 ? name : '')}
      {isVisible && (
        <>
          {' '}
          <TabLink href={routes.orders({ tenantId, brandId }, { query })}>{words.orders}</TabLink>
        </>
      )}
    </li>
  ))
}

/** Consequences of a cancellation for goods, shown before confirming it. */
export const GoodsOfCanceled = ({ named, read: { data, failed } }: { named: Named; read: Read }) => {
  const { goods: words } = useEventWords()
  if (failed) return <FailedState {...failed} />
  if (!data) return <SkeletonText lines={3} />
  const { ending, staying, unpaid, uncollected } = data
  if (ending + staying + unpaid + uncollected.length === 0) return null
  return (
    <List>
      {ending > 0 && <li>{words.ending(ending)}</li>}
      {unpaid > 0 && <li>{words.unpaid(unpaid)}</li>}
      <Uncollected named={named} uncollected={uncollected} />
      {staying > 0 && <li>{words.staying(staying)}</li>}
    </List>
  )
}

/** Notice about goods to update by hand. */
export const GoodsOfPostponed = ({ named }: { named: Named }) => {
  const { goods: words } = useEventWords()
  const { data } = useGoodsOfEvent(named)
  if (!data || data.all === 0) return null
  const { tenantId, eventId } = named
  return (
    <p>
      {words.postponed(data.all)}{' '}
      <TabLink href={routes.eventGoods({ tenantId }, { query: { eventId } })}>{words.list}</TabLink>
    </p>
  )
}

/** Tasks that are left after a cancellation. */
export const LeftOfCanceled = ({ named }: { named: Named }) => {
  const { data } = useGoodsOfEvent(named)
  if (!data || data.uncollected.length === 0) return null
  return (
    <Notice tone="warn" mb={5}>
      <List>
        <Uncollected named={named} uncollected={data.uncollected} />
      </List>
    </Notice>
  )
}
