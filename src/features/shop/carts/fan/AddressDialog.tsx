import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { isUntyped } from '#club/postal/postalCode.ts'
import { type Place, usePlaceOfCode } from '#club/postal/usePlaceOfCode.ts'
import type { FieldError } from '#kit/contract.ts'
import { fieldErrorsOf } from '#kit/validation.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { useReveal } from '#ui/form/state/useReveal.ts'
import { Select, TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useUiWords } from '#ui/words.tsx'
import { addresses, addressForm, type ShippingAddress } from '../addresses/contract'
import { prefectures } from '../addresses/prefectures'
import { carts } from '../contract'
import { useCartWords } from './words'

const fields = [
  'recipientName',
  'recipientPhoneNumber',
  'postalCode',
  'prefecture',
  'town',
  'street',
  'building',
] as const
type Name = (typeof fields)[number]
type Values = Record<Name, string>

/** What of a place may be filled in: where nothing stands, or what the postal code before has brought. */
const untyped = (now: Place, filled: Place | null, found: Place): Partial<Place> => ({
  ...(isUntyped(now.prefecture, filled?.prefecture) && { prefecture: found.prefecture }),
  ...(isUntyped(now.town, filled?.town) && { town: found.town }),
})

type Props = { address: ShippingAddress | null; onClose: () => void; onSaved?: (addressId: string) => void }

export const AddressDialog = ({ address, onClose, onSaved }: Props) => {
  const { addresses: words, refusals } = useCartWords()
  const ui = useUiWords()
  const locale = useLocale()
  const attempt = useAttempt(refusals)
  const save = useWrite(addresses.saveShippingAddress, {
    refresh: [addresses.getShippingAddressList, carts.getPrePurchaseByCart],
  })
  const [values, setValues] = useState<Values>({
    recipientName: address?.recipientName ?? '',
    recipientPhoneNumber: address?.recipientPhoneNumber ?? '',
    postalCode: address?.postalCode ?? '',
    prefecture: address?.prefecture ?? '',
    town: address?.town ?? '',
    street: address?.street ?? '',
    building: address?.building ?? '',
  })
  const [wrong, setWrong] = useState<Partial<Record<Name, string>>>({})
  /** The code belongs to another prefecture than the one that is to be saved. */
  const [isMismatch, setMismatch] = useState(false)
  const reveal = useReveal()
  const show = (found: readonly FieldError[] | undefined): number => {
    reveal()
    const known = (found ?? []).filter(({ field }) => (fields as readonly string[]).includes(field))
    setWrong(
      Object.fromEntries(
        known.map(({ field, rule }) => [field, (words.rules as Record<string, string>)[rule] ?? words.other]),
      ),
    )
    return known.length
  }
  const set = (name: Name) => ({
    name,
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((now) => ({ ...now, [name]: value }))
      setWrong({ ...wrong, [name]: undefined })
    },
  })
  // A complete postal code fills in its place: over what another code has filled in, never over what the fan has typed.
  const { code, place: found } = usePlaceOfCode(values.postalCode)
  const filled = useRef<Place | null>(null)
  useEffect(() => {
    if (!found || code === address?.postalCode) return
    const before = filled.current
    filled.current = found
    setValues((now) => ({ ...now, ...untyped(now, before, found) }))
    setWrong(({ prefecture: _, town: __, ...others }) => others)
  }, [found, code, address?.postalCode])
  const isOther = Boolean(found) && values.prefecture !== '' && values.prefecture !== found?.prefecture
  const isAsked = found && code !== address?.postalCode && (isOther || !values.town.startsWith(found.town))
  const take = ({ prefecture, town }: Place) => {
    filled.current = { prefecture, town }
    setMismatch(false)
    setValues((now) => ({ ...now, prefecture, town: now.town.startsWith(town) ? now.town : town }))
  }
  const named = (prefecture: string) =>
    locale === 'en' ? (prefectures.find(({ ja }) => ja === prefecture)?.en ?? prefecture) : prefecture
  const error = (name: Name) => (wrong[name] ? { error: wrong[name] } : {})
  const submit = async (isPrefectureConfirmed = false) => {
    const parsed = addressForm.safeParse(values)
    if (!parsed.success) return void show(fieldErrorsOf(parsed.error))
    if (isOther && !isPrefectureConfirmed) return setMismatch(true)
    await attempt(
      async () => {
        const { addressId } = await save.mutateAsync({
          ...values,
          ...(address && { addressId: address.addressId }),
          ...(isPrefectureConfirmed && { isPrefectureConfirmed }),
        })
        toast({ tone: 'ok', title: words.saved })
        onSaved?.(addressId)
        onClose()
      },
      { onFields: show },
    )
  }
  return (
    <Dialog open onClose={save.isPending ? () => {} : onClose} title={words.formTitle[address ? 'edit' : 'add']}>
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Fields gap={4} pb={4}>
          <Field label={words.recipientName} required {...error('recipientName')}>
            <TextInput autoComplete="shipping name" maxLength={50} {...set('recipientName')} />
          </Field>
          <Field label={words.postalCode} hint={words.postalHint} required {...error('postalCode')}>
            <TextInput
              inputMode="numeric"
              autoComplete="shipping postal-code"
              maxLength={10}
              maxW="160px"
              {...set('postalCode')}
            />
          </Field>
          {isAsked && !isMismatch && (
            <Notice tone="info" role="status" display="grid" gap={2}>
              {words.placeOfCode(found.prefecture + found.town)}
              <div>
                <Button size="s" onClick={() => take(found)}>
                  {words.takePlace}
                </Button>
              </div>
            </Notice>
          )}
          <Field label={words.prefecture} required {...error('prefecture')}>
            <Select
              autoComplete="shipping address-level1"
              w="220px"
              {...set('prefecture')}
              options={[
                { value: '', label: words.choose },
                ...prefectures.map(({ ja, en }) => ({ value: ja, label: locale === 'en' ? `${en} (${ja})` : ja })),
              ]}
            />
          </Field>
          <Field label={words.town} required {...error('town')}>
            <TextInput autoComplete="shipping address-level2" maxLength={100} {...set('town')} />
          </Field>
          <Field label={words.street} required {...error('street')}>
            <TextInput autoComplete="shipping address-line1" maxLength={100} {...set('street')} />
          </Field>
          <Field label={words.building} optional {...error('building')}>
            <TextInput autoComplete="shipping address-line2" maxLength={100} {...set('building')} />
          </Field>
          <Field label={words.recipientPhoneNumber} hint={words.phoneHint} required {...error('recipientPhoneNumber')}>
            <TextInput
              type="tel"
              inputMode="tel"
              autoComplete="shipping tel"
              maxLength={20}
              maxW="220px"
              {...set('recipientPhoneNumber')}
            />
          </Field>
          {isMismatch && isOther && found && (
            <Notice tone="warn" role="alert" display="grid" gap={2}>
              {words.mismatch(named(found.prefecture), named(values.prefecture))}
              <chakra.div display="flex" flexWrap="wrap" gap={2}>
                <Button size="s" onClick={() => take(found)}>
                  {words.takePrefecture(named(found.prefecture))}
                </Button>
                <Button size="s" onClick={() => void submit(true)} busy={save.isPending}>
                  {words.saveAnyway}
                </Button>
              </chakra.div>
            </Notice>
          )}
          <chakra.div display="grid" gap={2}>
            <Button type="submit" look="primary" size="l" wide busy={save.isPending} data-testid="address-save">
              {words.save}
            </Button>
            <Button look="quiet" wide onClick={onClose} disabled={save.isPending}>
              {ui.cancel}
            </Button>
          </chakra.div>
        </Fields>
      </form>
    </Dialog>
  )
}
