import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { routes } from '../../../client/routes'
import { useWrite } from '../../../client/useOperation'
import { useLocale } from '../../../client/words'
import type { ResultOf } from '../../../kit/contract'
import { text } from '../../../kit/text'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Card'
import { Field, Fields } from '../../../ui/form/Field'
import { YenInput } from '../../../ui/form/NumberInput'
import { useZodForm } from '../../../ui/form/state/useZodForm'
import { TextArea } from '../../../ui/form/TextInput'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog'
import { Dialog } from '../../../ui/overlay/Dialog'
import { toast } from '../../../ui/overlay/Toaster'
import { yenText } from '../../../ui/text/MoneyText'
import { useAttempt } from '../../../ui/useAttempt'
import { useUiWords } from '../../../ui/words'
import { loginRedirect } from '../../identity/identity'
import { staffOrders } from './contract'
import { useItemsText } from './parts'
import { useStaffOrderWords } from './words'

type Answer = ResultOf<typeof staffOrders.getOrder>
export type Ids = { tenantId: string; brandId: string; orderId: string }
type DialogProps = { ids: Ids; read: Answer; onClose: () => void }

const reasonLength = 200
const refresh = { refresh: [staffOrders.getOrder, staffOrders.getOrders] }

/** Money moves only for somebody who has signed in lately: it says so and leads to the login and back. */
const SignInAgain = () => {
  const { refund: words } = useStaffOrderWords()
  const { asPath } = useRouter()
  const prefix = useLocale() === 'en' ? '/en' : ''
  const href = `${prefix}${routes.login({
    query: { account: 'another', redirect_to: loginRedirect(`${prefix}${asPath}`) },
  })}`
  return (
    <Notice tone="warn" role="alert">
      {words.signInAgain}{' '}
      {/* A full load: the login is its own document, whose headers let a provider's popup answer. */}
      <chakra.a href={href} fontWeight="semibold" textDecoration="underline">
        {words.toLogin}
      </chakra.a>
    </Notice>
  )
}

type Values = { amount: number | null; reason: string }

export const RefundDialog = ({ ids, read: { order, refundable }, onClose }: DialogProps) => {
  const words = useStaffOrderWords()
  const { cancel } = useUiWords()
  const attempt = useAttempt(words.refusals)
  const refund = useWrite(staffOrders.refundOrder, refresh)
  const [isStale, setStale] = useState(false)
  const form = useZodForm<Values>({
    schema: z.object({
      amount: z.int().min(1).max(refundable),
      reason: text({ min: 1, max: reasonLength }),
    }),
    values: { amount: refundable, reason: '' },
    rules: { tooBig: words.refund.tooMuch, tooSmall: words.refund.tooLittle, invalid: words.refund.wrong },
    keep: `refund ${ids.orderId}`,
  })
  const { errors } = form.formState
  const send = form.submit(async (values) => {
    const amount = values.amount ?? 0
    await attempt(
      async () => {
        const { state } = await refund.mutateAsync({ ...ids, amount, reason: values.reason })
        form.saved({ amount: refundable, reason: '' })
        const says = yenText(amount)
        if (state === 'failed') toast({ tone: 'bad', title: words.refund.failed })
        else toast({ tone: 'ok', title: state === 'succeeded' ? words.refund.done(says) : words.refund.started(says) })
        onClose()
      },
      { onFields: form.showFailure, on: { signInAgain: () => setStale(true) } },
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
          <Button look="danger" type="submit" form="refund" busy={refund.isPending}>
            {words.refund.confirm}
          </Button>
        </>
      }
    >
      <form id="refund" onSubmit={send} noValidate>
        <Fields>
          {isStale && <SignInAgain />}
          <chakra.div color="muted" fontSize="14px" display="grid" gap={1}>
            <p>{words.refund.text(limit, order.buyer.displayName || words.noName)}</p>
            {order.paymentMethod === 'konbini' && <p>{words.refund.konbini}</p>}
            <p>{words.refund.whole}</p>
          </chakra.div>
          <Field
            label={words.refund.amount}
            hint={words.refund.amountHint(limit)}
            required
            error={errors.amount?.message}
          >
            <Controller name="amount" control={form.control} render={({ field }) => <YenInput {...field} />} />
          </Field>
          <Field
            label={words.refund.reason}
            required
            max={reasonLength}
            value={form.watch('reason')}
            error={errors.reason?.message}
          >
            <TextArea rows={2} {...form.register('reason')} />
          </Field>
        </Fields>
      </form>
    </Dialog>
  )
}

type LateProps = DialogProps & { action: 'accept' | 'refund'; amount: number }

export const LateDialog = ({ ids, read: { order }, action, amount, onClose }: LateProps) => {
  const words = useStaffOrderWords()
  const { late } = words
  const itemsText = useItemsText()
  const attempt = useAttempt(words.refusals)
  const resolve = useWrite(staffOrders.resolveLatePayment, refresh)
  const says = yenText(amount)
  const isAccept = action === 'accept'
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
    </ConfirmDialog>
  )
}
