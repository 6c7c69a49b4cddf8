import { Controller } from 'react-hook-form'
import { Card } from '#ui/Card.tsx'
import { DateTimeField } from '#ui/form/DateTimeField.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { Radio } from '#ui/form/Switch.tsx'
import type { ZodForm } from '#ui/form/state/useZodForm.ts'
import type { ContentValues } from '../../contents/edit/values'
import { useStreamingWords } from './words'

const week = 7 * 86_400_000

/** Start time and viewing deadline of a streaming, saved with the content. Must be inside `StreamingWords`. */
export const StreamingTimes = ({ form }: { form: ZodForm<ContentValues> }) => {
  const words = useStreamingWords()
  const { control, watch, formState, setValue } = form
  const { startAt, expiredAt } = watch()
  const { errors } = formState
  const say = (value: number | null) => setValue('expiredAt', value, { shouldDirty: true, shouldTouch: true })
  return (
    <Card title={words.times}>
      <Fields>
        <Controller
          name="startAt"
          control={control}
          render={({ field }) => (
            <DateTimeField
              label={words.startAt}
              hint={words.startAtHint}
              required
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              {...(errors.startAt?.message && { error: errors.startAt.message })}
            />
          )}
        />
        <Field group label={words.expiry}>
          <Radio
            name="expiry"
            checked={expiredAt !== null}
            onChange={() => say((startAt ?? Date.now()) + week)}
            label={words.until}
          />
          <Radio name="expiry" checked={expiredAt === null} onChange={() => say(null)} label={words.indefinite} />
        </Field>
        {expiredAt !== null && (
          <DateTimeField
            label={words.expiredAt}
            hint={words.expiryHint}
            required
            value={expiredAt}
            onChange={(value) => value !== null && say(value)}
            {...(errors.expiredAt?.message && { error: errors.expiredAt.message })}
          />
        )}
      </Fields>
    </Card>
  )
}
