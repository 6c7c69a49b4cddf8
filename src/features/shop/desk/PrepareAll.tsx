import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { useAsk, useWrite } from '#client/useOperation.ts'
import type { PayloadOf, ResultOf } from '#kit/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { Fields } from '#ui/form/Field.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Progress } from '#ui/page/Progress.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useUiWords } from '#ui/words.tsx'
import { fulfillments } from '../parcels/contract'
import { staffOrders } from './contract'
import { type Left, LeftOver, leftOf } from './LeftOver'
import { useStaffOrderWords } from './words'

type Some = ResultOf<typeof staffOrders.getOrderIds>
/** The selection with the filter of that moment; `total` is the number of rows that the list showed. */
export type Prepared = { filter: PayloadOf<typeof staffOrders.getOrderIds>; total: number }

type Done = { tried: number; prepared: number; left: readonly Left[]; next: Some['next'] }
const nothingYet: Done = { tried: 0, prepared: 0, left: [], next: null }
/** `stopped`: by the user or after a failed request; the rest can be continued. */
type State = 'asked' | 'running' | 'stopping' | 'stopped' | 'done'

type Props = Prepared & { onClose: () => void; onChanged: () => void }

/** Starts the preparation of all matching orders in batches, and reports those that were skipped. */
export const PrepareAll = ({ filter, total, onClose, onChanged }: Props) => {
  const { prepareAll: says, refusals } = useStaffOrderWords()
  const { cancel, close } = useUiWords()
  const ask = useAsk()
  const attempt = useAttempt(refusals)
  // The list is read again at the end: once for each part would be a read for each part.
  const prepare = useWrite(fulfillments.startPreparing)
  const [state, setState] = useState<State>('asked')
  const [done, setDone] = useState(nothingYet)
  const mayGoOn = useRef(true)
  useEffect(() => {
    mayGoOn.current = true
    return () => {
      mayGoOn.current = false
    }
  }, [])

  const someOf = async ({ tried, prepared, left, next: after }: Done): Promise<Done> => {
    const { orders, next } = await ask(staffOrders.getOrderIds, { ...filter, ...(after && { after }) })
    if (orders.length === 0) return { tried, prepared, left, next: null }
    const { tenantId, brandId } = filter
    const orderIds = orders.map(({ orderId }) => orderId)
    const { results } = await prepare.mutateAsync({ tenantId, brandId, orderIds })
    const numbers = new Map(orders.map(({ orderId, orderNumber }) => [orderId, orderNumber]))
    const refused = leftOf(results, numbers)
    return {
      tried: tried + orders.length,
      prepared: prepared + results.length - refused.length,
      left: [...left, ...refused],
      next,
    }
  }
  const run = async () => {
    setState('running')
    mayGoOn.current = true
    let sofar = done
    const isWhole = await attempt(async () => {
      do {
        sofar = await someOf(sofar)
        setDone(sofar)
      } while (sofar.next && mayGoOn.current)
    })
    setState(isWhole && !sofar.next ? 'done' : 'stopped')
    onChanged()
  }
  const stop = () => {
    mayGoOn.current = false
    setState('stopping')
  }

  const isRunning = state === 'running' || state === 'stopping'
  const progress = says.progress(done.tried, total)
  return (
    <Dialog
      open
      title={says.title}
      onClose={isRunning ? () => {} : onClose}
      footer={
        isRunning ? (
          <Button busy={state === 'stopping'} onClick={stop}>
            {state === 'stopping' ? says.stopping : says.stop}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{state === 'asked' ? cancel : close}</Button>
            {state !== 'done' && (
              <Button look="primary" data-autofocus onClick={run}>
                {state === 'asked' ? says.start : says.goOn}
              </Button>
            )}
          </>
        )
      }
    >
      <Fields fontSize="0.875rem">
        {state === 'asked' ? (
          <p>{says.text(total)}</p>
        ) : (
          <>
            {isRunning && (
              <chakra.div display="grid" gap={2}>
                <Progress
                  percent={Math.min(100, Math.round((100 * done.tried) / Math.max(1, total)))}
                  label={says.title}
                />
                <chakra.p fontVariantNumeric="tabular-nums">{progress}</chakra.p>
              </chakra.div>
            )}
            {!isRunning && <p role="status">{done.prepared === 0 ? says.none : says.done(done.prepared)}</p>}
            {state === 'stopped' && <Notice tone="warn">{says.stopped}</Notice>}
            {!isRunning && done.left.length > 0 && <LeftOver ids={filter} left={done.left} />}
          </>
        )}
      </Fields>
    </Dialog>
  )
}
