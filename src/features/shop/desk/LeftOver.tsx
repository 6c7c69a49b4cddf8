import { chakra } from '@chakra-ui/react'
import { Fragment } from 'react'
import { routes } from '#client/routes.ts'
import type { ResultOf } from '#kit/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useUiWords } from '#ui/words.tsx'
import type { fulfillments } from '../parcels/contract'
import { useStaffOrderWords } from './words'

type LeftOverProps<Name extends 'startPreparing' | 'shipOrders' | 'markDelivered'> = ResultOf<
  (typeof fulfillments)[Name]
>['results'][number]['result']
/** The result for one order; `failed` where the call ended in an error that was already shown. */
export type Outcome =
  | LeftOverProps<'startPreparing'>
  | LeftOverProps<'shipOrders'>
  | LeftOverProps<'markDelivered'>
  | 'failed'
export type Left = { orderId: string; orderNumber: string; result: Exclude<Outcome, 'ok'> }

/** Those of the results that were left as they were, under the numbers that staff know them by. */
export const leftOf = (
  results: readonly { orderId: string; result: Outcome }[],
  numbers: ReadonlyMap<string, string>,
): Left[] =>
  results.flatMap(({ orderId, result }) =>
    result === 'ok' ? [] : [{ orderId, orderNumber: numbers.get(orderId) ?? '', result }],
  )

/** Orders of each reason that are named; the others are a figure. */
const mostNamed = 5

type Ids = { tenantId: string; brandId: string }

/** Which orders were left as they were, and why. */
export const LeftOver = ({ ids: { tenantId, brandId }, left }: { ids: Ids; left: readonly Left[] }) => {
  const { prepareAll: says } = useStaffOrderWords()
  const byReason = Map.groupBy(left, ({ result }) => result)
  return (
    <chakra.section display="grid" gap={2} aria-label={says.left(left.length)}>
      <chakra.h3 fontSize="0.875rem">{says.left(left.length)}</chakra.h3>
      <chakra.ul display="grid" gap={2}>
        {[...byReason].map(([reason, some]) => (
          <li key={reason}>
            {says.reasons[reason](some.length)}
            <chakra.span display="block" color="muted" fontSize="sm">
              {some.slice(0, mostNamed).map(({ orderId, orderNumber }, n) => (
                <Fragment key={orderId}>
                  {n > 0 && ' · '}
                  <chakra.span color="accentText" whiteSpace="nowrap">
                    <Link href={routes.order({ tenantId, brandId, orderId })}>{orderNumber}</Link>
                  </chakra.span>
                </Fragment>
              ))}
              {some.length > mostNamed && ` ${says.others(some.length - mostNamed)}`}
            </chakra.span>
          </li>
        ))}
      </chakra.ul>
    </chakra.section>
  )
}

type DialogProps = { ids: Ids; done: number; left: readonly Left[]; onClose: () => void }

/** After an act on several orders that did not suit all of them. */
export const LeftOverDialog = ({ ids, done, left, onClose }: DialogProps) => {
  const { bulk: words } = useStaffOrderWords()
  const { close } = useUiWords()
  return (
    <Dialog
      open
      title={done === 0 ? words.none : words.some(done, left.length)}
      onClose={onClose}
      footer={
        <Button data-autofocus onClick={onClose}>
          {close}
        </Button>
      }
    >
      <LeftOver ids={ids} left={left} />
    </Dialog>
  )
}
