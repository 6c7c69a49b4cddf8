import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { extensionAhead } from '#money/orders/lettersAhead.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { fulfillments } from '../parcels/contract'
import { type Ids, refresh } from '../parcels/read'
import { staffOrders } from './contract'
import { useStaffOrderWords } from './words'

type Order = ResultOf<typeof staffOrders.getOrder>['order']
type Props = { ids: Ids; order: Order; konbini: NonNullable<Order['konbini']>; canShip: boolean }

/** An order that a store takes the money for: until when, and what staff can do for who has not paid yet. */
export const VoucherCard = ({ ids, order, konbini: { expiresAt, extendableUntil }, canShip }: Props) => {
  const { voucher: words, refusals } = useStaffOrderWords()
  const locale = useLocale()
  const attempt = useAttempt(refusals)
  const resend = useWrite(fulfillments.resendOrderMail, refresh)
  const extend = useWrite(staffOrders.extendVoucher, refresh)
  const [asks, setAsks] = useState(false)
  const to = useReader(order.buyer)
  const date = (at: number) => dateText(at, locale, { hour: true })
  const send = async () => {
    if (await attempt(() => resend.mutateAsync({ ...ids, kind: 'voucher' }))) toast({ tone: 'ok', title: words.resent })
  }
  const run = async () => {
    if (await attempt(() => extend.mutateAsync(ids))) toast({ tone: 'ok', title: words.extended })
    setAsks(false)
  }
  return (
    <Card title={words.title}>
      <chakra.div display="grid" gap={4} fontSize="0.875rem">
        <p>{words.text(date(expiresAt))}</p>
        {canShip && (
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
            <Button busy={resend.isPending} onClick={() => void send()}>
              {words.resend}
            </Button>
            {extendableUntil === null ? (
              <chakra.span color="muted" fontSize="sm">
                {words.isExtended}
              </chakra.span>
            ) : (
              <Button onClick={() => setAsks(true)}>{words.extend}</Button>
            )}
          </chakra.div>
        )}
      </chakra.div>
      {asks && extendableUntil !== null && (
        <ConfirmDialog
          open
          onClose={() => setAsks(false)}
          onConfirm={run}
          tone="primary"
          title={words.extendTitle(date(extendableUntil))}
          confirm={words.extend}
        >
          <p>{words.extendText}</p>
          <LettersToSend
            count={order.buyer.isReachable ? 1 : 0}
            letters={[{ letter: extensionAhead(to, order, extendableUntil), locale: to.locale }]}
          />
        </ConfirmDialog>
      )}
    </Card>
  )
}
