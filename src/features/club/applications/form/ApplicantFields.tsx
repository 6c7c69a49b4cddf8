import { chakra } from '@chakra-ui/react'
import type { UseFormReturn } from 'react-hook-form'
import { katakanaOf } from '#kit/kana.ts'
import { Card } from '#ui/Card.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { Radio } from '#ui/form/Switch.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import type { ApplicationForm } from '../application'
import { useApplicationWords } from '../words'

/** Full-width digits and hyphens are what people type; the rules want plain digits. */
const digits = (value: string) => value.normalize('NFKC').replace(/[-\sー−‐]/g, '')

export const ApplicantFields = ({ form }: { form: UseFormReturn<ApplicationForm> }) => {
  const { form: words } = useApplicationWords()
  const { register, watch, formState } = form
  const { errors } = formState
  const isCorporation = watch('applicantType') === 'corporation'
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
        <Field label={words.postalCode} hint={words.postalCodeHint} required error={errors.postalCode?.message}>
          <TextInput
            inputMode="numeric"
            autoComplete="postal-code"
            maxW="180px"
            {...register('postalCode', { setValueAs: digits })}
          />
        </Field>
        <Field label={words.address} required error={errors.address?.message}>
          <TextArea rows={2} autoComplete="street-address" {...register('address')} />
        </Field>
        <Field label={words.phone} hint={words.phoneHint} required error={errors.phone?.message}>
          <TextInput
            type="tel"
            autoComplete="tel-national"
            maxW="240px"
            {...register('phone', { setValueAs: digits })}
          />
        </Field>
        <Field label={words.email} required error={errors.email?.message}>
          <TextInput type="email" autoComplete="email" {...register('email')} />
        </Field>
      </Fields>
    </Card>
  )
}
