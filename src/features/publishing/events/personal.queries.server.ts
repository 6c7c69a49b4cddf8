import { becauseOf, fatesOf, kept, type PersonalData } from '#server/personal.ts'
import { events } from './tables.server'

const published = kept('the club announces its event with it, and changes it')

export const personalOfEvents: PersonalData = {
  columns: [
    fatesOf(events, {
      performers: published,
      performerLine: published,
      contact: published,
      notes: published,
      editedBy: kept(becauseOf.record),
    }),
  ],
}
