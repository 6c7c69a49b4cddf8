import { useState } from 'react'
import { useRead } from '#client/useOperation.ts'
import { brands } from '#club/brands/contract.ts'
import type { FieldError } from '#kit/contract.ts'
import { fieldErrorsOf } from '#kit/validation.ts'
import { Field } from '#ui/form/Field.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { useRuleText } from '#ui/form/state/useZodForm.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { billing as billingSchema, orderFiles, sender as senderSchema } from './contract'
import type { OrderFormat } from './formats'
import { type BilledFormat, type Billing, billedFormats, type Sender, senderIn } from './sender'
import { useOrderFileWords } from './words'

type Ids = { tenantId: string; brandId: string }
const names = ['name', 'phone', 'postalCode', 'address', 'building'] as const
const codes = ['customerCode', 'classCode', 'freightNumber'] as const
const nobody: Sender = { name: '', phone: '', postalCode: '', address: '', building: '' }
const noBilling: Billing = { customerCode: '', classCode: '', freightNumber: '' }
/** e飛伝III has one number of the customer. */
const codesOf = (format: BilledFormat) => (format === 'b2cloud' ? codes : codes.slice(0, 1))

/** Who sends and who pays, as it was said for the last file; the sender is at first the seller of the brand's legal notice. */
export const useLabelSender = ({ tenantId, brandId }: Ids, format: OrderFormat) => {
  const billed = billedFormats.find((one) => one === format)
  const kept = useRead(orderFiles.getLabelSender, billed ? { tenantId, brandId } : null).data
  const isNew = kept !== undefined && kept.sender === null
  const { data: brand } = useRead(brands.getBrandProfile, isNew ? { tenantId, brandId } : null)
  const [given, setGiven] = useState<boolean | null>(null)
  const [typed, setTyped] = useState<Partial<Sender>>({})
  const [numbers, setNumbers] = useState<Partial<Record<BilledFormat, Partial<Billing>>>>({})
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const notice = brand?.legalNotice
  const isGiven = given ?? kept?.isGiven ?? false
  const values: Sender = { ...(kept?.sender ?? (notice === undefined ? nobody : senderIn(notice))), ...typed }
  const billing: Billing = { ...noBilling, ...(billed && { ...kept?.billing[billed], ...numbers[billed] }) }
  const forget = (name: string) => setErrors((some) => some.filter(({ field }) => field !== name))
  return {
    billed,
    isGiven,
    setGiven,
    values,
    billing,
    errors,
    set: (name: keyof Sender, value: string) => {
      setTyped({ ...typed, [name]: value })
      forget(name)
    },
    setCode: (name: keyof Billing, value: string) => {
      if (billed) setNumbers({ ...numbers, [billed]: { ...numbers[billed], [name]: value } })
      forget(name)
    },
    /** What is said for the file; null where a field is invalid. */
    take: (): { sender?: Sender; billing?: Billing } | null => {
      const asksSender = billed === 'b2cloud' && isGiven
      const isBilled = billed !== undefined && codesOf(billed).some((name) => billing[name].trim() !== '')
      const found = [
        asksSender ? senderSchema.safeParse(values).error : undefined,
        isBilled ? billingSchema.safeParse(billing).error : undefined,
      ].flatMap((error) => (error ? fieldErrorsOf(error) : []))
      setErrors(found)
      return found.length > 0 ? null : { ...(asksSender && { sender: values }), ...(isBilled && { billing }) }
    },
  }
}

type Props = { sender: ReturnType<typeof useLabelSender> }

/** Numbers by which the carrier bills the club. */
export const BillingFields = ({ sender: { billed, billing, errors, setCode } }: Props) => {
  const { billing: words, sender } = useOrderFileWords()
  const say = useRuleText(sender.rules)
  return (
    billed &&
    codesOf(billed).map((name, n) => {
      const error = errors.find(({ field }) => field === name)
      return (
        <Field
          key={name}
          label={words.fields[name]}
          {...(n === 0 && { hint: words.hint })}
          {...(error && { error: say(error) })}
        >
          <TextInput
            autoComplete="off"
            inputMode="numeric"
            value={billing[name]}
            onChange={(event) => setCode(name, event.currentTarget.value)}
          />
        </Field>
      )
    })
  )
}

export const SenderFields = ({ sender }: Props) => {
  const { sender: words } = useOrderFileWords()
  const say = useRuleText(words.rules)
  return (
    <>
      <Switch
        label={words.give}
        hint={words.hint}
        checked={sender.isGiven}
        onChange={(event) => sender.setGiven(event.currentTarget.checked)}
      />
      {sender.isGiven &&
        names.map((name) => {
          const error = sender.errors.find(({ field }) => field === name)
          const isMissing = sender.values[name].trim() === ''
          return (
            <Field
              key={name}
              label={words.fields[name]}
              required={name !== 'building'}
              {...(error && { error: say(isMissing ? { rule: 'required' } : error) })}
            >
              <TextInput
                autoComplete="off"
                value={sender.values[name]}
                onChange={(event) => sender.set(name, event.currentTarget.value)}
              />
            </Field>
          )
        })}
    </>
  )
}
