import { Controller, type UseFormReturn } from 'react-hook-form'
import { useUpload } from '#client/useUpload.ts'
import { uploads } from '#club/uploads/contract.ts'
import { Card, Notice } from '#ui/Card.tsx'
import { EnglishTexts } from '#ui/form/EnglishTexts.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { ImageField } from '#ui/form/ImageField.tsx'
import { YenInput } from '#ui/form/NumberInput.tsx'
import { Select, TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { planDescriptionLength, planNameLength } from '../contract'
import { usePriceText } from '../parts'
import type { SubscriptionInterval } from '../plan'
import { usePlanWords } from '../words'
import { PriceParts } from './PriceParts'

export type PlanValues = {
  name: string
  description: string
  english: { name: string; description: string }
  thumbnail: string
  price: number | null
  subscriptionInterval: SubscriptionInterval
}

export const emptyPlan: PlanValues = {
  name: '',
  description: '',
  english: { name: '', description: '' },
  thumbnail: '',
  price: null,
  subscriptionInterval: 'month',
}

type PlanFormProps = {
  form: UseFormReturn<PlanValues>
  ids: { tenantId: string; brandId: string }
  /** A draft: price and interval may still be chosen, and the name may wait until it is published. */
  isDraft: boolean
  onUpload?: (busy: boolean) => void
}

export const PlanForm = ({ form, ids, isDraft, onUpload }: PlanFormProps) => {
  const { form: words, status: _, ...rest } = usePlanWords()
  const priceText = usePriceText()
  const upload = useUpload(uploads.getSignedUrlForPlanContentAttachmentUpload, ids)
  const { register, control, watch, formState } = form
  const { errors } = formState
  const [name, description, english, price, subscriptionInterval] = watch([
    'name',
    'description',
    'english',
    'price',
    'subscriptionInterval',
  ])
  return (
    <Card title={words.about}>
      <Fields>
        <Field
          label={words.name}
          hint={words.nameHint}
          error={errors.name?.message}
          required={isDraft ? words.forPublishing : true}
          max={planNameLength}
          value={name}
        >
          <TextInput {...register('name')} />
        </Field>
        {isDraft ? (
          <>
            <Field label={words.price} hint={words.priceHint} error={errors.price?.message} required>
              <Controller name="price" control={control} render={({ field }) => <YenInput {...field} />} />
            </Field>
            <PriceParts ids={ids} price={price} interval={subscriptionInterval} />
            <Field label={words.interval} hint={words.intervalHint} error={errors.subscriptionInterval?.message}>
              <Select
                w="200px"
                {...register('subscriptionInterval')}
                options={[
                  { value: 'month', label: words.intervals.month },
                  { value: 'year', label: words.intervals.year },
                ]}
              />
            </Field>
          </>
        ) : (
          <Notice tone="plain">
            <strong>{priceText({ price: price ?? 0, subscriptionInterval })}</strong>
            <br />
            {words.fixed}
          </Notice>
        )}
        <Field
          label={words.description}
          hint={words.descriptionHint}
          error={errors.description?.message}
          optional
          max={planDescriptionLength}
          value={description}
        >
          <TextArea rows={5} {...register('description')} />
        </Field>
        <EnglishTexts
          texts={[
            { name: 'name', label: words.name, max: planNameLength },
            { name: 'description', label: words.description, max: planDescriptionLength, rows: 5 },
          ]}
          given={english}
          errors={errors.english}
          register={(name) => register(`english.${name}`)}
        />
        <Controller
          name="thumbnail"
          control={control}
          render={({ field }) => (
            <ImageField
              label={words.thumbnail}
              hint={words.thumbnailHint}
              value={field.value}
              onChange={field.onChange}
              upload={upload}
              aspect={16 / 9}
              alt={name || rest.unnamed}
              optional
              {...(onUpload && { onBusy: onUpload })}
              {...(errors.thumbnail?.message && { error: errors.thumbnail.message })}
            />
          )}
        />
      </Fields>
    </Card>
  )
}
