import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useWrite } from '#client/useOperation.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { push } from '../contract'
import type { QuietHours } from '../notice'
import { usePushWords } from './words'

const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const minutesOf = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}
const night = { from: 22 * 60, to: 7 * 60 }

/** Hours without messages. A switch turns them off at once; their times are saved by a press. */
export const QuietHoursForm = ({ quiet }: { quiet: QuietHours | null }) => {
  const { quiet: words } = usePushWords()
  const attempt = useAttempt()
  const set = useWrite(push.setQuietHours, { refresh: [push.getPushSettings] })
  const [isOn, setOn] = useState(quiet !== null)
  const [from, setFrom] = useState(clockOf(quiet?.from ?? night.from))
  const [to, setTo] = useState(clockOf(quiet?.to ?? night.to))
  const [problem, setProblem] = useState<string>()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const isSaved =
    quiet !== null && from === clockOf(quiet.from) && to === clockOf(quiet.to) && quiet.timeZone === timeZone
  const save = async () => {
    if (from === '' || to === '' || from === to) return setProblem(words.same)
    const wanted = { from: minutesOf(from), to: minutesOf(to), timeZone }
    if (await attempt(() => set.mutateAsync({ quiet: wanted }))) toast({ tone: 'ok', title: words.on(from, to) })
  }
  const turn = async (wanted: boolean) => {
    setOn(wanted)
    if (wanted || quiet === null) return
    if (await attempt(() => set.mutateAsync({ quiet: null }))) toast({ tone: 'ok', title: words.off })
    else setOn(true)
  }
  return (
    <chakra.section aria-label={words.title} display="grid" gap={3}>
      <Switch
        label={words.switch}
        hint={words.hint}
        checked={isOn}
        aria-busy={set.isPending || undefined}
        onChange={(event) => {
          if (!set.isPending) void turn(event.currentTarget.checked)
        }}
      />
      {isOn && (
        <chakra.div display="grid" gap={3} justifyItems="start" pl={{ base: 0, md: '52px' }}>
          <chakra.div display="flex" flexWrap="wrap" gap={3} alignItems="flex-start">
            <Field label={words.from}>
              <TextInput
                type="time"
                w="130px"
                value={from}
                onChange={(event) => {
                  setFrom(event.currentTarget.value)
                  setProblem(undefined)
                }}
              />
            </Field>
            <Field label={words.to} {...(problem && { error: problem })}>
              <TextInput
                type="time"
                w="130px"
                value={to}
                onChange={(event) => {
                  setTo(event.currentTarget.value)
                  setProblem(undefined)
                }}
              />
            </Field>
          </chakra.div>
          <chakra.p fontSize="sm" color="muted">
            {words.zone(timeZone)}
          </chakra.p>
          {!isSaved && (
            <Button busy={set.isPending} onClick={() => void save()}>
              {words.save}
            </Button>
          )}
        </chakra.div>
      )}
    </chakra.section>
  )
}
