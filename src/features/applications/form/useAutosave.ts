import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useWrite } from '../../../client/useOperation'
import { useAttempt } from '../../../ui/useAttempt'
import type { ApplicationForm } from '../application'
import { type Application, applications } from '../contract'
import { useApplicationWords } from '../words'

type Stored = Pick<Application, 'applicationId' | 'updatedAt'>
type Options = { stored?: Stored; onMade: (applicationId: string) => void }

/** Keeps the draft while it is written: one save at a time, and none when nothing has changed. */
export const useAutosave = (form: UseFormReturn<ApplicationForm>, { stored, onMade }: Options) => {
  const { form: words, refusals } = useApplicationWords()
  const attempt = useAttempt(refusals)
  const write = useWrite(applications.saveTenantApplicationDraft, { refresh: [applications.getMyTenantApplications] })
  const [applicationId, setApplicationId] = useState(stored?.applicationId)
  const [says, setSays] = useState('')
  const last = useRef(JSON.stringify(form.getValues()))
  const running = useRef<Promise<Stored | undefined>>(Promise.resolve(stored))

  const saveNow = async (known: Stored | undefined, evenUnchanged: boolean): Promise<Stored | undefined> => {
    const values = form.getValues()
    const now = JSON.stringify(values)
    if (now === last.current && (known || !evenUnchanged)) return known
    setSays(words.saving)
    let kept = known
    const save = async () => {
      const { applicationId: id, updatedAt } = await write.mutateAsync({
        ...(known && { applicationId: known.applicationId, expectedUpdatedAt: known.updatedAt }),
        form: values,
      })
      last.current = now
      kept = { applicationId: id, updatedAt }
      setApplicationId(id)
      if (!known) onMade(id)
    }
    setSays((await attempt(save)) ? words.savedDraft : words.notSaved)
    return kept
  }
  /** The id of what is kept; undefined when nothing could be. */
  const save = async ({ evenUnchanged = false } = {}) => {
    running.current = running.current.then((known) => saveNow(known, evenUnchanged))
    return (await running.current)?.applicationId
  }
  return { applicationId, says, save }
}
