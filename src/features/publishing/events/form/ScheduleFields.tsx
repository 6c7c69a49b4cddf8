import { chakra } from '@chakra-ui/react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateTimeField } from '#ui/form/DateTimeField.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import type { ZodForm } from '#ui/form/state/useZodForm.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { PlusIcon } from '#ui/look/icons.tsx'
import { mostSchedules } from '../contract'
import { useEventWords } from '../words'
import { type EventValues, emptySchedule, type ScheduleValues } from './values'

export const Box = chakra('div', {
  base: { display: 'grid', gap: 4, p: 4, borderWidth: '1px', borderColor: 'border', borderRadius: 'm', minW: 0 },
})

type Props = { form: ZodForm<EventValues>; required: boolean | string }

export const ScheduleFields = ({ form, required }: Props) => {
  const { form: words } = useEventWords()
  const schedules = form.watch('schedules')
  const errors = form.formState.errors.schedules
  const write = (next: ScheduleValues[]) => form.setValue('schedules', next, { shouldDirty: true, shouldTouch: true })
  const change = (at: number, changes: Partial<ScheduleValues>) =>
    write(schedules.map((one, n) => (n === at ? { ...one, ...changes } : one)))
  const problem = errors?.message ?? errors?.root?.message
  return (
    <Card>
      <Field group label={words.schedules} hint={words.schedulesText} required={required} error={problem}>
        <Fields>
          {/* By its place: a date gets its id while it is written, and the cursor stays in it. */}
          {[...schedules.keys()].map((n) => {
            const one = schedules[n] ?? emptySchedule
            const wrong = errors?.[n]
            const place = (venue: Partial<ScheduleValues['venue']>) => change(n, { venue: { ...one.venue, ...venue } })
            return (
              <Box key={n} role="group" aria-label={words.schedule(n + 1)}>
                <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap={3}>
                  <strong>{words.schedule(n + 1)}</strong>
                  <Button
                    size="s"
                    look="dangerQuiet"
                    onClick={() => write(schedules.filter((_, place) => place !== n))}
                  >
                    {words.removeSchedule(n + 1)}
                  </Button>
                </chakra.div>
                <DateTimeField
                  label={words.startAt}
                  required
                  value={one.startAt}
                  onChange={(startAt) => change(n, { startAt })}
                  error={wrong?.startAt?.message}
                />
                <DateTimeField
                  label={words.doorsOpenAt}
                  hint={null}
                  optional
                  value={one.doorsOpenAt}
                  onChange={(doorsOpenAt) => change(n, { doorsOpenAt })}
                  error={wrong?.doorsOpenAt?.message}
                />
                <DateTimeField
                  label={words.endAt}
                  hint={null}
                  optional
                  value={one.endAt}
                  onChange={(endAt) => change(n, { endAt })}
                  error={wrong?.endAt?.message}
                />
                <Field label={words.venueName} hint={words.venueNameHint} optional error={wrong?.venue?.name?.message}>
                  <TextInput value={one.venue.name} onChange={(event) => place({ name: event.currentTarget.value })} />
                </Field>
                <Field label={words.address} optional error={wrong?.venue?.address?.message}>
                  <TextInput
                    value={one.venue.address}
                    onChange={(event) => place({ address: event.currentTarget.value })}
                  />
                </Field>
                <Field label={words.mapUrl} optional error={wrong?.venue?.mapUrl?.message}>
                  <TextInput
                    type="url"
                    placeholder="https://"
                    value={one.venue.mapUrl}
                    onChange={(event) => place({ mapUrl: event.currentTarget.value })}
                  />
                </Field>
              </Box>
            )
          })}
          {schedules.length < mostSchedules && (
            <div>
              <Button size="s" onClick={() => write([...schedules, emptySchedule])}>
                <PlusIcon size={15} />
                {words.addSchedule}
              </Button>
            </div>
          )}
        </Fields>
      </Field>
    </Card>
  )
}
