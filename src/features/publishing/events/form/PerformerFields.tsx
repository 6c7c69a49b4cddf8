import { chakra } from '@chakra-ui/react'
import { useUpload } from '#client/useUpload.ts'
import { uploads } from '#club/uploads/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { ImageField } from '#ui/form/ImageField.tsx'
import type { ZodForm } from '#ui/form/state/useZodForm.ts'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { PlusIcon } from '#ui/look/icons.tsx'
import { mostPerformers } from '../contract'
import type { Performer } from '../event'
import { useEventWords } from '../words'
import { Box } from './ScheduleFields'
import type { EventValues } from './values'

type Props = {
  form: ZodForm<EventValues>
  ids: { tenantId: string; brandId: string }
  onUpload: (busy: boolean) => void
}

const nobody: Performer = { name: '', imageUrl: '', profile: '' }

export const PerformerFields = ({ form, ids, onUpload }: Props) => {
  const { form: words } = useEventWords()
  const upload = useUpload(uploads.getSignedUrlForPlanContentAttachmentUpload, ids)
  const performers = form.watch('performers')
  const errors = form.formState.errors.performers
  const write = (next: Performer[]) => form.setValue('performers', next, { shouldDirty: true, shouldTouch: true })
  const change = (at: number, changes: Partial<Performer>) =>
    write(form.getValues('performers').map((one, n) => (n === at ? { ...one, ...changes } : one)))
  return (
    <Card title={words.performers}>
      <Fields>
        <Field
          label={words.performerLine}
          hint={words.performerLineHint}
          optional
          error={form.formState.errors.performerLine?.message}
        >
          <TextInput {...form.register('performerLine')} />
        </Field>
        {/* A performer has no identity but the place in the list. */}
        {[...performers.keys()].map((n) => {
          const one = performers[n] ?? nobody
          const wrong = errors?.[n]
          return (
            <Box key={n} role="group" aria-label={words.performer(n + 1)}>
              <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap={3}>
                <strong>{words.performer(n + 1)}</strong>
                <Button size="s" look="dangerQuiet" onClick={() => write(performers.filter((_, place) => place !== n))}>
                  {words.removePerformer(n + 1)}
                </Button>
              </chakra.div>
              <Field label={words.performerName} required error={wrong?.name?.message}>
                <TextInput value={one.name} onChange={(event) => change(n, { name: event.currentTarget.value })} />
              </Field>
              <Field label={words.performerProfile} optional error={wrong?.profile?.message}>
                <TextArea
                  rows={2}
                  value={one.profile}
                  onChange={(event) => change(n, { profile: event.currentTarget.value })}
                />
              </Field>
              <ImageField
                label={words.performerImage}
                value={one.imageUrl}
                onChange={(imageUrl) => change(n, { imageUrl })}
                upload={upload}
                aspect={1}
                shape="square"
                optional
                onBusy={onUpload}
              />
            </Box>
          )
        })}
        {performers.length < mostPerformers && (
          <div>
            <Button size="s" onClick={() => write([...performers, nobody])}>
              <PlusIcon size={15} />
              {words.addPerformer}
            </Button>
          </div>
        )}
      </Fields>
    </Card>
  )
}
