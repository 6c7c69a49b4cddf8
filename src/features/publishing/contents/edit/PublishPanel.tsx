import { useEffect } from 'react'
import { Controller } from 'react-hook-form'
import { routes } from '#client/routes.ts'
import { useUpload } from '#client/useUpload.ts'
import { useLocale } from '#client/words.tsx'
import { uploads } from '#club/uploads/contract.ts'
import { tokyoMonth } from '#kit/time.ts'
import { useOfferedPlans } from '#membership/plans/useOfferedPlans.ts'
import { Card } from '#ui/Card.tsx'
import { Choices } from '#ui/form/Choices.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { ImageField } from '#ui/form/ImageField.tsx'
import { Radio } from '#ui/form/Switch.tsx'
import type { ZodForm } from '#ui/form/state/useZodForm.ts'
import { Select } from '#ui/form/TextInput.tsx'
import { Link } from '#ui/Link.tsx'
import { dateText, monthText } from '#ui/text/DateText.tsx'
import { commentAudiences, commentPolicies } from '../content'
import { monthAfter, monthKey, monthOfKey } from '../parts'
import { useContentWords } from '../words'
import type { ContentValues } from './values'

type PublishPanelProps = {
  form: ZodForm<ContentValues>
  ids: { tenantId: string; brandId: string }
  /** Before the first save. */
  isNew: boolean
  publishingAt: number | null
  onUpload: (busy: boolean) => void
}

const monthsAround = 18

export const PublishPanel = ({ form, ids, isNew, publishingAt, onUpload }: PublishPanelProps) => {
  const { panel: words } = useContentWords()
  const { register, control, watch, formState } = form
  const [viewableBy] = watch(['viewableBy'])
  return (
    <Card title={words.title}>
      <Fields>
        <Field group label={words.viewableBy}>
          <Radio {...register('viewableBy')} value="paidUsers" label={words.paidUsers} hint={words.paidUsersHint} />
          <Radio {...register('viewableBy')} value="allUsers" label={words.allUsers} hint={words.allUsersHint} />
        </Field>
        {viewableBy === 'paidUsers' && <PlanChoice form={form} ids={ids} isNew={isNew} />}
        <MonthChoice form={form} publishingAt={publishingAt} />
        <Field label={words.comments}>
          <Select
            {...register('commentPolicy')}
            options={commentPolicies.map((value) => ({ value, label: words.policies[value] }))}
          />
        </Field>
        {watch('commentPolicy') !== 'disabled' && (
          <Field label={words.audience}>
            <Select
              {...register('commentAudience')}
              options={commentAudiences.map((value) => ({ value, label: words.audiences[value] }))}
            />
          </Field>
        )}
        <Controller
          name="thumbnail"
          control={control}
          render={({ field }) => (
            <Thumbnail ids={ids} {...field} error={formState.errors.thumbnail?.message} onUpload={onUpload} />
          )}
        />
      </Fields>
    </Card>
  )
}

type ThumbnailProps = {
  ids: { tenantId: string; brandId: string }
  value: string
  onChange: (url: string) => void
  error: string | undefined
  onUpload: (busy: boolean) => void
}

const Thumbnail = ({ ids, value, onChange, error, onUpload }: ThumbnailProps) => {
  const { form: words } = useContentWords()
  const upload = useUpload(uploads.getSignedUrlForPlanContentAttachmentUpload, ids)
  return (
    <ImageField
      label={words.thumbnail}
      hint={words.thumbnailHint}
      value={value}
      onChange={onChange}
      upload={upload}
      aspect={16 / 9}
      optional
      onBusy={onUpload}
      {...(error && { error })}
    />
  )
}

type ChoiceProps = Pick<PublishPanelProps, 'form' | 'ids' | 'isNew'>

const PlanChoice = ({ form, ids, isNew }: ChoiceProps) => {
  const { panel: words, unnamed } = useContentWords()
  const locale = useLocale()
  const { planIds } = form.watch()
  const offered = useOfferedPlans(ids, planIds)
  // Where there is one plan a new content is for it: who has just made the first would only be told to choose it.
  const only = isNew && offered?.length === 1 && offered[0]?.status === 'active' ? offered[0].planId : null
  const { getValues, setValue } = form
  useEffect(() => {
    if (only !== null && getValues('planIds').length === 0) setValue('planIds', [only])
  }, [only, getValues, setValue])
  return (
    <Choices
      label={words.plans}
      options={
        offered?.map(({ planId, name, status, archivingAt }) => ({
          value: planId,
          label: name || unnamed,
          hint:
            status === 'scheduledToBeArchived' && archivingAt !== null
              ? words.planEnding(dateText(archivingAt, locale, { short: true }))
              : status === 'active'
                ? undefined
                : words.planGone,
        })) ?? []
      }
      chosen={planIds}
      onChange={(next) => form.setValue('planIds', next, { shouldDirty: true, shouldTouch: true })}
      error={form.formState.errors.planIds?.message}
      none={
        offered && (
          <p>
            {words.plansNone} <Link href={routes.newPlan(ids)}>{words.plansMake}</Link>
          </p>
        )
      }
    />
  )
}

const periodOf = (value: string) => (value === 'publication' ? value : monthOfKey(value))

const MonthChoice = ({ form, publishingAt }: Pick<PublishPanelProps, 'form' | 'publishingAt'>) => {
  const { panel: words } = useContentWords()
  const locale = useLocale()
  const { backNumberPeriod: chosen } = form.watch()
  const backNumberPeriod = chosen === 'publication' ? null : chosen
  const now = tokyoMonth(publishingAt ?? Date.now())
  const around = Array.from({ length: monthsAround }, (_, back) => monthAfter(now, 3 - back))
  const isFar = backNumberPeriod && !around.some((month) => monthKey(month) === monthKey(backNumberPeriod))
  const offered = isFar ? [...around, backNumberPeriod] : around
  const isPublished = publishingAt !== null && publishingAt <= Date.now()
  const isChanged = Boolean(form.formState.dirtyFields.backNumberPeriod)
  return (
    <Field label={words.month} hint={isPublished && isChanged ? words.monthKept : words.monthHint}>
      <Select
        value={chosen === 'publication' ? chosen : backNumberPeriod ? monthKey(backNumberPeriod) : ''}
        onChange={(event) =>
          form.setValue('backNumberPeriod', periodOf(event.currentTarget.value), {
            shouldDirty: true,
            shouldTouch: true,
          })
        }
        options={[
          ...(publishingAt === null ? [{ value: 'publication', label: words.monthFollows }] : []),
          { value: '', label: words.monthNone },
          ...offered.map((month) => ({ value: monthKey(month), label: monthText(month, locale) })),
        ]}
      />
    </Field>
  )
}
