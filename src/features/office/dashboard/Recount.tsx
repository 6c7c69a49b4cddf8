import { useState } from 'react'
import { useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { dayTextOf, startOfDay } from '#kit/days.ts'
import { day as aDay } from '#kit/time.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { dashboard } from './contract'
import { useDashboardWords } from './words'

type Ids = { tenantId: string; brandId: string }

/** Recounts a day whose figures look wrong, in the same way as the nightly run. */
export const Recount = ({ ids }: { ids: Ids }) => {
  const { recount: words } = useDashboardWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.open}</Button>
      {isOpen && <RecountDialog ids={ids} onClose={() => setOpen(false)} />}
    </>
  )
}

const RecountDialog = ({ ids, onClose }: { ids: Ids; onClose: () => void }) => {
  const { recount: words, refusals } = useDashboardWords()
  const locale = useLocale()
  const attempt = useAttempt(refusals)
  const write = useWrite(dashboard.recountBrandDay, { refresh: [dashboard.getBrandStats] })
  const yesterday = dayTextOf(Date.now() - aDay)
  const [day, setDay] = useState(yesterday)
  const [problem, setProblem] = useState('')
  const confirm = async () => {
    if (day === '') return setProblem(words.wrongDay)
    const count = async () => {
      const { changed } = await write.mutateAsync({ ...ids, day })
      const date = dateText(startOfDay(day), locale, { short: true })
      toast({ tone: 'ok', title: changed ? words.changed(date) : words.same(date) })
    }
    const say = (text: string) => () => setProblem(text)
    const isDone = await attempt(count, {
      on: {
        dayNotOver: say(refusals.dayNotOver ?? ''),
        beforeBrand: say(refusals.beforeBrand ?? ''),
        validation: say(words.wrongDay),
      },
    })
    if (isDone) onClose()
  }
  return (
    <AskDialog
      title={words.title}
      text={words.text}
      confirm={words.confirm}
      busy={write.isPending}
      onClose={onClose}
      onConfirm={confirm}
    >
      <Field label={words.day} hint={words.hint} {...(problem && { error: problem })}>
        <TextInput
          data-autofocus
          type="date"
          max={yesterday}
          value={day}
          onChange={(event) => {
            setDay(event.currentTarget.value)
            setProblem('')
          }}
        />
      </Field>
    </AskDialog>
  )
}
