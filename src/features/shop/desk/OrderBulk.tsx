import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { routes } from '#client/routes.ts'
import { useWrite } from '#client/useOperation.ts'
import type { ResultOf } from '#kit/contract.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { MoreMenu } from '#ui/overlay/MoreMenu.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { fulfillments } from '../parcels/contract'
import { refresh } from '../parcels/read'
import { useFulfillmentWords } from '../parcels/words'
import type { staffOrders } from './contract'
import { type Left, leftOf, type Outcome } from './LeftOver'
import { isShippable, ShipDialog, type TypedNumbers } from './ShipDialog'
import { useStaffOrderWords } from './words'

const AskText = dynamic(() => import('../parcels/GoodsDialogs').then((m) => m.AskText), { ssr: false })

type Row = ResultOf<(typeof staffOrders)['getOrders']>['orders'][number]
type BulkProps = {
  onExport: (what: readonly Row[] | 'all') => void
  ids: { tenantId: string; brandId: string }
  chosen: readonly Row[]
  clear: () => void
  /** All that match are meant, on every page. */
  isAll: boolean
  onPrepareAll: () => void
  /** The page that prints the packing slips of all that match. */
  slipsHref: string
  /** Not all of them were suited: how many were done, and those that were left. */
  onLeft: (done: number, left: Left[]) => void
}

/** Actions on several orders; an order that an action does not fit is left unchanged and reported. */
export const OrderBulk = (props: BulkProps) => {
  const { bulk: words } = useStaffOrderWords()
  if (!props.isAll) return <ChosenBulk {...props} />
  return (
    <>
      <Button size="s" onClick={() => props.onExport('all')}>
        {words.csv}
      </Button>
      <LinkButton size="s" href={props.slipsHref}>
        {words.slips}
      </LinkButton>
      <Button size="s" look="primary" onClick={props.onPrepareAll}>
        {words.prepare}
      </Button>
    </>
  )
}

const ChosenBulk = ({ ids, chosen, clear, onExport, onLeft }: BulkProps) => {
  const { bulk: words, refusals } = useStaffOrderWords()
  const router = useRouter()
  const attempt = useAttempt(refusals)
  const prepare = useWrite(fulfillments.startPreparing, refresh)
  const deliver = useWrite(fulfillments.markDelivered, refresh)
  const hold = useWrite(fulfillments.holdOrder, refresh)
  const { shipments, hold: ofHold } = useFulfillmentWords()
  const [numbers, setNumbers] = useState<TypedNumbers>({})
  const [asked, setAsked] = useState<'ship' | 'hold' | null>(null)
  const close = () => setAsked(null)
  const orderIds = chosen.map(({ orderId }) => orderId)
  const tell = (results: readonly { orderId: string; result: Outcome }[]) => {
    const left = leftOf(results, new Map(chosen.map(({ orderId, orderNumber }) => [orderId, orderNumber])))
    const done = results.length - left.length
    if (left.length === 0) toast({ tone: 'ok', title: words.done(done) })
    else onLeft(done, left)
    clear()
  }
  const isPreparable = chosen.some(({ fulfillmentState }) => fulfillmentState === 'unfulfilled')
  const isOnItsWay = chosen.some(({ fulfillmentState }) => ['shipped', 'partiallyShipped'].includes(fulfillmentState))
  const shippable = chosen.filter(isShippable)
  const isPrepared = shippable.length > 0 && !isPreparable
  const holdAll = async (reason: string) => {
    const results: { orderId: string; result: Outcome }[] = []
    // One after the other: each is an act of its own, with its own line in the history of its order.
    for (const { orderId } of shippable)
      results.push({
        orderId,
        result: (await attempt(() => hold.mutateAsync({ ...ids, orderId, reason }))) ? 'ok' : 'failed',
      })
    const others = chosen.filter((row) => !isShippable(row))
    tell([...results, ...others.map(({ orderId }) => ({ orderId, result: 'nothingToShip' as const }))])
    close()
  }
  return (
    <>
      <Button size="s" onClick={() => onExport(chosen)}>
        {words.csv}
      </Button>
      <Button
        size="s"
        onClick={() => void router.push(routes.packingSlips(ids, { query: { ids: orderIds.join(',') } }))}
      >
        {words.slips}
      </Button>
      <Button
        size="s"
        look={isPrepared ? 'plain' : 'primary'}
        disabled={!isPreparable}
        busy={prepare.isPending}
        onClick={() => attempt(async () => tell((await prepare.mutateAsync({ ...ids, orderIds })).results))}
      >
        {words.prepare}
      </Button>
      <Button
        size="s"
        look={isPrepared ? 'primary' : 'plain'}
        disabled={shippable.length === 0}
        onClick={() => setAsked('ship')}
      >
        {words.ship}
      </Button>
      <MoreMenu
        size="s"
        label={words.more}
        items={[
          {
            key: 'delivered',
            label: words.delivered,
            disabled: !isOnItsWay || deliver.isPending,
            onSelect: () => void attempt(async () => tell((await deliver.mutateAsync({ ...ids, orderIds })).results)),
          },
          { key: 'hold', label: words.hold, disabled: shippable.length === 0, onSelect: () => setAsked('hold') },
        ]}
      />
      {asked === 'ship' && (
        <ShipDialog ids={ids} chosen={chosen} numbers={numbers} onNumbers={setNumbers} onClose={close} onDone={tell} />
      )}
      {asked === 'hold' && (
        <AskText
          title={words.holdTitle(shippable.length)}
          text={ofHold.text}
          label={shipments.reason}
          confirm={ofHold.confirm}
          max={200}
          busy={hold.isPending}
          onClose={close}
          onDone={(reason) => void holdAll(reason)}
        />
      )}
    </>
  )
}
