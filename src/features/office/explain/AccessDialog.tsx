import { chakra } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { isOpen } from '#publishing/contents/access.ts'
import { contents } from '#publishing/contents/contract.ts'
import { type Explanation, publicContents, type UnlockOption } from '#publishing/contents/public/contract.ts'
import { Badge } from '#ui/Badge.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { UntilWords } from '#ui/faces/UntilWords.tsx'
import { DateTimeField } from '#ui/form/DateTimeField.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { Radio } from '#ui/form/Switch.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { CheckIcon, CloseIcon } from '#ui/look/icons.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { monthText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useDebounced } from '#ui/useDebounced.ts'
import { useUiWords } from '#ui/words.tsx'
import { staffFans } from '../fans/contract'
import { ExplainWords, useExplainWords } from './words'

type Ids = { tenantId: string; brandId: string }
/** Either the fan or the content is fixed by the page; the dialog asks for the other one. */
export type AccessSubject =
  | { fan: { uid: string; name: string } }
  | { content: { planContentId: string; name: string } }
type Props = { ids: Ids; asked: AccessSubject; onClose: () => void }

/** Whether a fan can read a content at a given moment, and why. Loaded with its texts when opened. */
export const AccessDialog = (props: Props) => (
  <UntilWords fallback={null}>
    <ExplainWords>
      <Access {...props} />
    </ExplainWords>
  </UntilWords>
)

/** Value of the fan field for a visitor who is not signed in. */
const visitor = 'visitor'
const offered = 6

const Access = ({ ids: { tenantId, brandId }, asked, onClose }: Props) => {
  const words = useExplainWords()
  const ids = { tenantId, brandId }
  const [at, setAt] = useState<number | null>(null)
  const [chosen, setChosen] = useState('')
  const uid = 'fan' in asked ? asked.fan.uid : chosen
  const planContentId = 'content' in asked ? asked.content.planContentId : chosen
  const read = useRead(
    publicContents.explainAccess,
    chosen === '' ? null : { ...ids, planContentId, ...(uid !== visitor && { uid }), ...(at !== null && { at }) },
  )
  const text = words.refusals[read.failed?.code ?? '']
  return (
    <Dialog open size="m" onClose={onClose} title={words.title}>
      <Fields>
        <chakra.p color="muted" fontSize="0.875rem">
          {words.lead}
        </chakra.p>
        {'fan' in asked ? (
          <>
            <Known label={words.who} name={asked.fan.name || words.noName} />
            <ContentChoice ids={ids} chosen={chosen} onChoose={setChosen} />
          </>
        ) : (
          <>
            <Known label={words.what} name={asked.content.name || words.unnamed} />
            <FanChoice ids={ids} chosen={chosen} onChoose={setChosen} />
          </>
        )}
        <DateTimeField label={words.when} optional hint={words.whenHint} value={at} onChange={setAt} />
      </Fields>
      <chakra.section
        aria-label={words.result}
        aria-live="polite"
        aria-busy={chosen !== '' && (!read.data || read.isStale)}
        mt={5}
        mb={1}
        p={4}
        borderRadius="m"
        bg="sunken"
        borderWidth="1px"
        borderColor="border"
      >
        {chosen === '' ? (
          <chakra.p color="muted" fontSize="0.875rem">
            {words.choose}
          </chakra.p>
        ) : read.failed ? (
          <FailedState {...read.failed} {...(text && { title: text })} />
        ) : read.data ? (
          <Answer why={read.data} />
        ) : (
          <chakra.div display="grid" gap={2}>
            <Bone w="40%" />
            <Bone w="85%" />
          </chakra.div>
        )}
      </chakra.section>
    </Dialog>
  )
}

const Known = ({ label, name }: { label: string; name: string }) => (
  <div>
    <chakra.p fontSize="0.8125rem" color="muted">
      {label}
    </chakra.p>
    <chakra.p fontWeight="semibold" overflowWrap="anywhere">
      {name}
    </chakra.p>
  </div>
)

type ChoiceProps = { ids: Ids; chosen: string; onChoose: (key: string) => void }

const FanChoice = ({ ids, chosen, onChoose }: ChoiceProps) => {
  const words = useExplainWords()
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim())
  const read = useRead(staffFans.getFans, {
    ...ids,
    pagination: { limit: offered, offset: 0 },
    ...(q !== '' && { q: [...q].slice(0, 80).join('') }),
  })
  const found = read.data?.fans.map(({ uid, displayName, planNames }) => ({
    key: uid,
    label: displayName || words.noName,
    hint: planNames.join('、'),
  }))
  return (
    <Choices
      label={words.who}
      search={words.searchFans}
      typed={typed}
      onType={setTyped}
      first={{ key: visitor, label: words.visitor, hint: '' }}
      found={found}
      none={words.nobody}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}

const ContentChoice = ({ ids, chosen, onChoose }: ChoiceProps) => {
  const words = useExplainWords()
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim())
  const read = useRead(contents.getPlanContentsWithPlans, {
    ...ids,
    pagination: { limit: offered, offset: 0 },
    ...(q !== '' && { q: [...q].slice(0, 80).join('') }),
  })
  const found = read.data?.planContents.map(({ planContentId, name, plans }) => ({
    key: planContentId,
    label: name || words.unnamed,
    hint: plans.map((plan) => plan.name).join('、'),
  }))
  return (
    <Choices
      label={words.what}
      search={words.searchContents}
      typed={typed}
      onType={setTyped}
      found={found}
      none={words.nothing}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}

type Choice = { key: string; label: string; hint: string }
type ChoicesProps = {
  label: string
  search: string
  typed: string
  onType: (text: string) => void
  first?: Choice
  found: readonly Choice[] | undefined
  none: string
  chosen: string
  onChoose: (key: string) => void
}

const Choices = ({ label, search, typed, onType, first, found, none, chosen, onChoose }: ChoicesProps) => {
  const name = useId()
  const all = [...(first ? [first] : []), ...(found ?? [])]
  return (
    <Field group label={label}>
      <TextInput
        type="search"
        aria-label={search}
        placeholder={search}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <chakra.div display="grid" gap={1.5} maxH="184px" overflowY="auto" py={1}>
        {all.map((one) => (
          <Radio
            key={one.key}
            name={name}
            value={one.key}
            label={<chakra.span overflowWrap="anywhere">{one.label}</chakra.span>}
            {...(one.hint && { hint: one.hint })}
            checked={chosen === one.key}
            onChange={() => onChoose(one.key)}
          />
        ))}
        {found?.length === 0 && (
          <chakra.p fontSize="sm" color="muted">
            {none}
          </chakra.p>
        )}
      </chakra.div>
    </Field>
  )
}

const Answer = ({ why }: { why: Explanation & { isPast: boolean } }) => {
  const words = useExplainWords()
  const ui = useUiWords()
  const locale = useLocale()
  const { status, conditions, backNumberPeriod: period, plans, unlockOptions, isPast } = why
  const open = status !== 'notfound' && isOpen(status)
  const { says, why: because } = words.statuses[status]
  // Free and unavailable contents have no conditions to explain.
  const isPaid = status !== 'freeContents' && status !== 'notfound' && status !== 'unavailable' && plans.length > 0
  const [cheapest] = unlockOptions
  const { hasPlan, hasMonth } = conditions
  const isByRole = status === 'available' && (!hasMonth || (!hasPlan && period === null))
  /** A month opens the content without a plan if the brand allows it, or if all its plans are archived. */
  const isByMonth = status === 'available' && !isByRole && !hasPlan
  const needsNoPlan = isByMonth || (status === 'requiredPurchaseBackNumber' && !hasPlan && !cheapest?.plan)
  const reason = isByRole ? words.staff : isByMonth ? words.byMonth : because
  return (
    <chakra.div display="grid" gap={3} fontSize="0.875rem">
      <chakra.div display="flex" flexWrap="wrap" gap={2} alignItems="center">
        <Badge tone={open ? 'ok' : 'warn'}>{says}</Badge>
        <span>{reason}</span>
      </chakra.div>
      {isPaid && !isByRole && (
        <chakra.ul display="grid" gap={1.5} aria-label={words.conditions}>
          {!needsNoPlan && <Condition isMet={hasPlan} text={words.plan(ui.listOf(plans.map(({ name }) => name)))} />}
          {period && <Condition isMet={hasMonth} text={words.month(monthText(period, locale))} />}
        </chakra.ul>
      )}
      {!open && !isPast && status !== 'notfound' && status !== 'unavailable' && (
        <div>
          <chakra.p fontWeight="semibold">{cheapest?.plan?.isMember ? words.byFee : words.cheapest}</chakra.p>
          <chakra.p>{cheapest ? <Way way={cheapest} /> : words.noWay}</chakra.p>
        </div>
      )}
      {isPast && (
        <chakra.p color="muted" fontSize="0.8125rem">
          {words.past}
        </chakra.p>
      )}
    </chakra.div>
  )
}

const Condition = ({ isMet, text }: { isMet: boolean; text: string }) => {
  const words = useExplainWords()
  return (
    <chakra.li display="flex" gap={2} alignItems="start">
      <chakra.span color={isMet ? 'ok' : 'muted'} mt="4px" flex="none">
        {isMet ? <CheckIcon size={16} /> : <CloseIcon size={16} />}
      </chakra.span>
      <span>
        {text}
        <chakra.span color="muted" fontSize="0.8125rem" ml={2}>
          {isMet ? words.met : words.unmet}
        </chakra.span>
      </span>
    </chakra.li>
  )
}

const Way = ({ way: { plan, month, total } }: { way: UnlockOption }) => {
  const words = useExplainWords()
  const locale = useLocale()
  const join = plan && (plan.isMember ? words.fee : words.join)(plan.name, yenText(plan.price))
  const buy = month && words.buy(monthText(month.period, locale), month.planName, yenText(month.price))
  if (join && buy)
    return (
      <>
        {words.and(join, buy)}
        <chakra.span display="block" fontWeight="semibold" fontVariantNumeric="tabular-nums">
          {words.total(yenText(total))}
        </chakra.span>
      </>
    )
  return <>{join ?? buy}</>
}
