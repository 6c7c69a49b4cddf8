import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import type { ResultOf } from '#kit/contract.ts'
import { text } from '#kit/text.ts'
import { refundAhead } from '#money/orders/lettersAhead.ts'
import { lineName } from '#money/orders/order.ts'
import { Button } from '#ui/Button.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { NumberInput, YenInput } from '#ui/form/NumberInput.tsx'
import { Checkbox, Radio } from '#ui/form/Switch.tsx'
import { useZodForm } from '#ui/form/state/useZodForm.ts'
import { TextArea } from '#ui/form/TextInput.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useUiWords } from '#ui/words.tsx'
import { type Ids, refresh } from '../parcels/read'
import { staffOrders } from './contract'
import { useItemsText } from './parts'
import { refundAtFirst, wholeRefund } from './refund'
import { useStaffOrderWords } from './words'

type Answer = ResultOf<typeof staffOrders.getOrder>
type DialogProps = { ids: Ids; read: Answer; onClose: () => void }

const reasonLength = 200

type Values = { amount: number | null; reason: string; pieces: Record<string, number | null> }

export const RefundDialog = ({ ids, read: { order, refundable, refundableShipping }, onClose }: DialogProps) => {
  const words = useStaffOrderWords()
  const { cancel } = useUiWords()
  const attempt = useAttempt(words.refusals)
  const refund = useWrite(staffOrders.refundOrder, refresh)
  // A plan and a month in one order go back one by one; anything else that is not goods as a whole.
  const isByLine = order.lines.length > 1
  const lines = order.lines.filter(
    ({ deliveryMethod, quantity, refundedQuantity }) =>
      (isByLine || deliveryMethod !== null) && quantity > refundedQuantity,
  )
  const isGoods = order.lines.some(({ deliveryMethod }) => deliveryMethod !== null)
  const hasPieces = lines.length > 0
  // What failed took its pieces: only its money is left to go back.
  const waits = Math.min(order.refundWaits, refundable)
  const [byPieces, setByPieces] = useState(hasPieces && waits === 0)
  const [first] = useState(() => (isGoods ? refundAtFirst(order) : null))
  const [withShipping, setWithShipping] = useState(first?.withShipping ?? false)
  const [restock, setRestock] = useState(first?.restock ?? false)
  const reason = first?.cameBack ? words.refund.cameBack(words.details[first.cameBack] ?? '') : ''
  const failed = order.needs.refundFailed ? order.refunds.findLast(({ state }) => state === 'failed') : undefined
  const again = waits || (!isGoods && Math.min(failed?.amount ?? 0, refundable))
  const saved = { amount: again || refundable, reason, pieces: first?.pieces ?? {} }
  const form = useZodForm<Values>({
    schema: z.object({
      amount: z.int().min(1).max(refundable),
      reason: text({ min: 1, max: reasonLength }),
      pieces: z.object(
        Object.fromEntries(
          lines.map(({ lineId, quantity, refundedQuantity }) => [
            lineId,
            z
              .int()
              .min(0)
              .max(quantity - refundedQuantity)
              .nullish(),
          ]),
        ),
      ),
    }),
    values: saved,
    rules: { tooBig: words.refund.tooMuch, tooSmall: words.refund.tooLittle, invalid: words.refund.wrong },
    keep: `refund ${ids.orderId}`,
  })
  const { errors } = form.formState
  const pieces = form.watch('pieces')
  const chosen = lines.flatMap(({ lineId, unitPrice }) => {
    const quantity = pieces[lineId] ?? 0
    return quantity > 0 ? [{ lineId, quantity, amount: quantity * unitPrice }] : []
  })
  const shippingFee = withShipping ? refundableShipping : 0
  const ofPieces = chosen.reduce((sum, one) => sum + one.amount, 0) + shippingFee
  const amount = byPieces ? ofPieces : (form.watch('amount') ?? 0)
  const to = useReader(order.buyer)
  const isPossible = amount > 0 && amount <= refundable
  const chooseAll = () => {
    const whole = wholeRefund(order)
    for (const { lineId } of lines) form.setValue(`pieces.${lineId}`, whole.pieces[lineId] ?? 0, { shouldDirty: true })
    setWithShipping(whole.withShipping)
  }
  const send = form.submit(async (values) => {
    if (amount === 0) return
    const what = byPieces
      ? {
          lines: chosen.map(({ lineId, quantity }) => ({ lineId, quantity })),
          shippingFee,
          ...(isGoods && { restock }),
        }
      : { amount }
    await attempt(
      async () => {
        const { state } = await refund.mutateAsync({ ...ids, ...what, reason: values.reason })
        form.saved(saved)
        const says = yenText(amount)
        if (state === 'failed') toast({ tone: 'bad', title: words.refund.failed })
        else toast({ tone: 'ok', title: state === 'succeeded' ? words.refund.done(says) : words.refund.started(says) })
        onClose()
      },
      { onFields: form.showFailure },
    )
  })
  const limit = yenText(refundable)
  return (
    <Dialog
      open
      onClose={refund.isPending ? () => {} : onClose}
      title={words.refund.title(order.orderNumber)}
      footer={
        <>
          <Button onClick={onClose} disabled={refund.isPending}>
            {cancel}
          </Button>
          <Button
            look="danger"
            type="submit"
            form="refund"
            busy={refund.isPending}
            disabled={byPieces && ofPieces === 0}
          >
            {isPossible ? words.refund.confirmSum(yenText(amount)) : words.refund.confirm}
          </Button>
        </>
      }
    >
      <form id="refund" onSubmit={send} noValidate>
        <Fields>
          <chakra.div color="muted" fontSize="0.875rem" display="grid" gap={1}>
            <p>{words.refund.text(limit, order.buyer.displayName || words.noName)}</p>
            {order.paymentMethod === 'konbini' && <p>{words.refund.konbini}</p>}
            {!hasPieces && <p>{words.refund.whole}</p>}
          </chakra.div>
          {hasPieces && (
            <Field label={words.refund.what} group>
              <chakra.div display="flex" flexWrap="wrap" columnGap={5} rowGap={2}>
                <Radio
                  name="refund-what"
                  label={isGoods ? words.refund.byPieces : words.refund.byLines}
                  checked={byPieces}
                  onChange={() => setByPieces(true)}
                />
                <Radio
                  name="refund-what"
                  label={words.refund.byAmount}
                  checked={!byPieces}
                  onChange={() => setByPieces(false)}
                />
              </chakra.div>
            </Field>
          )}
          {byPieces ? (
            <chakra.div display="grid" gap={4}>
              {!isGoods && <chakra.p color="muted">{words.refund.lines}</chakra.p>}
              {lines.map(({ lineId, name, variationName, unitPrice, quantity, refundedQuantity }) =>
                !isGoods ? (
                  <Checkbox
                    key={lineId}
                    label={words.refund.line(name, yenText(unitPrice))}
                    checked={pieces[lineId] === 1}
                    onChange={(event) => form.setValue(`pieces.${lineId}`, event.currentTarget.checked ? 1 : 0)}
                  />
                ) : (
                  <Field
                    key={lineId}
                    label={words.refund.pieces(lineName({ name, variationName }))}
                    hint={`${yenText(unitPrice)} × ${quantity - refundedQuantity}`}
                    error={errors.pieces?.[lineId]?.message}
                  >
                    <Controller
                      name={`pieces.${lineId}`}
                      control={form.control}
                      render={({ field }) => <NumberInput {...field} value={field.value ?? null} width="110px" />}
                    />
                  </Field>
                ),
              )}
              {isGoods && refundableShipping > 0 && (
                <Checkbox
                  label={words.refund.shipping(yenText(refundableShipping))}
                  checked={withShipping}
                  onChange={(event) => setWithShipping(event.currentTarget.checked)}
                />
              )}
              {isGoods && (
                <Checkbox
                  label={words.refund.restock}
                  hint={words.refund.restockHint}
                  checked={restock}
                  onChange={(event) => setRestock(event.currentTarget.checked)}
                />
              )}
              <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap={2}>
                <chakra.strong role="status">{words.refund.sum(yenText(ofPieces))}</chakra.strong>
                {isGoods && (
                  <Button size="s" onClick={chooseAll}>
                    {words.refund.everything}
                  </Button>
                )}
              </chakra.div>
            </chakra.div>
          ) : (
            <Field
              label={words.refund.amount}
              hint={words.refund.amountHint(limit)}
              required
              error={errors.amount?.message}
            >
              <Controller name="amount" control={form.control} render={({ field }) => <YenInput {...field} />} />
            </Field>
          )}
          <Field
            label={words.refund.reason}
            required
            max={reasonLength}
            value={form.watch('reason')}
            error={errors.reason?.message}
          >
            <TextArea rows={2} {...form.register('reason')} />
          </Field>
          {isPossible && (
            <LettersToSend
              count={order.buyer.isReachable ? 1 : 0}
              letters={[{ letter: refundAhead(to, order, amount), locale: to.locale }]}
            />
          )}
        </Fields>
      </form>
    </Dialog>
  )
}

type LateProps = DialogProps & { action: 'accept' | 'refund'; amount: number }

export const LateDialog = ({ ids, read: { order, lateMail }, action, amount, onClose }: LateProps) => {
  const words = useStaffOrderWords()
  const { late } = words
  const itemsText = useItemsText()
  const attempt = useAttempt(words.refusals)
  const resolve = useWrite(staffOrders.resolveLatePayment, refresh)
  const says = yenText(amount)
  const isAccept = action === 'accept'
  const to = useReader(order.buyer)
  const letter = isAccept ? lateMail : refundAhead(to, order, amount)
  const run = async () => {
    await attempt(async () => {
      await resolve.mutateAsync({ ...ids, action })
      toast({ tone: 'ok', title: isAccept ? late.accepted : late.refunded })
    })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={run}
      title={isAccept ? late.acceptTitle(order.orderNumber) : late.refundTitle(says)}
      confirm={isAccept ? late.accept : late.refund}
      tone={isAccept ? 'primary' : 'danger'}
    >
      {isAccept
        ? late.acceptText(says, itemsText(order.items))
        : late.refundText(order.buyer.displayName || words.noName)}
      {letter && <LettersToSend count={order.buyer.isReachable ? 1 : 0} letters={[{ letter, locale: to.locale }]} />}
    </ConfirmDialog>
  )
}
