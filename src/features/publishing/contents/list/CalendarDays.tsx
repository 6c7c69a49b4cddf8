import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { routes } from '#client/routes.ts'
import { useConfig } from '#client/useConfig.ts'
import { useLocale } from '#client/words.tsx'
import { day } from '#kit/time.ts'
import { CalendarIcon, NewsIcon, PlayIcon, PlusIcon } from '#ui/look/icons.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { dateText, tokyoOffset } from '#ui/text/DateText.tsx'
import { dayKey } from '../../events/dayAsked'
import { useContentWords } from '../words'

/** Days since 1970 in Tokyo. */
export const dayOf = (at: number) => Math.floor((at + tokyoOffset) / day)
export const startOf = (dayNumber: number) => dayNumber * day - tokyoOffset
export const weekdayOf = (dayNumber: number) => (dayNumber + 4) % 7
const numberOf = (dayNumber: number) => new Date(startOf(dayNumber) + tokyoOffset).getUTCDate()

/** The day's date; its area reaches over the whole day, below what stands in it. */
const Press = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    w: '100%',
    minH: '20px',
    mb: 1,
    fontSize: 'xs',
    lineHeight: '20px',
    textAlign: 'start',
    cursor: 'pointer',
    color: 'muted',
    borderRadius: 's',
    '&[data-today=true]': { color: 'accentText', fontWeight: 'bold' },
    _after: { content: '""', position: 'absolute', inset: 0 },
    '& svg': { ml: 'auto', flexShrink: 0, opacity: 0 },
    '&:hover svg, &:focus-visible svg, &[aria-expanded=true] svg': { opacity: 1 },
    _focusVisible: { outline: 'none' },
    '&:focus-visible::after': { outline: '2px solid var(--ui-colors-accent)', outlineOffset: '-2px' },
    '@media (hover: none)': { '& svg': { opacity: 1 } },
  },
})

type Ids = { tenantId: string; brandId: string }
type DayDateProps = { ids: Ids; one: number; today: number; canMake: boolean }

/** The date of a day. A day that is still to come is pressed to make something for it. */
export const DayDate = ({ ids, one, today, canMake }: DayDateProps) => {
  const { calendar: words } = useContentWords()
  const locale = useLocale()
  const router = useRouter()
  const hasEvents = useConfig()?.features.fanClubEvents
  // As it stands there on a phone; wide only its number does.
  const short = dateText(startOf(one), locale, { short: true })
  const key = dayKey(startOf(one))
  const date = (
    <chakra.time dateTime={key} {...(!canMake && { 'aria-label': dateText(startOf(one), locale) })}>
      <chakra.span display={{ md: 'none' }}>{short}</chakra.span>
      <chakra.span display={{ base: 'none', md: 'inline' }}>{numberOf(one)}</chakra.span>
    </chakra.time>
  )
  if (!canMake)
    return (
      <chakra.div
        minH="20px"
        lineHeight="20px"
        mb={1}
        fontSize="xs"
        color={one === today ? 'accentText' : 'muted'}
        fontWeight={one === today ? 'bold' : 'medium'}
      >
        {date}
      </chakra.div>
    )
  const make = (type: 'news' | 'video') => () => void router.push(routes.newContent(ids, { query: { type, day: key } }))
  return (
    <Menu
      align="start"
      opener={(opener) => (
        <Press {...opener} type="button" data-today={one === today} aria-label={words.createOn(short)}>
          {date}
          <PlusIcon size={14} />
        </Press>
      )}
      items={[
        { key: 'news', label: words.news, icon: <NewsIcon />, onSelect: make('news') },
        { key: 'video', label: words.video, icon: <PlayIcon />, onSelect: make('video') },
        ...(hasEvents
          ? [
              {
                key: 'event',
                label: words.event,
                icon: <CalendarIcon />,
                onSelect: () => void router.push(routes.newEvent(ids, { query: { day: key } })),
              },
            ]
          : []),
      ]}
    />
  )
}

const Small = chakra('button', {
  base: {
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    gap: '3px',
    minH: '44px',
    borderRadius: 's',
    fontSize: 'sm',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    color: 'text',
    '&[data-today=true]': { color: 'accentText', fontWeight: 'bold' },
    '&[aria-pressed=true]': { bg: 'accent', color: 'onAccent' },
  },
})

type SmallMonthProps = {
  label: string
  days: readonly number[]
  isInMonth: (one: number) => boolean
  countOn: (one: number) => number
  today: number
  chosen: number | null
  onChoose: (one: number | null) => void
}

/** The month on a phone: a day is pressed to see its pieces, pressed again for those of the whole month. */
export const SmallMonth = ({ label, days, isInMonth, countOn, today, chosen, onChoose }: SmallMonthProps) => {
  const { calendar: words } = useContentWords()
  const locale = useLocale()
  return (
    <chakra.fieldset
      display={{ base: 'grid', md: 'none' }}
      gridTemplateColumns="repeat(7, 1fr)"
      px={2}
      pb={3}
      aria-label={label}
    >
      {words.weekdays.map((name) => (
        <chakra.span key={name} textAlign="center" fontSize="xs" color="muted" pb={1} aria-hidden>
          {name}
        </chakra.span>
      ))}
      {days.map((one) =>
        isInMonth(one) ? (
          <Small
            key={one}
            type="button"
            aria-label={words.piecesOn(dateText(startOf(one), locale), countOn(one))}
            aria-pressed={chosen === one}
            aria-current={one === today ? 'date' : undefined}
            data-today={one === today}
            onClick={() => onChoose(chosen === one ? null : one)}
          >
            {numberOf(one)}
            <chakra.span
              w="5px"
              h="5px"
              borderRadius="full"
              bg="currentColor"
              opacity={countOn(one) > 0 ? 1 : 0}
              aria-hidden
            />
          </Small>
        ) : (
          <span key={one} />
        ),
      )}
    </chakra.fieldset>
  )
}
