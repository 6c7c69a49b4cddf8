import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useWrite } from '../../client/useOperation'
import { isCallError } from '../../kit/callError'
import { useFailure } from '../../ui/useFailure'
import type { ApplicationForm } from './application'
import { applications } from './contract'
import { useApplicationWords } from './words'

/** Keeps the draft while it is written: one save at a time, and none when nothing has changed. */
export const useAutosave = (form: UseFormReturn<ApplicationForm>, initialId: string | undefined) => {
  const { form: words, refusals } = useApplicationWords()
  const failure = useFailure(refusals)
  const write = useWrite(applications.saveTenantApplicationDraft, { refresh: [applications.getMyTenantApplications] })
  const [applicationId, setApplicationId] = useState(initialId)
  const [says, setSays] = useState('')
  const saved = useRef(JSON.stringify(form.getValues()))
  const running = useRef<Promise<string | undefined>>(Promise.resolve(initialId))

  const saveNow = async (id: string | undefined) => {
    const values = form.getValues()
    const now = JSON.stringify(values)
    if (now === saved.current && id) return id
    if (now === saved.current && !form.formState.isDirty) return id
    setSays(words.saving)
    try {
      const answer = await write.mutateAsync({ ...(id && { applicationId: id }), form: values })
      saved.current = now
      setApplicationId(answer.applicationId)
      setSays(words.savedDraft)
      return answer.applicationId
    } catch (error) {
      if (!isCallError(error)) throw error
      setSays(words.notSaved)
      // Half-typed text that no column could hold is told beside its field later; everything else at once.
      if (error.code !== 'validation') failure.show(error)
      return id
    }
  }
  const save = () => {
    running.current = running.current.then(saveNow)
    return running.current
  }
  return { applicationId, says, save }
}
