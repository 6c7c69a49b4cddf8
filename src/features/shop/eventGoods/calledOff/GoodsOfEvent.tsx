import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import type { ResultOf } from '#kit/contract.ts'
import { codeEndsAhead } from '#money/orders/lettersAhead.ts'
import { events } from '#publishing/events/contract.ts'
import { CancelDialog, type CancelSlot } from '#publishing/events/form/EventMoves.tsx'
import { Notice } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { TabLink } from '#ui/text/TabLink.tsx'
import { uncollected as states } from '../eventGoods'
import { calledOff } from './contract'
import { useCalledOffWords } from './words'

export type EventIds = { tenantId: string; brandId: string; eventId: string }

const useGoodsOfEvent = (ids: EventIds) => useRead(calledOff.getGoodsOfEvent, ids)
type Read = ReturnType<typeof useGoodsOfEvent>

const List = chakra('ul', { base: { pl: 5, display: 'grid', gap: 1.5, listStyleType: 'disc' } })

type UncollectedProps = { ids: EventIds; uncollected: ResultOf<typeof calledOff.getGoodsOfEvent>['uncollected'] }

/** Paid orders with pieces to pick up, by brand: only staff can refund them, one by one. */
const Uncollected = ({ ids: { tenantId, eventId }, uncollected }: UncollectedProps) => {
  const words = useCalledOffWords()
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
const GoodsOfCanceled = ({ ids, read: { data, failed } }: { ids: EventIds; read: Read }) => {
  const words = useCalledOffWords()
  const to = useReader()
  if (failed) return <FailedState {...failed} />
  if (!data) return <SkeletonText lines={3} />
  const { ending, staying, unpaid, told, brandName, uncollected } = data
  if (ending + staying + unpaid + uncollected.length === 0) return null
  return (
    <>
      <List>
        {ending > 0 && <li>{words.ending(ending)}</li>}
        {unpaid > 0 && <li>{words.unpaid(unpaid)}</li>}
        <Uncollected ids={ids} uncollected={uncollected} />
        {staying > 0 && <li>{words.staying(staying)}</li>}
      </List>
      {unpaid > 0 && (
        <LettersToSend count={told} letters={[{ letter: codeEndsAhead(to, brandName), locale: to.locale }]} />
      )}
    </>
  )
}

/** The dialog that cancels an event; it cannot be confirmed before its consequences are shown. */
export const CancelEvent = ({ ids, run, ...dialog }: { ids: EventIds } & CancelSlot) => {
  const goods = useGoodsOfEvent(ids)
  const cancel = useWrite(calledOff.cancelEvent, { refresh: [events.getEvent, events.getEvents] })
  return (
    <CancelDialog
      {...dialog}
      disabled={!goods.data}
      consequences={<GoodsOfCanceled ids={ids} read={goods} />}
      onCancel={(said) => run(() => cancel.mutateAsync({ ...ids, ...said }))}
    />
  )
}

/** Notice about goods to update by hand. */
export const GoodsOfPostponed = ({ ids }: { ids: EventIds }) => {
  const words = useCalledOffWords()
  const { data } = useGoodsOfEvent(ids)
  if (!data || data.all === 0) return null
  const { tenantId, eventId } = ids
  return (
    <p>
      {words.postponed(data.all)}{' '}
      <TabLink href={routes.eventGoods({ tenantId }, { query: { eventId } })}>{words.list}</TabLink>
    </p>
  )
}

/** Tasks that are left after a cancellation. */
export const LeftOfCanceled = ({ ids }: { ids: EventIds }) => {
  const { data } = useGoodsOfEvent(ids)
  if (!data || data.uncollected.length === 0) return null
  return (
    <Notice tone="warn" mb={5}>
      <List>
        <Uncollected ids={ids} uncollected={data.uncollected} />
      </List>
    </Notice>
  )
}
