import type { Acts } from '#kit/acts.ts'
import type { events } from './contract'

export const eventsActs: Acts<typeof events> = {
  createDraftEvent: { ja: 'イベントの下書きを作成', en: 'Drafted an event' },
  updateEvent: { ja: 'イベントを変更', en: 'Changed an event' },
  publishEvent: { ja: 'イベントを公開', en: 'Published an event' },
  scheduleEvent: { ja: 'イベントの公開を予定', en: 'Scheduled an event’s publishing' },
  unpublishEvent: { ja: 'イベントを非公開にする', en: 'Unpublished an event' },
  postponeEvent: { ja: 'イベントを延期', en: 'Postponed an event' },
  duplicateEvent: { ja: 'イベントを複製', en: 'Duplicated an event' },
}
