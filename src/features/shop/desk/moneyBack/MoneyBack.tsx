import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { routes } from '#client/routes.ts'
import { useWrite } from '#client/useOperation.ts'
import type { ResultOf } from '#kit/contract.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { MoneyText, yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { type Ids, refresh } from '../../parcels/read'
import { staffOrders } from '../contract'
import { useStaffOrderWords } from '../words'
import { MoneyBackWords, useMoneyBackWords } from './words'

const AskText = dynamic(() => import('../../parcels/GoodsDialogs').then((m) => m.AskText), { ssr: false })

type Answer = ResultOf<typeof staffOrders.getOrder>
type Order = Answer['order']
type Props = {
  ids: Ids
  read: Answer
  /** Opens the refund, for who may. */
  onRefund?: () => void
}

/** What of an order's money goes back: refunds, and what the buyer disputes. */
export const MoneyBack = (props: Props) =>
  (props.read.order.refunds.length > 0 || props.read.order.disputes.length > 0) && (
    <MoneyBackWords>
      <Cards {...props} />
    </MoneyBackWords>
  )

const Cards = ({ ids, read: { order, canHandleRefund, canSendEvidence }, onRefund }: Props) => {
  const words = useMoneyBackWords()
  return (
    <>
      {order.refunds.length > 0 && (
        <Card title={words.refunds}>
          {order.needs.refundFailed && (
            <FailedRefund ids={ids} canHandle={canHandleRefund} waits={order.refundWaits} onRefund={onRefund} />
          )}
          <Refunds order={order} />
        </Card>
      )}
      {order.disputes.length > 0 && (
        <Card
          title={words.disputes}
          lead={
            order.disputes.some(({ state }) => state === 'open' || state === 'inquiry')
              ? words.disputesText
              : words.disputesOver
          }
        >
          <Disputes ids={ids} order={order} canSend={canSendEvidence} />
        </Card>
      )}
    </>
  )
}

/** Money that did not go back, until it is refunded again or settled in another way. `waits`: yen whose bank account nobody named. */
type FailedProps = { ids: Ids; canHandle: boolean; waits: number; onRefund: (() => void) | undefined }
const FailedRefund = ({ ids, canHandle, waits, onRefund }: FailedProps) => {
  const { failed, refundWaits, refundAgain, handle: says } = useMoneyBackWords()
  const { refusals } = useStaffOrderWords()
  const attempt = useAttempt(refusals)
  const [isAsked, setAsked] = useState(false)
  const handle = useWrite(staffOrders.markRefundHandled, refresh)
  return (
    <Notice tone="warn" mb={4}>
      <chakra.p mb={canHandle ? 2 : 0}>{waits > 0 ? refundWaits(yenText(waits)) : failed}</chakra.p>
      {canHandle && (
        <chakra.div display="flex" flexWrap="wrap" gap={2}>
          {onRefund && (
            <Button size="s" onClick={onRefund}>
              {refundAgain}
            </Button>
          )}
          <Button size="s" onClick={() => setAsked(true)}>
            {says.button}
          </Button>
        </chakra.div>
      )}
      {isAsked && (
        <AskText
          title={says.title}
          text={says.text}
          label={says.label}
          confirm={says.button}
          max={200}
          busy={handle.isPending}
          onClose={() => setAsked(false)}
          onDone={async (reason) => {
            if (!(await attempt(() => handle.mutateAsync({ ...ids, reason })))) return
            toast({ tone: 'ok', title: says.done })
            setAsked(false)
          }}
        />
      )}
    </Notice>
  )
}

const List = chakra('ul', { base: { display: 'grid', gap: 4 } })
const Item = chakra('li', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1, fontSize: '0.875rem' },
})
const Small = chakra('span', { base: { flexBasis: '100%', color: 'muted', fontSize: 'sm', overflowWrap: 'anywhere' } })

const refundTones = {
  requested: 'info',
  requiresCustomerAction: 'warn',
  succeeded: 'ok',
  failed: 'bad',
  canceled: 'plain',
} as const

const Refunds = ({ order }: { order: Order }) => {
  const words = useMoneyBackWords()
  return (
    <List>
      {order.refundWaits > 0 && !order.needs.refundFailed && (
        <li>
          <Notice tone="warn">{words.refundWaits(yenText(order.refundWaits))}</Notice>
        </li>
      )}
      {order.refunds.map(({ refundId, amount, state, reason, requestedAt, answerUntil, isHandled }) => (
        <Item key={refundId}>
          <strong>
            <MoneyText yen={amount} />
          </strong>
          <Badge tone={(!isHandled && refundTones[state as keyof typeof refundTones]) || 'plain'}>
            {words.refundStates[state] ?? state}
          </Badge>
          {isHandled && <Badge tone="ok">{words.handled}</Badge>}
          <Small>
            <DateText at={requestedAt} hour /> {words.refundReasons[reason] ?? reason}
          </Small>
          {answerUntil !== null && (
            <Small>
              {words.answerUntil.before}
              <DateText at={answerUntil} hour />
              {words.answerUntil.after}
            </Small>
          )}
        </Item>
      ))}
    </List>
  )
}

const disputeTones = { inquiry: 'warn', inquiryClosed: 'ok', open: 'warn', won: 'ok', lost: 'bad' } as const

const Disputes = ({ ids, order, canSend }: { ids: Ids; order: Order; canSend: boolean }) => {
  const words = useMoneyBackWords()
  return (
    <List>
      {order.disputes.map(({ disputeId, amount, state, openedAt, reason, evidenceDueAt }) => (
        <Item key={disputeId}>
          <strong>
            <MoneyText yen={amount} />
          </strong>
          <Badge tone={disputeTones[state]}>{words.disputeStates[state]}</Badge>
          <Small>
            <DateText at={openedAt} hour /> {words.disputeReasons[reason] ?? words.disputeReasons.general}
          </Small>
          {evidenceDueAt !== null && (
            <chakra.div flexBasis="100%" fontSize="sm" display="grid" gap={1} mt={1}>
              <chakra.strong>
                {words.evidenceUntil.before}
                <DateText at={evidenceDueAt} hour />
                {words.evidenceUntil.after}
              </chakra.strong>
              <span>{words.evidence}</span>
              <chakra.ul pl={5} listStyleType="disc">
                {(words.evidenceOf[reason] ?? words.evidenceOf.general ?? []).map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </chakra.ul>
              {canSend && (state === 'open' || state === 'inquiry') && (
                <chakra.div mt={1}>
                  <LinkButton
                    size="s"
                    href={routes.request(ids, {
                      query: { direction: 'creatorToPlatform', ask: words.evidenceFor(order.orderNumber) },
                    })}
                  >
                    {words.sendEvidence}
                  </LinkButton>
                </chakra.div>
              )}
            </chakra.div>
          )}
        </Item>
      ))}
    </List>
  )
}
