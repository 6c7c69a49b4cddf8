import { eq } from 'drizzle-orm'
import { day } from '#kit/time.ts'
import { draft as draftEvent, publish as publishEvent } from '#publishing/events/event.ts'
import { eventRow } from '#publishing/events/queries.server.ts'
import { events } from '#publishing/events/tables.server.ts'
import { streamings } from '#publishing/streamings/tables.server.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { newId } from './club'
import { addContent } from './fan'

type Of = { ids: { tenantId: string; brandId: string }; owner: { uid: string } }
type Live = {
  startAt: number
  publishingAt?: number
  row?: Partial<typeof streamings.$inferInsert>
  event?: Partial<typeof events.$inferInsert>
}
/** A published event with a live streaming, and its published content, which everybody may see. */
export const addLive = async (
  { ids, owner }: Of,
  { startAt, publishingAt = now() - day, row, event: changes }: Live,
) => {
  const venue = { name: '', address: '', mapUrl: '' }
  const schedule = { scheduleId: newId('schedule'), doorsOpenAt: null, startAt, endAt: null, venue }
  const terms = {
    ...{
      title: 'Evening',
      catchCopy: '',
      description: '',
      english: {},
      keyVisualUrl: '',
      eventType: 'online' as const,
    },
    ...{ performers: [], performerLine: '', schedules: [schedule], audience: 'public' as const, planIds: [] },
    ...{ contact: '', notes: '' },
  }
  const made = publishEvent(draftEvent(newId('event'), terms, now()), 'published', now())
  await database().insert(events).values(eventRow(ids, made))
  if (changes) await database().update(events).set(changes).where(eq(events.eventId, made.eventId))
  const streamingId = newId('streaming')
  await database()
    .insert(streamings)
    .values({
      ...ids,
      ...{ streamingId, eventId: made.eventId, scheduleId: schedule.scheduleId, streamKey: newId('key') },
      ...{ scheduledStartAt: startAt, createdAt: now(), createdBy: owner.uid, ...row },
    })
  const planContentId = await addContent(ids, { type: 'streaming', streamingId, viewableBy: 'allUsers', publishingAt })
  return { planContentId, eventId: made.eventId }
}
