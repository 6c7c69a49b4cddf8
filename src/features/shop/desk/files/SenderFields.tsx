import { useEffect, useState } from 'react'
import { useRead } from '#client/useOperation.ts'
import { brands } from '#club/brands/contract.ts'
import type { FieldError } from '#kit/contract.ts'
import { keep, kept } from '#kit/kept.ts'
import { fieldErrorsOf } from '#kit/validation.ts'
import { Field } from '#ui/form/Field.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { useRuleText } from '#ui/form/state/useZodForm.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { sender as schema } from './contract'
import { type Sender, senderIn } from './sender'
import { useOrderFileWords } from './words'

type Ids = { tenantId: string; brandId: string }
type Kept = Sender & { isGiven: boolean }

const names = ['name', 'phone', 'postalCode', 'address', 'building'] as const
const nobody: Sender = { name: '', phone: '', postalCode: '', address: '', building: '' }
const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'isGiven' in value &&
  names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string')

/** The sender on labels: the last one used in this browser, at first the seller of the brand's legal notice. */
export const useSender = ({ tenantId, brandId }: Ids, isAsked: boolean) => {
  const key = `sender ${brandId}`
  const [before] = useState(() => {
    const value = kept(key, 'browser')
    return isKept(value) ? value : null
  })
  const { data: brand } = useRead(brands.getBrandProfile, isAsked && !before ? { tenantId, brandId } : null)
  const [isGiven, setGiven] = useState(before?.isGiven ?? false)
  const [typed, setTyped] = useState<Sender | null>(before)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const notice = brand?.legalNotice
  useEffect(() => {
    if (notice !== undefined) setTyped((now) => now ?? senderIn(notice))
  }, [notice])
  const values = typed ?? nobody
  return {
    isGiven,
    setGiven,
    values,
    errors,
    set: (name: keyof Sender, value: string) => {
      setTyped({ ...values, [name]: value })
      setErrors((some) => some.filter(({ field }) => field !== name))
    },
    /** The sender for the file: undefined where none is wanted, null where a field is invalid. */
    take: (): Sender | undefined | null => {
      keep(key, { ...values, isGiven } satisfies Kept, 'browser')
      if (!isGiven) return undefined
      const { success, error } = schema.safeParse(values)
      setErrors(error ? fieldErrorsOf(error) : [])
      return success ? values : null
    },
  }
}

export const SenderFields = ({ sender }: { sender: ReturnType<typeof useSender> }) => {
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
