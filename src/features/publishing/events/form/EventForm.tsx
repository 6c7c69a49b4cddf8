import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { routes } from '#client/routes.ts'
import { useUpload } from '#client/useUpload.ts'
import { uploads } from '#club/uploads/contract.ts'
import { useOfferedPlans } from '#membership/plans/useOfferedPlans.ts'
import { Card } from '#ui/Card.tsx'
import { Choices } from '#ui/form/Choices.tsx'
import { EnglishTexts } from '#ui/form/EnglishTexts.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { ImageField } from '#ui/form/ImageField.tsx'
import type { ZodForm } from '#ui/form/state/useZodForm.ts'
import { Select, TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { Link } from '#ui/Link.tsx'
import { catchCopyInEnglish, catchCopyLength, eventTextLength, eventTitleLength } from '../contract'
import { eventAudiences, eventTypes } from '../event'
import { useEventWords } from '../words'
import { PerformerFields } from './PerformerFields'
import { ScheduleFields } from './ScheduleFields'
import type { EventValues } from './values'

/** The document editor, which belongs to contents and is passed in by the page. */
export type DescriptionEditor = (props: {
  ids: { tenantId: string; brandId: string }
  label: string
  value: string
  /** The last read document, with signed URLs. */
  read: string
  onChange: (text: string) => void
  onBusy: (busy: boolean) => void
  error: string | undefined
}) => ReactNode

type EventFormProps = {
  editor: DescriptionEditor
  /** The last read description, with signed URLs. */
  read: string
  form: ZodForm<EventValues>
  ids: { tenantId: string; brandId: string }
  isDraft: boolean
  onUpload: (busy: boolean) => void
}

export const EventForm = ({ editor, read, form, ids, isDraft, onUpload }: EventFormProps) => {
  const { form: words, types, audiences } = useEventWords()
  const upload = useUpload(uploads.getSignedUrlForPlanContentAttachmentUpload, ids)
  const { register, control, watch, formState } = form
  const { errors } = formState
  const values = watch()
  const required = isDraft ? words.forPublishing : true
  return (
    <>
      <Card title={words.about}>
        <Fields>
          <Field
            label={words.title}
            hint={words.titleHint}
            error={errors.title?.message}
            required={required}
            max={eventTitleLength}
            value={values.title}
          >
            <TextInput {...register('title')} />
          </Field>
          <Field
            label={words.catchCopy}
            error={errors.catchCopy?.message}
            optional
            max={catchCopyLength}
            value={values.catchCopy}
          >
            <TextInput {...register('catchCopy')} />
          </Field>
          <Field label={words.eventType}>
            <Select {...register('eventType')} options={eventTypes.map((value) => ({ value, label: types[value] }))} />
          </Field>
          <Controller
            name="keyVisualUrl"
            control={control}
            render={({ field }) => (
              <ImageField
                label={words.keyVisual}
                hint={words.keyVisualHint}
                required={required}
                value={field.value}
                onChange={field.onChange}
                upload={upload}
                aspect={16 / 9}
                onBusy={onUpload}
                error={errors.keyVisualUrl?.type === 'required' ? words.noKeyVisual : errors.keyVisualUrl?.message}
              />
            )}
          />
          <EnglishTexts
            texts={[
              { name: 'title', label: words.title, max: eventTitleLength },
              { name: 'catchCopy', label: words.catchCopy, max: catchCopyInEnglish },
              { name: 'description', label: words.description, max: eventTextLength, rows: 6 },
            ]}
            given={values.english}
            errors={errors.english}
            register={(name) => register(`english.${name}`)}
          />
        </Fields>
      </Card>
      <ScheduleFields form={form} required={required} />
      <Controller
        name="description"
        control={control}
        render={({ field, fieldState }) => (
          <chakra.section aria-label={words.description} display="grid" gap={2} minW={0}>
            <chakra.h2 fontSize="lg">{words.description}</chakra.h2>
            <chakra.p fontSize="sm" color="muted">
              {words.descriptionHint}
            </chakra.p>
            {editor({
              ids,
              label: words.description,
              value: field.value,
              read,
              onChange: field.onChange,
              onBusy: onUpload,
              error: fieldState.error?.message,
            })}
          </chakra.section>
        )}
      />
      <PerformerFields form={form} ids={ids} onUpload={onUpload} />
      <Card title={words.visibility}>
        <Fields>
          <Field label={words.audience}>
            <Select
              {...register('audience')}
              options={eventAudiences.map((value) => ({ value, label: audiences[value] }))}
            />
          </Field>
          {values.audience === 'plans' && <PlanChoice form={form} ids={ids} />}
          <Field label={words.contact} error={errors.contact?.message} optional max={500} value={values.contact}>
            <TextArea rows={2} {...register('contact')} />
          </Field>
          <Field label={words.notes} error={errors.notes?.message} optional max={eventTextLength} value={values.notes}>
            <TextArea rows={3} {...register('notes')} />
          </Field>
        </Fields>
      </Card>
    </>
  )
}

const PlanChoice = ({ form, ids }: Pick<EventFormProps, 'form' | 'ids'>) => {
  const { form: words, unnamed } = useEventWords()
  const { planIds } = form.watch()
  const offered = useOfferedPlans(ids, planIds)
  return (
    <Choices
      label={words.plans}
      options={offered?.map(({ planId, name }) => ({ value: planId, label: name || unnamed })) ?? []}
      chosen={planIds}
      onChange={(next) => form.setValue('planIds', next, { shouldDirty: true, shouldTouch: true })}
      error={form.formState.errors.planIds?.message}
      none={
        offered && (
          <p>
            {words.noPlans} <Link href={routes.plans(ids)}>{words.plans}</Link>
          </p>
        )
      }
    />
  )
}
