import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useKnownFan } from '#client/useFan.ts'
import { useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { orders } from '#money/orders/contract.ts'
import { confirmationFacts } from '#money/orders/order.ts'
import { Button } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { FactList } from '#ui/fan/FactList.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { useReveal } from '#ui/form/state/useReveal.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import type { KonbiniPayment } from './read'
import { useFanOrderWords } from './words'

const fields = ['name', 'email', 'phone'] as const
type Name = (typeof fields)[number]

/** Name and contact of the payer, which the store's terminal shows or asks for. */
export const KonbiniForm = ({ payment, onOver }: { payment: KonbiniPayment; onOver: () => void }) => {
  const { konbini: words, join, refusals } = useFanOrderWords()
  const fan = useKnownFan()
  const locale = useLocale()
  const attempt = useAttempt(refusals)
  const issue = useWrite(orders.issueKonbiniPayment, { refresh: [orders.getKonbiniPayment] })
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({})
  const [wrong, setWrong] = useState<ReadonlySet<Name>>(new Set())
  const reveal = useReveal()
  const values = { name: fan?.displayName ?? '', email: fan?.email ?? '', phone: '', ...typed }
  const needs: Record<Name, string> = { name: words.needName, email: words.needEmail, phone: words.needPhone }
  const error = (name: Name) => (wrong.has(name) ? { error: needs[name] } : {})
  const set = (name: Name) => ({
    name,
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      setTyped({ ...typed, [name]: event.currentTarget.value })
      setWrong(new Set([...wrong].filter((one) => one !== name)))
    },
  })
  const submit = () => {
    const { orderId, ...checks } = orders.issueKonbiniPayment.payload.shape
    const refused = fields.filter((name) => !checks[name].safeParse(values[name]).success)
    setWrong(new Set(refused))
    if (refused.length > 0) return reveal()
    void attempt(() => issue.mutateAsync({ orderId: payment.orderId, ...values }), {
      // The page shows the order's new state.
      on: { orderClosed: onOver },
      onFields: (found) => {
        const names = fields.filter((name) => found?.some(({ field }) => field === name))
        setWrong(new Set(names))
        reveal()
        return names.length
      },
    })
  }
  const { confirmation, issueBy } = payment
  return (
    <>
      <Card title={words.formTitle} lead={words.formLead}>
        <form
          method="post"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Fields>
            {issueBy !== null && (
              <Notice tone="warn">{words.issueBy(dateText(issueBy, locale, { hour: true }))}</Notice>
            )}
            <Field label={words.name} required {...error('name')}>
              <TextInput autoComplete="name" maxLength={50} {...set('name')} />
            </Field>
            <Field label={words.email} hint={words.emailHint} required {...error('email')}>
              <TextInput type="email" inputMode="email" autoComplete="email" {...set('email')} />
            </Field>
            <Field label={words.phone} hint={words.phoneHint} required {...error('phone')}>
              <TextInput type="tel" inputMode="tel" autoComplete="tel" maxLength={20} {...set('phone')} />
            </Field>
            <Button type="submit" look="primary" size="l" wide busy={issue.isPending} data-testid="konbini-issue">
              {words.issue}
            </Button>
          </Fields>
        </form>
      </Card>
      {/* They were told before the order was placed, and stay at hand. */}
      {confirmation && (
        <chakra.details
          borderWidth="1px"
          borderColor="border"
          borderRadius="l"
          px={4}
          py={1}
          data-testid="konbini-told"
        >
          <chakra.summary cursor="pointer" py={2} minH="44px" fontSize="0.875rem" fontWeight="semibold">
            {words.told}
          </chakra.summary>
          <chakra.div pb={4}>
            <FactList
              facts={confirmationFacts.map((fact) => ({ label: join.terms[fact], text: confirmation[fact] }))}
            />
          </chakra.div>
        </chakra.details>
      )}
    </>
  )
}
