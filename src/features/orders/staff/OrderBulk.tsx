import { useRouter } from 'next/router'
import { routes } from '../../../client/routes'
import { useWrite } from '../../../client/useOperation'
import type { ResultOf } from '../../../kit/contract'
import { Button } from '../../../ui/Button'
import { toast } from '../../../ui/overlay/Toaster'
import { useAttempt } from '../../../ui/useAttempt'
import { fulfillments } from '../fulfillments/contract'
import { refresh } from '../fulfillments/read'
import type { staffOrders } from './contract'
import { useStaffOrderWords } from './words'

type Row = ResultOf<(typeof staffOrders)['getOrders']>['orders'][number]
type BulkProps = {
  onExport: (orderIds: string[]) => void
  ids: { tenantId: string; brandId: string }
  chosen: readonly Row[]
  clear: () => void
}

/** What can be done with several orders; what does not suit one of them leaves it as it is, and is said. */
export const OrderBulk = ({ ids, chosen, clear, onExport }: BulkProps) => {
  const { bulk: words, refusals } = useStaffOrderWords()
  const router = useRouter()
  const attempt = useAttempt(refusals)
  const prepare = useWrite(fulfillments.startPreparing, refresh)
  const deliver = useWrite(fulfillments.markDelivered, refresh)
  const orderIds = chosen.map(({ orderId }) => orderId)
  const tell = (results: readonly { result: string }[]) => {
    const done = results.filter(({ result }) => result === 'ok').length
    const left = results.length - done
    if (done === 0) toast({ tone: 'bad', title: words.none })
    else toast({ tone: 'ok', title: left === 0 ? words.done(done) : words.some(done, left) })
    clear()
  }
  const isPreparable = chosen.some(({ fulfillmentState }) => fulfillmentState === 'unfulfilled')
  const isOnItsWay = chosen.some(({ fulfillmentState }) => ['shipped', 'partiallyShipped'].includes(fulfillmentState))
  return (
    <>
      {isOnItsWay && (
        <Button
          size="s"
          busy={deliver.isPending}
          onClick={() => attempt(async () => tell((await deliver.mutateAsync({ ...ids, orderIds })).results))}
        >
          {words.delivered}
        </Button>
      )}
      <Button size="s" onClick={() => onExport(orderIds)}>
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
        look="primary"
        disabled={!isPreparable}
        busy={prepare.isPending}
        onClick={() => attempt(async () => tell((await prepare.mutateAsync({ ...ids, orderIds })).results))}
      >
        {words.prepare}
      </Button>
    </>
  )
}
