import { eq } from 'drizzle-orm'
import { day, type Instant, tokyoMonth } from '#kit/time.ts'
import { newDraft, publish, visibleFrom } from '#publishing/contents/content.ts'
import { type Block, writeDocument } from '#publishing/contents/document.ts'
import { contentPlans, contents } from '#publishing/contents/tables.server.ts'
import { events } from '#publishing/events/tables.server.ts'
import { streamings } from '#publishing/streamings/tables.server.ts'
import { insertAll } from '../insertAll'
import type { Demo, DemoClub } from '../parts'

const hour = 3_600_000
const paragraph = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] })

/** A streaming that can be started at any time, one on a later day, and past ones, each with its content. */
export const demoStreamings = async ({ db, at }: Demo, club: DemoClub) => {
  if (club.seasons === 0) return
  const { tenantId } = club
  const { brandId, slug } = club.brand
  const rows = await db.select().from(events).where(eq(events.brandId, brandId))
  const planIds = club.plans.filter(({ state }) => state === 'active').map(({ planId }) => planId)
  const show = async (key: string, eventKey: string, startAt: Instant, isOver: boolean) => {
    const event = rows.find(({ eventId }) => eventId === `event_${slug}_${eventKey}`)
    const [schedule] = event?.schedules ?? []
    if (!event || !schedule) return
    const streamingId = `streaming_${slug}_${key}`
    await db.insert(streamings).values({
      ...{ tenantId, brandId, streamingId, eventId: event.eventId, scheduleId: schedule.scheduleId },
      streamKey: `key-demo-${slug}-${key}`,
      scheduledStartAt: startAt,
      startedAt: isOver ? startAt + 60_000 : null,
      endedAt: isOver ? startAt + 2 * hour : null,
      hasNoVod: isOver,
      expiredAt: startAt + 7 * day,
      notices: isOver
        ? [{ noticeId: `notice_${slug}_${key}`, text: 'ご視聴ありがとうございました。', at: startAt + 2 * hour }]
        : [],
      createdAt: Math.min(startAt, at) - 5 * day,
      createdBy: 'demo_editor_hoshi',
    })
    const said = {
      name: `${event.title}の配信`,
      description: '会場の空気を、そのままお届けします。',
      preview: '',
      english: {
        ...(event.english.title && { name: `${event.english.title}: live` }),
        description: 'The air of the place, just as it is.',
      },
      thumbnail: event.keyVisualUrl,
      viewableBy: 'paidUsers' as const,
      planIds,
      backNumberPeriod: tokyoMonth(startAt),
      periodFollows: false,
      commentPolicy: 'enabled' as const,
      commentAudience: 'all' as const,
      text: writeDocument({
        type: 'doc',
        content: [
          paragraph('開始の時刻になると、このページで映像が始まります。'),
          paragraph('通信の状態がよい場所でご覧ください。終わったあとは、一週間アーカイブを残します。'),
        ],
      }),
      imageUrls: [],
      mediaId: null,
      clipFromMs: null,
      streamingId,
    }
    const made = Math.min(startAt, at) - 4 * day
    const draft = newDraft({ planContentId: `content_${slug}_live_${key}`, type: 'streaming' }, said, made)
    const { planIds: _, backNumberPeriod, imageUrls: __, ...content } = publish(draft, {}, made + hour)
    await db.insert(contents).values({
      ...{ ...content, tenantId, brandId, imageUrls: [] },
      periodYear: backNumberPeriod?.year ?? null,
      periodMonth: backNumberPeriod?.month ?? null,
    })
    const { planContentId, editedAt } = content
    insertAll(
      db,
      contentPlans,
      planIds.map((planId) => ({ tenantId, planContentId, planId, editedAt, visibleFrom: visibleFrom(content) })),
    )
  }
  const ofEvents = { next: 'next_0', later: 'next_3', past_0: 'past_0000', past_1: 'past_0002', past_2: 'past_0004' }
  for (const [key, eventKey] of Object.entries(ofEvents)) {
    const event = rows.find(({ eventId }) => eventId === `event_${slug}_${eventKey}`)
    if (event?.startAt) await show(key, eventKey, event.startAt, event.startAt < at)
  }
}
