import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { Fragment, useState } from 'react'
import { type Locale, useLocale } from '#client/words.tsx'
import { Button } from '../Button'
import { Choices } from '../form/Choices'
import { Field } from '../form/Field'
import { NumberInput, YenInput } from '../form/NumberInput'
import { Select, TextInput } from '../form/TextInput'
import { Link } from '../Link'
import { CloseIcon, FilterIcon } from '../look/icons'
import { AskDialog } from '../overlay/AskDialog'
import { usePortalWords } from '../portalWords'
import { dateText, monthText } from '../text/DateText'
import { yenText } from '../text/MoneyText'
import { useHrefWith } from './Pager'
import {
  amountsOf,
  choicesOf,
  dayStart,
  daysOf,
  monthOf,
  monthsToChoose,
  namesOf,
  numberOf,
  type WrittenFilter,
} from './written'

type Values = Readonly<Record<string, string>>
type Words = ReturnType<typeof usePortalWords>

const shownOf = ({ isOnPhone }: WrittenFilter) => (isOnPhone ? { md: 'none' } : undefined)

const keyOf = (filter: WrittenFilter) => namesOf(filter).join(' ')

const chosenOf = ({ name, options }: Extract<WrittenFilter, { type: 'choices' }>, values: Values) =>
  choicesOf(
    values[name] ?? '',
    options.map(({ value }) => value),
  )

const monthName = (month: string, locale: Locale) =>
  monthText({ year: Number(month.slice(0, 4)), month: Number(month.slice(5)) }, locale)

/** Text of the chip; null where the URL does not contain the filter. */
const saidOf = (filter: WrittenFilter, values: Values, { locale, words }: { locale: Locale; words: Words }) => {
  if (filter.type === 'month') {
    const month = monthOf(values[filter.name] ?? '')
    return month === undefined ? null : monthName(month, locale)
  }
  if (filter.type === 'number') {
    const n = numberOf(values[filter.name] ?? '', filter.max)
    return n === undefined ? null : filter.said(n)
  }
  if (filter.type === 'choices') {
    const chosen = chosenOf(filter, values)
    const labels = filter.options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
    return labels.join(locale === 'ja' ? '・' : ', ') || null
  }
  if (filter.type === 'choice') {
    const chosen = values[filter.name] ?? ''
    return (chosen !== '' && filter.options.find(({ value }) => value === chosen)?.label) || null
  }
  if (filter.type === 'amounts') {
    const { from, to } = amountsOf(values[filter.from] ?? '', values[filter.to] ?? '', filter.max)
    const [least, most] = [from, to].map((n) => (n === undefined ? '' : yenText(n)))
    return least === '' && most === '' ? null : filter.words.said(least ?? '', most ?? '')
  }
  const [first = '', last = ''] = [values[filter.from], values[filter.to]]
  const { from, to } = daysOf(first, last)
  const [begin, end] = [from, to === undefined ? undefined : dayStart(last)].map((at) =>
    at === undefined ? '' : dateText(at, locale, { short: true }),
  )
  return begin === '' && end === '' ? null : words.daySpan(begin ?? '', end ?? '')
}

/** Active filters as chips that remove them, and the dialog that sets them. */
export const WrittenFilters = ({ filters }: { filters: readonly WrittenFilter[] }) => {
  const words = usePortalWords()
  const locale = useLocale()
  const { query } = useRouter()
  const hrefWith = useHrefWith()
  const [isOpen, setOpen] = useState(false)
  const values: Values = Object.fromEntries(
    filters.flatMap(namesOf).map((name) => {
      const value = query[name]
      return [name, typeof value === 'string' ? value : '']
    }),
  )
  const chips = filters.flatMap((filter) => {
    const said = saidOf(filter, values, { locale, words })
    return said === null ? [] : [{ filter, text: words.filterChip(filter.label, said) }]
  })
  const chosenWide = chips.filter(({ filter }) => !filter.isOnPhone).length
  return (
    <>
      <Button h="38px" px={3} fontWeight="medium" onClick={() => setOpen(true)}>
        <FilterIcon size={15} />
        {chips.length === chosenWide ? (
          words.moreFilters(chosenWide)
        ) : (
          <>
            <chakra.span display={{ md: 'none' }}>{words.moreFilters(chips.length)}</chakra.span>
            <chakra.span display={{ base: 'none', md: 'inline' }}>{words.moreFilters(chosenWide)}</chakra.span>
          </>
        )}
      </Button>
      {chips.length > 0 && (
        <chakra.ul display="flex" flexWrap="wrap" gap={2} flex="1 0 100%" order={1}>
          {chips.map(({ filter, text }) => (
            <chakra.li key={keyOf(filter)} display={shownOf(filter)}>
              <Chip
                href={hrefWith({ ...Object.fromEntries(namesOf(filter).map((name) => [name, null])), page: null })}
                shallow
                scroll={false}
                aria-label={words.removeFilter(text)}
              >
                {text}
                <CloseIcon size={13} />
              </Chip>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      {isOpen && <FilterDialog filters={filters} values={values} onClose={() => setOpen(false)} />}
    </>
  )
}

const Chip = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1.5,
    minH: '32px',
    px: 3,
    borderRadius: 'full',
    bg: 'accentSubtle',
    color: 'accentText',
    fontSize: '0.8125rem',
    fontWeight: 'semibold',
    textDecoration: 'none',
    _hover: { bg: 'hover' },
  },
})

type DialogProps = { filters: readonly WrittenFilter[]; values: Values; onClose: () => void }

const FilterDialog = ({ filters, values, onClose }: DialogProps) => {
  const words = usePortalWords()
  const router = useRouter()
  const hrefWith = useHrefWith()
  const [typed, setTyped] = useState(values)
  const set = (name: string, value: string) => setTyped((before) => ({ ...before, [name]: value }))
  const isWrong = filters.some((filter) => isWrongIn(filter, typed))
  const apply = () => {
    void router.replace(hrefWith({ ...typed, page: null }), undefined, { shallow: true, scroll: false })
    onClose()
  }
  return (
    <AskDialog
      title={words.moreFilters(0)}
      confirm={words.applyFilters}
      busy={false}
      disabled={isWrong}
      onClose={onClose}
      onConfirm={apply}
    >
      <chakra.div
        display="grid"
        gap={4}
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
      >
        {filters.map((filter) => (
          <chakra.div key={keyOf(filter)} display={shownOf(filter)} {...(isWide(filter) && { gridColumn: '1 / -1' })}>
            <Written filter={filter} typed={typed} set={set} />
          </chakra.div>
        ))}
      </chakra.div>
    </AskDialog>
  )
}

/** Two of the others stand beside each other, so that many are in sight at once. */
const isWide = ({ type }: WrittenFilter) => type === 'days' || type === 'amounts' || type === 'choices'

const isWrongIn = (filter: WrittenFilter, typed: Values): boolean => {
  if (filter.type === 'days') {
    const [first = '', last = ''] = [typed[filter.from], typed[filter.to]]
    const [from, to] = [dayStart(first), dayStart(last)]
    return (first !== '' && from === undefined) || (last !== '' && to === undefined) || (from ?? 0) > (to ?? Infinity)
  }
  if (filter.type === 'amounts') {
    const [least = '', most = ''] = [typed[filter.from], typed[filter.to]]
    const [from, to] = [numberOf(least, filter.max), numberOf(most, filter.max)]
    return (least !== '' && from === undefined) || (most !== '' && to === undefined) || (from ?? 0) > (to ?? Infinity)
  }
  if (filter.type === 'choice' || filter.type === 'choices') return false
  const text = typed[filter.name] ?? ''
  if (text === '') return false
  return (filter.type === 'month' ? monthOf(text) : numberOf(text, filter.max)) === undefined
}

const wrongWords = (filter: WrittenFilter, { wrongFilter }: Words) =>
  filter.type === 'amounts'
    ? filter.words.wrong
    : filter.type === 'choice' || filter.type === 'choices'
      ? ''
      : wrongFilter[filter.type]

const numberIn = (text = '') => (text === '' ? null : Number(text))

type WrittenProps = { filter: WrittenFilter; typed: Values; set: (name: string, value: string) => void }

const Written = ({ filter, typed, set }: WrittenProps) => {
  const words = usePortalWords()
  const locale = useLocale()
  const error = isWrongIn(filter, typed) ? wrongWords(filter, words) : undefined
  const named = { label: filter.label, ...(error && { error }) }
  if (filter.type === 'days')
    return (
      <Field {...named} group>
        <chakra.span display="flex" flexDirection={{ base: 'column', sm: 'row' }} alignItems={{ sm: 'center' }} gap={2}>
          <TextInput
            type="date"
            w={{ base: '100%', sm: '160px' }}
            aria-label={words.firstDay(filter.label)}
            value={typed[filter.from] ?? ''}
            onChange={(event) => set(filter.from, event.currentTarget.value)}
          />
          <chakra.span aria-hidden display={{ base: 'none', sm: 'inline' }}>
            –
          </chakra.span>
          <TextInput
            type="date"
            w={{ base: '100%', sm: '160px' }}
            aria-label={words.lastDay(filter.label)}
            value={typed[filter.to] ?? ''}
            onChange={(event) => set(filter.to, event.currentTarget.value)}
          />
        </chakra.span>
      </Field>
    )
  if (filter.type === 'amounts')
    return (
      <Field {...named} group>
        <chakra.span display="flex" alignItems="center" gap={2} flexWrap="wrap">
          {([filter.from, filter.to] as const).map((name, n) => (
            <Fragment key={name}>
              {n === 1 && <span aria-hidden>–</span>}
              <YenInput
                width="160px"
                label={n === 0 ? filter.words.least : filter.words.most}
                value={numberIn(typed[name])}
                onChange={(yen) => set(name, yen === null ? '' : String(yen))}
              />
            </Fragment>
          ))}
        </chakra.span>
      </Field>
    )
  if (filter.type === 'choices')
    return (
      <Choices
        label={filter.label}
        options={filter.options}
        chosen={chosenOf(filter, typed)}
        columns
        onChange={(chosen) => set(filter.name, chosen.join(','))}
      />
    )
  const value = typed[filter.name] ?? ''
  if (filter.type === 'choice')
    return (
      <Field {...named}>
        <Select
          value={filter.options.some((one) => one.value === value) ? value : ''}
          onChange={(event) => set(filter.name, event.currentTarget.value)}
          options={[{ value: '', label: filter.any }, ...filter.options]}
        />
      </Field>
    )
  if (filter.type === 'month')
    return (
      <Field {...named}>
        <Select
          value={monthOf(value) ?? ''}
          onChange={(event) => set(filter.name, event.currentTarget.value)}
          options={[
            { value: '', label: words.anyMonth },
            ...monthsToChoose(Date.now(), monthOf(value)).map((month) => ({
              value: month,
              label: monthName(month, locale),
            })),
          ]}
        />
      </Field>
    )
  const Input = filter.unit === 'yen' ? YenInput : NumberInput
  return (
    <Field {...named}>
      <Input value={numberIn(value)} onChange={(n) => set(filter.name, n === null ? '' : String(n))} />
    </Field>
  )
}
