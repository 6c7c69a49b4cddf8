import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { useRead, useWrite } from '#client/useOperation.ts'
import { plans } from '#membership/plans/contract.ts'
import { Button } from '#ui/Button.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { DateTimeField } from '#ui/form/DateTimeField.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { Radio } from '#ui/form/Switch.tsx'
import { Select, TextInput } from '#ui/form/TextInput.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { contentNameLength, contents } from '../../contents/contract'
import { streamingContents } from './contract'
import { useStreamingWords } from './words'

type Ids = { tenantId: string; brandId: string }
type Props = { ids: Ids; onCreated: (planContentId: string) => unknown; onEvent: () => void }

/** Everybody, the members of all plans, or those of one, whose id it is. */
const everybody = 'everybody'
const allMembers = 'allMembers'

/** A live in three fields: what it is called, for whom, and now or when. Must be inside `StreamingWords`. */
export const NewLive = ({ ids, onCreated, onEvent }: Props) => {
  const words = useStreamingWords()
  const list = useRead(plans.getPlans, { ...ids, status: 'active', pagination: { limit: 50, offset: 0 } })
  if (list.failed) return <FailedState {...list.failed} />
  if (!list.data) {
    return (
      <chakra.div role="status" aria-label={words.live.name}>
        <Bone w="100%" h="320px" />
      </chakra.div>
    )
  }
  return <LiveForm ids={ids} offered={list.data.plans} onCreated={onCreated} onEvent={onEvent} />
}

type FormProps = Props & { offered: readonly { planId: string; name: string }[] }

const LiveForm = ({ ids, offered, onCreated, onEvent }: FormProps) => {
  const words = useStreamingWords()
  const attempt = useAttempt(words.refusals)
  const prepare = useWrite(streamingContents.prepareLive, { refresh: [contents.getPlanContentsWithPlans] })
  const [name, setName] = useState('')
  const [readers, setReaders] = useState(offered.length > 0 ? allMembers : everybody)
  const [isNow, setNow] = useState(true)
  const [startAt, setStartAt] = useState<number | null>(null)
  const [missing, setMissing] = useState<{ name?: string; startAt?: string }>({})
  const nameField = useRef<HTMLInputElement>(null)
  useEffect(() => nameField.current?.focus(), [])
  const planIds = readers === everybody ? [] : readers === allMembers ? offered.map(({ planId }) => planId) : [readers]
  const make = async () => {
    const at = isNow ? ('now' as const) : startAt
    const problems = {
      ...(name.trim() === '' && { name: words.live.nameMissing }),
      ...(at === null && { startAt: words.live.startMissing }),
    }
    setMissing(problems)
    if (problems.name) nameField.current?.focus()
    if (at === null || Object.keys(problems).length > 0) return
    const viewableBy = planIds.length > 0 ? ('paidUsers' as const) : ('allUsers' as const)
    await attempt(
      async () => {
        const made = await prepare.mutateAsync({ ...ids, name, viewableBy, planIds, startAt: at })
        await onCreated(made.planContentId)
      },
      { on: { startInPast: () => setMissing({ startAt: words.refusals.startInPast }) } },
    )
  }
  return (
    <chakra.form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <Fields>
        <p>{words.live.text}</p>
        <Field label={words.live.name} required {...(missing.name && { error: missing.name })}>
          <TextInput
            ref={nameField}
            value={name}
            maxLength={contentNameLength}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        <Field label={words.live.readers} required>
          <Select
            value={readers}
            onChange={(event) => setReaders(event.currentTarget.value)}
            options={[
              ...(offered.length > 1 ? [{ value: allMembers, label: words.live.allMembers(offered.length) }] : []),
              ...offered.map(({ planId, name: planName }) => ({
                value: offered.length > 1 ? planId : allMembers,
                label: words.live.membersOf(planName),
              })),
              { value: everybody, label: words.live.everybody },
            ]}
          />
        </Field>
        <Field group label={words.live.when}>
          <Radio
            name="when"
            checked={isNow}
            onChange={() => setNow(true)}
            label={words.live.now}
            hint={words.live.nowHint}
          />
          <Radio name="when" checked={!isNow} onChange={() => setNow(false)} label={words.live.later} />
        </Field>
        {!isNow && (
          <DateTimeField
            label={words.startAt}
            hint={words.startAtHint}
            required
            value={startAt}
            onChange={setStartAt}
            {...(missing.startAt && { error: missing.startAt })}
          />
        )}
        <chakra.div display="flex" flexWrap="wrap" gap={3} alignItems="center">
          <Button look="primary" type="submit" busy={prepare.isPending}>
            {words.live.make}
          </Button>
          <Button look="quiet" type="button" onClick={onEvent}>
            {words.live.ofEvent}
          </Button>
        </chakra.div>
      </Fields>
    </chakra.form>
  )
}
