import { useLocale } from '#client/words.tsx'
import { plainTextOf } from '#kit/plainText.ts'
import { englishText } from '#ui/form/EnglishTexts.tsx'
import type { Conflict } from '#ui/form/state/useStoredForm.ts'
import { ConflictDialog } from '#ui/overlay/ConflictDialog.tsx'
import { Picture } from '#ui/Picture.tsx'
import { usePortalWords } from '#ui/portalWords.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useUiWords } from '#ui/words.tsx'
import { useEventWords } from '../words'
import type { EventValues } from './values'

type Props = { conflict: Conflict<EventValues>; onSave: () => unknown }

/** After a stale save: each differing field, with the reader's value beside the stored one. */
export const EventConflict = ({ conflict, onSave }: Props) => {
  const words = useEventWords()
  const ui = useUiWords()
  const portal = usePortalWords()
  const locale = useLocale()
  const { form } = words
  return (
    <ConflictDialog
      conflict={conflict}
      onSave={onSave}
      fields={{
        title: { label: form.title },
        catchCopy: { label: form.catchCopy },
        description: { label: form.description, show: (text) => plainTextOf(text) || words.none },
        english: { label: portal.english, show: englishText },
        keyVisualUrl: { label: form.keyVisual, show: (url) => (url ? <Picture src={url} /> : words.none) },
        eventType: { label: form.eventType, show: (type) => words.types[type] },
        performers: { label: form.performers, show: (all) => ui.listOf(all.map(({ name }) => name)) || words.none },
        performerLine: { label: form.performerLine },
        schedules: {
          label: form.schedules,
          show: (all) =>
            all
              .map(({ startAt, venue }) =>
                [startAt === null ? '' : dateText(startAt, locale, { hour: true }), venue.name].join(' '),
              )
              .join('\n') || words.none,
        },
        audience: { label: form.audience, show: (audience) => words.audiences[audience] },
        planIds: { label: form.plans, show: (planIds) => words.countOf(planIds.length) },
        contact: { label: form.contact },
        notes: { label: form.notes },
      }}
    />
  )
}
