import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useWrite } from '#client/useOperation.ts'
import type { ResultOf } from '#kit/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select, TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { goods } from '../contract'
import { useGoodsWords } from '../words'

type Props = {
  ids: { tenantId: string; brandId: string }
  read: ResultOf<typeof goods.getGoods>
}

/** Stock changes, newest first, and a form to correct the stock with a reason. */
export const StockHistory = ({ ids, read }: Props) => {
  const { stock: words } = useGoodsWords()
  const [isAdjusting, setAdjusting] = useState(false)
  const { stockMoves, canEdit } = read
  const counted = read.goods.variations.some(({ isUnlimited }) => !isUnlimited)
  return (
    <Card
      title={words.title}
      {...(canEdit &&
        counted && {
          action: (
            <Button size="s" onClick={() => setAdjusting(true)}>
              {words.adjust}
            </Button>
          ),
        })}
    >
      {stockMoves.length === 0 ? (
        <chakra.p color="muted" fontSize="0.875rem">
          {words.empty}
        </chakra.p>
      ) : (
        <chakra.ul fontSize="0.875rem" maxH="360px" overflowY="auto" tabIndex={0} aria-label={words.title}>
          {[...stockMoves.keys()].map((n) => {
            const move = stockMoves[n]
            if (!move) return null
            const sign = move.reason === 'reserve' || move.reason === 'sale' ? -1 : 1
            const change = sign * move.quantity
            return (
              <chakra.li
                key={n}
                display="flex"
                alignItems="baseline"
                gap={3}
                py={2}
                borderTopWidth="1px"
                borderColor="border"
                _first={{ borderTopWidth: 0 }}
              >
                <chakra.span flex="1" minW="0" display="flex" flexWrap="wrap" columnGap={3}>
                  <chakra.span color="muted" fontVariantNumeric="tabular-nums">
                    <DateText at={move.at} short hour />
                  </chakra.span>
                  <chakra.span fontWeight="semibold">{words.reasons[move.reason]}</chakra.span>
                  {move.variationName && <span>{move.variationName}</span>}
                  {move.orderNumber && <chakra.span color="muted">{move.orderNumber}</chakra.span>}
                  {move.note && <chakra.span color="muted">{move.note}</chakra.span>}
                </chakra.span>
                <chakra.span fontVariantNumeric="tabular-nums" fontWeight="semibold">
                  {move.reason === 'sale' ? move.quantity : change > 0 ? `+${change}` : change}
                </chakra.span>
              </chakra.li>
            )
          })}
        </chakra.ul>
      )}
      {isAdjusting && <AdjustDialog ids={ids} read={read} onClose={() => setAdjusting(false)} />}
    </Card>
  )
}

const AdjustDialog = ({ ids, read, onClose }: Props & { onClose: () => void }) => {
  const { stock: words, refusals, rules, none } = useGoodsWords()
  const counted = read.goods.variations.filter(({ isUnlimited }) => !isUnlimited)
  const attempt = useAttempt(refusals)
  const adjust = useWrite(goods.adjustStock, { refresh: [goods.getGoods, goods.getGoodsList] })
  const [variationId, setVariation] = useState(counted[0]?.variationId ?? '')
  const [delta, setDelta] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const isDeltaWrong = delta === null || !Number.isInteger(delta) || delta === 0
  const isReasonWrong = reason.trim() === ''
  const run = () => {
    setTried(true)
    if (isDeltaWrong || isReasonWrong) return
    void attempt(async () => {
      const { stock } = await adjust.mutateAsync({ ...ids, variationId, delta, reason })
      toast({ tone: 'ok', title: words.adjusted(stock) })
      onClose()
    })
  }
  return (
    <Dialog open onClose={adjust.isPending ? () => {} : onClose} title={words.adjust} size="s">
      <Fields pb={4}>
        <Field label={words.variation}>
          <Select
            value={variationId}
            onChange={(event) => setVariation(event.currentTarget.value)}
            options={counted.map((one) => ({
              value: one.variationId,
              label: `${one.variationName || none} (${one.available})`,
            }))}
          />
        </Field>
        <Field
          label={words.delta}
          hint={words.deltaHint}
          required
          {...(isTried && isDeltaWrong && { error: rules.required() })}
        >
          <NumberInput width="140px" value={delta} onChange={setDelta} />
        </Field>
        <Field label={words.reason} required {...(isTried && isReasonWrong && { error: rules.required() })}>
          <TextInput maxLength={200} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
        </Field>
        <Button look="primary" wide busy={adjust.isPending} onClick={run}>
          {words.run}
        </Button>
      </Fields>
    </Dialog>
  )
}
