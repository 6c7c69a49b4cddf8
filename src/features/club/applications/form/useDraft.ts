import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useWrite } from '#client/useOperation.ts'
import { useAutosave } from '#ui/form/state/useAutosave.ts'
import { usePortalWords } from '#ui/portalWords.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import type { ApplicationForm } from '../application'
import { type Application, applications } from '../contract'
import { useApplicationWords } from '../words'

type Stored = Pick<Application, 'applicationId' | 'updatedAt'>
type Options = { stored?: Stored; onMade: (applicationId: string) => void }

/** Keeps the draft of an application on the server while it is written. */
export const useDraft = (form: UseFormReturn<ApplicationForm>, { stored, onMade }: Options) => {
  const { form: words, refusals } = useApplicationWords()
  const ui = usePortalWords()
  const attempt = useAttempt(refusals)
  const write = useWrite(applications.saveTenantApplicationDraft, { refresh: [applications.getMyTenantApplications] })
  const known = useRef(stored)
  const [applicationId, setApplicationId] = useState(stored?.applicationId)
  const { state, saveNow } = useAutosave(form, {
    save: (values) =>
      attempt(async () => {
        const before = known.current
        const { applicationId: id, updatedAt } = await write.mutateAsync({
          ...(before && { applicationId: before.applicationId, expectedUpdatedAt: before.updatedAt }),
          form: values,
        })
        known.current = { applicationId: id, updatedAt }
        setApplicationId(id)
        if (!before) onMade(id)
      }),
  })
  /** The stored version; undefined if saving failed. */
  const save = async ({ evenUnchanged = false } = {}) =>
    (await saveNow({ evenUnchanged: evenUnchanged && !known.current })) ? known.current : undefined
  const says = write.isPaused
    ? ui.savedWhenOnline
    : { idle: '', saving: words.saving, saved: words.savedDraft, failed: words.notSaved }[state]
  return { applicationId, says, save }
}
