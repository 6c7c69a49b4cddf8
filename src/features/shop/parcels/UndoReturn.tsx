import { useState } from 'react'
import { useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { Button } from '#ui/Button.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { fulfillments } from './contract'
import { returnWithdrawn } from './mails'
import { type Ids, type Order, refresh } from './read'
import { useFulfillmentWords } from './words'

type Return = Pick<Order['returns'][number], 'fulfillmentId' | 'returnedAt'>

/** Takes a return back that was recorded by mistake; whether it was done. */
export const useUndoReturn = (ids: Ids) => {
  const words = useFulfillmentWords()
  const attempt = useAttempt(words.refusals)
  const undo = useWrite(fulfillments.undoParcelReturn, refresh)
  const run = ({ fulfillmentId, returnedAt }: Return) =>
    attempt(async () => {
      await undo.mutateAsync({ ...ids, fulfillmentId, expectedReturnedAt: returnedAt })
      toast({ tone: 'ok', title: words.done.notCameBack })
    })
  return { run, isPending: undo.isPending }
}

type Props = { ids: Ids; order: Order; returned: Order['returns'][number] }

/** At a return that nothing has followed from. */
export const UndoReturn = ({ ids, order, returned }: Props) => {
  const { returns: says } = useFulfillmentWords()
  const { run, isPending } = useUndoReturn(ids)
  const [isAsked, setAsked] = useState(false)
  const to = useReader(order.buyer)
  const { orderId, orderNumber, brandName, brandSlug: slug } = { ...order, ...ids }
  const items = returned.lines.flatMap(({ lineId, quantity }) => {
    const line = order.lines.find((one) => one.lineId === lineId)
    return line ? [{ name: line.name, variationName: line.variationName, english: line.english, quantity }] : []
  })
  const { provider, providerName, trackingNumber, trackingUrl, isDelivered } = returned
  const parcel = { provider, providerName, trackingNumber, trackingUrl, isDelivered }
  return (
    <>
      <Button size="s" onClick={() => setAsked(true)}>
        {says.undo}
      </Button>
      {isAsked && (
        <AskDialog
          title={says.undoAsk}
          text={says.undoText}
          confirm={says.undoConfirm}
          busy={isPending}
          onClose={() => setAsked(false)}
          onConfirm={async () => {
            if (await run(returned)) setAsked(false)
          }}
        >
          <LettersToSend
            count={order.buyer.isReachable ? 1 : 0}
            letters={[
              {
                letter: returnWithdrawn(to, { orderId, orderNumber, brandName, slug, items, ...parcel }),
                locale: to.locale,
              },
            ]}
          />
        </AskDialog>
      )}
    </>
  )
}
