import { Controller } from 'react-hook-form'
import { Card, Notice } from '#ui/Card.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { NumberInput, YenInput } from '#ui/form/NumberInput.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import type { ZodForm } from '#ui/form/state/useZodForm.ts'
import { Select, TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { brandProfileFields, legalNoticeLength } from './contract'
import type { ProfileValues } from './read'
import { useBrandWords } from './words'

const commentPolicies = brandProfileFields.commentPolicy.unwrap().options
const commentAudiences = brandProfileFields.commentAudience.unwrap().options

/** Values that the selling and comment rules read. */
export const ProfileSelling = ({ form }: { form: ZodForm<ProfileValues> }) => {
  const { selling: words } = useBrandWords()
  const { register, control, watch, formState } = form
  const { errors } = formState
  const values = watch()
  return (
    <Card title={words.title} lead={words.lead}>
      <Fields>
        {values.legalNotice.trim() === '' && <Notice tone="warn">{words.cannotSell}</Notice>}
        <Field
          label={words.legalNotice}
          anchor="legalNotice"
          hint={words.legalNoticeHint}
          optional
          max={legalNoticeLength}
          value={values.legalNotice}
          error={errors.legalNotice?.message}
        >
          <TextArea rows={6} {...register('legalNotice')} />
        </Field>
        <Field
          label={words.invoiceNumber}
          hint={words.invoiceNumberHint}
          optional
          error={errors.invoiceNumber?.message}
        >
          <TextInput maxW="240px" autoComplete="off" placeholder="T1234567890123" {...register('invoiceNumber')} />
        </Field>
        <Field label={words.graceDays} hint={words.graceDaysHint} error={errors.graceDays?.message}>
          <Controller
            name="graceDays"
            control={control}
            render={({ field }) => <NumberInput {...field} width="120px" after={words.days} />}
          />
        </Field>
        <Field
          label={words.freeShippingOver}
          hint={words.freeShippingOverHint}
          optional
          error={errors.freeShippingOver?.message}
        >
          <Controller
            name="freeShippingOver"
            control={control}
            render={({ field }) => <YenInput {...field} width="180px" />}
          />
        </Field>
        <Switch
          label={words.needsActivePlan}
          hint={words.needsActivePlanHint}
          {...register('backNumberNeedsActivePlan')}
        />
        <Field label={words.comments} hint={words.commentsHint}>
          <Select
            {...register('commentPolicy')}
            options={commentPolicies.map((value) => ({ value, label: words.policies[value] }))}
          />
        </Field>
        {values.commentPolicy !== 'disabled' && (
          <Field label={words.audience}>
            <Select
              {...register('commentAudience')}
              options={commentAudiences.map((value) => ({ value, label: words.audiences[value] }))}
            />
          </Field>
        )}
      </Fields>
    </Card>
  )
}

/** Labels and display of these fields in the conflict dialog. */
export const useSellingFields = () => {
  const { selling: words } = useBrandWords()
  return {
    legalNotice: { label: words.legalNotice },
    invoiceNumber: { label: words.invoiceNumber },
    graceDays: {
      label: words.graceDays,
      show: (days: number | null) => (days === null ? '' : `${days}${words.days}`),
    },
    freeShippingOver: {
      label: words.freeShippingOver,
      show: (amount: number | null) => (amount === null ? '' : yenText(amount)),
    },
    backNumberNeedsActivePlan: {
      label: words.needsActivePlan,
      show: (needs: boolean) => (needs ? words.on : words.off),
    },
    commentPolicy: {
      label: words.comments,
      show: (policy: ProfileValues['commentPolicy']) => words.policies[policy],
    },
    commentAudience: {
      label: words.audience,
      show: (audience: ProfileValues['commentAudience']) => words.audiences[audience],
    },
  }
}
