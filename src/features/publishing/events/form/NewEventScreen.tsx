import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { SaveBar } from '#ui/form/SaveBar.tsx'
import { useZodForm } from '#ui/form/state/useZodForm.ts'
import { LockIcon } from '#ui/look/icons.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Page } from '#ui/page/Page.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { draftEvent, events } from '../contract'
import { momentOfDay } from '../dayAsked'
import { WhereEventsAre } from '../parts'
import { EventWords, useEventWords } from '../words'
import { type DescriptionEditor, EventForm } from './EventForm'
import { type EventValues, emptyEvent, emptySchedule, saidOf } from './values'

type Props = { editor: DescriptionEditor }

export const NewEventScreen = (props: Props) => (
  <EventWords>
    <WhereEventsAre>
      <NewEvent {...props} />
    </WhereEventsAre>
  </EventWords>
)

/** Creates a draft, which needs only a title; it is published on its own page. */
const NewEvent = ({ editor }: Props) => {
  const words = useEventWords()
  const router = useRouter()
  const ids = useRouteIds('tenantId', 'brandId')
  const attempt = useAttempt(words.refusals)
  // The day of the calendar that was pressed.
  const startAt = momentOfDay(useQueryValue('day'), Date.now())
  const [values] = useState(() =>
    startAt === null ? emptyEvent : { ...emptyEvent, schedules: [{ ...emptySchedule, startAt }] },
  )
  const form = useZodForm<EventValues>({
    schema: draftEvent,
    values,
    rules: words.rules,
    keep: 'newEvent',
  })
  const create = useWrite(events.createDraftEvent, { refresh: [events.getEvents], keep: 'newEvent' })
  const [isUploading, setUploading] = useState(false)
  const mayCreate = useRead(events.getEvents, ids && { ...ids, pagination: { limit: 1, offset: 0 } }).data?.canEdit
  if (!ids) return null
  const save = form.submit((sent) =>
    attempt(
      async () => {
        const { eventId } = await create.mutateAsync({ ...ids, ...saidOf(sent) })
        form.saved(form.getValues())
        toast({ tone: 'ok', title: words.drafted })
        await router.push(routes.event({ ...ids, eventId }))
      },
      { onFields: form.showFailure },
    ),
  )
  return (
    <Page title={words.createTitle} back={{ href: routes.events(ids), label: words.title }}>
      {mayCreate === false ? (
        <Card>
          <EmptyState icon={<LockIcon size={24} />} title={words.readOnlyTitle} text={words.readOnly} />
        </Card>
      ) : (
        <chakra.div display="grid" gap={5} maxW="760px">
          <EventForm editor={editor} read="" form={form} ids={ids} isDraft onUpload={setUploading} />
        </chakra.div>
      )}
      <SaveBar form={form} saving={create.isPending || isUploading} save={words.form.saveDraft} onSave={save} />
    </Page>
  )
}
