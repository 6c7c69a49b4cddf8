import { useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { plans } from '#membership/plans/contract.ts'
import { englishText } from '#ui/form/EnglishTexts.tsx'
import type { Conflict } from '#ui/form/state/useStoredForm.ts'
import { ConflictDialog } from '#ui/overlay/ConflictDialog.tsx'
import { Picture } from '#ui/Picture.tsx'
import { usePortalWords } from '#ui/portalWords.tsx'
import { dateText, monthText } from '#ui/text/DateText.tsx'
import { ContentView } from '../fan/ContentView'
import { lengthText } from '../video/sizes'
import { useContentWords } from '../words'
import type { ContentValues } from './values'

type ContentConflictProps = { conflict: Conflict<ContentValues>; onSave: () => unknown }

/** After a stale save: each differing field, with the reader's value beside the stored one. */
export const ContentConflict = ({ conflict, onSave }: ContentConflictProps) => {
  const words = useContentWords()
  const ui = usePortalWords()
  const locale = useLocale()
  const ids = useRouteIds('tenantId', 'brandId')
  const known = useRead(plans.getPlans, conflict.isOpen ? ids : null).data?.plans ?? []
  const nameOf = (planId: string) => known.find((plan) => plan.planId === planId)?.name ?? words.none
  const { form, panel } = words
  return (
    <ConflictDialog
      conflict={conflict}
      onSave={onSave}
      fields={{
        name: { label: form.name },
        description: { label: form.description },
        preview: { label: form.preview },
        english: {
          label: ui.english,
          show: ({ text, ...beside }) => (
            <>
              {englishText(beside)}
              {text !== '' && <ContentView text={text} />}
            </>
          ),
        },
        text: { label: form.body, show: (text) => (text === '' ? ui.notFilledIn : <ContentView text={text} />) },
        mediaId: { label: form.file, show: (mediaId) => (mediaId ? form.fileChosen : words.none) },
        clipFromMs: {
          label: words.form.clip,
          show: (ms) => (ms === null ? words.none : lengthText(ms)),
        },
        startAt: {
          label: form.startAt,
          show: (at) => (at === null ? words.none : dateText(at, locale, { hour: true })),
        },
        expiredAt: {
          label: form.expiredAt,
          show: (at) => (at === null ? form.indefinite : dateText(at, locale, { hour: true })),
        },
        thumbnail: { label: form.thumbnail, show: (url) => (url ? <Picture src={url} /> : words.none) },
        viewableBy: { label: panel.viewableBy, show: (who) => panel[who] },
        planIds: {
          label: panel.plans,
          show: (planIds) => (planIds.length > 0 ? ui.listOf(planIds.map(nameOf)) : words.noPlans),
        },
        backNumberPeriod: {
          label: panel.month,
          show: (month) =>
            month === 'publication' ? panel.monthFollows : month ? monthText(month, locale) : panel.monthNone,
        },
        commentPolicy: { label: panel.comments, show: (policy) => panel.policies[policy] },
        commentAudience: { label: panel.audience, show: (audience) => panel.audiences[audience] },
      }}
    />
  )
}
