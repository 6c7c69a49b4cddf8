import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { katakanaOf } from '#kit/kana.ts'
import { Card } from '#ui/Card.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { Radio } from '#ui/form/Switch.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { digitsOf, isUntyped } from '../../postal/postalCode'
import { usePlaceOfCode } from '../../postal/usePlaceOfCode'
import type { ApplicationForm } from '../application'
import { useApplicationWords } from '../words'

/** A complete postal code brings its place: into an empty address or over what another code has brought, never over what was typed. */
const useAddressOfCode = ({ watch, getValues, setValue }: UseFormReturn<ApplicationForm>) => {
  const { place } = usePlaceOfCode(watch('postalCode'))
  const filled = useRef<string>(undefined)
  useEffect(() => {
    if (!place) return
    const area = `${place.prefecture}${place.town}`
    const now = getValues('address')
    if (now !== area && !isUntyped(now, filled.current)) return
    filled.current = area
    if (now !== area) setValue('address', area, { shouldDirty: true })
  }, [place, getValues, setValue])
  return place
}

export const ApplicantFields = ({ form }: { form: UseFormReturn<ApplicationForm> }) => {
  const { form: words } = useApplicationWords()
  const { register, watch, formState } = form
  const { errors } = formState
  const isCorporation = watch('applicantType') === 'corporation'
  const place = useAddressOfCode(form)
  return (
    <Card title={words.applicantTitle} lead={words.applicantLead}>
      <Fields>
        <Field group label={words.applicantType}>
          <chakra.div display="flex" gap={6} flexWrap="wrap">
            <Radio value="individual" label={words.individual} {...register('applicantType')} />
            <Radio value="corporation" label={words.corporation} {...register('applicantType')} />
          </chakra.div>
        </Field>
        <Field
          label={isCorporation ? words.legalNameCorporation : words.legalName}
          required
          error={errors.legalName?.message}
        >
          <TextInput autoComplete={isCorporation ? 'organization' : 'name'} {...register('legalName')} />
        </Field>
        <Field label={words.legalNameKana} hint={words.kanaHint} required error={errors.legalNameKana?.message}>
          <TextInput {...register('legalNameKana', { setValueAs: katakanaOf })} />
        </Field>
        {isCorporation && (
          <Field label={words.representativeName} required error={errors.representativeName?.message}>
            <TextInput autoComplete="name" {...register('representativeName')} />
          </Field>
        )}
        <Field
          label={words.postalCode}
          hint={place === null ? words.postalCodeUnknown : words.postalCodeHint}
          required
          error={errors.postalCode?.message}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="postal-code"
            maxW="180px"
            {...register('postalCode', { setValueAs: digitsOf })}
          />
        </Field>
        <Field label={words.address} hint={words.addressHint} required error={errors.address?.message}>
          <TextArea rows={2} autoComplete="street-address" {...register('address')} />
        </Field>
        <Field label={words.phone} hint={words.phoneHint} required error={errors.phone?.message}>
          <TextInput
            type="tel"
            autoComplete="tel-national"
            maxW="240px"
            {...register('phone', { setValueAs: digitsOf })}
          />
        </Field>
        <Field label={words.email} required error={errors.email?.message}>
          <TextInput type="email" autoComplete="email" {...register('email')} />
        </Field>
      </Fields>
    </Card>
  )
}
