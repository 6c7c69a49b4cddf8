import { chakra } from '@chakra-ui/react'
import type { ResultOf } from '#kit/contract.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { MoneyText, yenText } from '#ui/text/MoneyText.tsx'
import type { staffOrders } from '../contract'
import { MoneyBackWords, useMoneyBackWords } from './words'

type Order = ResultOf<typeof staffOrders.getOrder>['order']
type Props = { order: Order }

/** What of an order's money goes back: refunds, and what the buyer disputes. */
export const MoneyBack = ({ order }: Props) =>
  (order.refunds.length > 0 || order.disputes.length > 0) && (
    <MoneyBackWords>
      <Cards order={order} />
    </MoneyBackWords>
  )

const Cards = ({ order }: Props) => {
  const words = useMoneyBackWords()
  return (
    <>
      {order.refunds.length > 0 && (
        <Card title={words.refunds}>
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
          <Disputes order={order} />
        </Card>
      )}
    </>
  )
}

const List = chakra('ul', { base: { display: 'grid', gap: 4 } })
const Item = chakra('li', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1, fontSize: '14px' },
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
      {order.refundWaits > 0 && (
        <li>
          <Notice tone="warn">{words.refundWaits(yenText(order.refundWaits))}</Notice>
        </li>
      )}
      {order.refunds.map(({ refundId, amount, state, reason, requestedAt, answerUntil }) => (
        <Item key={refundId}>
          <strong>
            <MoneyText yen={amount} />
          </strong>
          <Badge tone={refundTones[state as keyof typeof refundTones] ?? 'plain'}>
            {words.refundStates[state] ?? state}
          </Badge>
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

const Disputes = ({ order }: { order: Order }) => {
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
            </chakra.div>
          )}
        </Item>
      ))}
    </List>
  )
}
