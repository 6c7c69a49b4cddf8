import { chakra } from '@chakra-ui/react'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { routes, useQueryValue } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { day, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '#ui/look/icons.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { useHrefWith } from '#ui/table/Pager.tsx'
import { dateText, monthText, tokyoOffset } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { contents } from '../contract'
import { monthAfter, monthKey, monthOfKey } from '../parts'
import { useContentWords } from '../words'
import { DayDate, dayOf, SmallMonth, startOf, weekdayOf } from './CalendarDays'
import { Entry, OtherEntry, TakeBack } from './CalendarEntries'
import { CancelAction, changed } from './CancelAction'

type Ids = { tenantId: string; brandId: string }
/** A scheduled publication on a day: a content, or the announcement of an event. */
type Action = {
  target: 'content' | 'event'
  targetId: string
  name: string
  status: 'draft' | 'active' | 'publishmentScheduled'
  runAt: number
  editedAt: number
}

const Grid = chakra('ol', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', md: 'repeat(7, minmax(0, 1fr))' },
    borderTopWidth: '1px',
    borderColor: 'border',
  },
})
const Day = chakra('li', {
  base: {
    position: 'relative',
    minH: { md: '112px' },
    p: 1.5,
    display: { base: 'grid', md: 'block' },
    gridTemplateColumns: '88px 1fr',
    gap: 2,
    borderBottomWidth: '1px',
    borderColor: 'border',
    minW: 0,
    md: { '&:not(:nth-of-type(7n))': { borderRightWidth: '1px' } },
    '&[data-out=true]': { bg: 'sunken', display: { base: 'none', md: 'block' } },
    // On a phone only days on which something happens are listed, or the one that was pressed.
    '&[data-hidden=true]': { display: { base: 'none', md: 'block' } },
    '&[data-empty=true]': { display: { base: 'none', md: 'block' } },
    '&[data-over=true]': { bg: 'accentSubtle', boxShadow: 'inset 0 0 0 2px {colors.accent}' },
  },
})
export const ContentCalendar = ({ ids }: { ids: Ids }) => {
  const words = useContentWords()
  const locale = useLocale()
  const hrefWith = useHrefWith()
  const attempt = useAttempt(words.refusals)
  const month = monthOfKey(useQueryValue('month')) ?? tokyoMonth(Date.now())
  const first = startOfTokyoMonth(month)
  const end = startOfTokyoMonth(monthAfter(month, 1))
  const from = dayOf(first) - weekdayOf(dayOf(first))
  const days = Math.ceil((dayOf(end) - from) / 7) * 7
  const read = useRead(contents.getScheduledActions, { ...ids, from: startOf(from), to: startOf(from + days) })
  const move = useWrite(contents.rescheduleAction, { refresh: changed })
  const [canceled, setCanceled] = useState<Action | null>(null)
  const [moving, setMoving] = useState<{ id: string; day: number } | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  /** On a phone, the day whose pieces are shown alone. */
  const [pressed, setPressed] = useState<number | null>(null)
  const around = read.data?.others ?? []
  const actions: readonly Action[] = [
    ...(read.data?.actions ?? []).map((one) => ({ ...one, target: 'content' as const, targetId: one.planContentId })),
    ...around.flatMap(({ kind, eventId, name, runAt, editedAt }) =>
      kind === 'publishEvent' && editedAt !== null
        ? [
            {
              target: 'event' as const,
              targetId: eventId,
              name,
              runAt,
              editedAt,
              status: 'publishmentScheduled' as const,
            },
          ]
        : [],
    ),
  ].sort((a, b) => a.runAt - b.runAt)
  const others = around.filter(({ kind }) => kind !== 'publishEvent')
  const canMove = (action: Action) => read.data?.canEdit === true && action.status === 'publishmentScheduled'

  const moveTo = async (action: Action, to: number) => {
    setMoving(null)
    setOver(null)
    // The new day with the same time of day.
    const publishingAt = startOf(to) + ((action.runAt + tokyoOffset) % day)
    if (publishingAt === action.runAt) return setSaid(words.calendar.kept)
    if (publishingAt <= Date.now()) return toast({ tone: 'bad', title: words.calendar.past })
    await attempt(async () => {
      const { target, targetId, editedAt } = action
      await move.mutateAsync({ ...ids, target, targetId, runAt: publishingAt, expectedEditedAt: editedAt })
      toast({ tone: 'ok', title: words.calendar.moved(dateText(publishingAt, locale, { hour: true })) })
    })
  }
  const onKeyDown = (event: KeyboardEvent, action: Action) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key]
    const isMoving = moving?.id === action.targetId
    if (by !== undefined) {
      event.preventDefault()
      const to = Math.max(from, Math.min(from + days - 1, (isMoving ? moving.day : dayOf(action.runAt)) + by))
      setMoving({ id: action.targetId, day: to })
      setSaid(words.calendar.moveTo(action.name || words.unnamed, dateText(startOf(to), locale)))
    } else if (event.key === 'Delete') {
      event.preventDefault()
      setCanceled(action)
    } else if (isMoving && event.key === 'Enter') {
      event.preventDefault()
      void moveTo(action, moving.day)
    } else if (isMoving && event.key === 'Escape') {
      event.preventDefault()
      setMoving(null)
      setSaid(words.calendar.kept)
    }
  }
  const onDrop = (event: DragEvent, to: number) => {
    event.preventDefault()
    const action = actions.find(({ targetId }) => targetId === event.dataTransfer.getData('text/content'))
    if (action) void moveTo(action, to)
  }
  const title = monthText(month, locale)
  const isInMonth = (one: number) => one >= dayOf(first) && one < dayOf(end)
  const today = dayOf(Date.now())
  const allDays = Array.from({ length: days }, (_, i) => from + i)
  return (
    <Card flush>
      <chakra.div display="flex" alignItems="center" gap={2} px={{ base: 3, md: 4.5 }} py={3}>
        <chakra.h2 fontSize="lg" mr="auto" aria-live="polite">
          {title}
        </chakra.h2>
        <LinkButton size="s" shallow scroll={false} href={hrefWith({ month: null })}>
          {words.calendar.today}
        </LinkButton>
        <LinkButton
          size="s"
          icon
          shallow
          scroll={false}
          aria-label={words.calendar.previous}
          href={hrefWith({ month: monthKey(monthAfter(month, -1)) })}
        >
          <ChevronLeftIcon size={16} />
        </LinkButton>
        <LinkButton
          size="s"
          icon
          shallow
          scroll={false}
          aria-label={words.calendar.next}
          href={hrefWith({ month: monthKey(monthAfter(month, 1)) })}
        >
          <ChevronRightIcon size={16} />
        </LinkButton>
      </chakra.div>
      {read.failed ? (
        <FailedState {...read.failed} />
      ) : (
        <>
          {read.data?.canEdit && (
            <chakra.p display={{ base: 'none', md: 'block' }} px={4.5} pb={3} fontSize="sm" color="muted">
              {words.calendar.hint}
            </chakra.p>
          )}
          <chakra.div
            display={{ base: 'none', md: 'grid' }}
            gridTemplateColumns="repeat(7, 1fr)"
            fontSize="xs"
            color="muted"
            fontWeight="semibold"
            textAlign="center"
            pb={1}
            aria-hidden
          >
            {words.calendar.weekdays.map((name) => (
              <span key={name}>{name}</span>
            ))}
          </chakra.div>
          <SmallMonth
            label={title}
            days={allDays}
            isInMonth={isInMonth}
            countOn={(one) => [...actions, ...others].filter(({ runAt }) => dayOf(runAt) === one).length}
            today={today}
            chosen={pressed}
            onChoose={setPressed}
          />
          <Grid aria-label={words.calendar.label(title)} aria-busy={!read.data || read.isStale}>
            {allDays.map((one) => {
              const due = actions.filter((action) => dayOf(action.runAt) === one)
              const also = others.filter(({ runAt }) => dayOf(runAt) === one)
              const inOrder = [...due, ...also].sort((a, b) => a.runAt - b.runAt)
              return (
                <Day
                  key={one}
                  data-out={!isInMonth(one)}
                  data-empty={inOrder.length === 0 && pressed !== one}
                  data-hidden={pressed !== null && isInMonth(pressed) && pressed !== one}
                  data-over={over === one || moving?.day === one}
                  aria-current={one === today ? 'date' : undefined}
                  onDragOver={(event) => {
                    event.preventDefault()
                    setOver(one)
                  }}
                  onDrop={(event) => onDrop(event, one)}
                >
                  <DayDate ids={ids} one={one} today={today} canMake={read.data?.canEdit === true && one >= today} />
                  <div>
                    {inOrder.map((one) => {
                      if (!('target' in one))
                        return (
                          <OtherEntry key={`${one.kind} ${one.eventId} ${one.planContentId}`} ids={ids} other={one} />
                        )
                      const action = one
                      const name = action.name || words.unnamed
                      const at = dateText(action.runAt, locale, { hour: true })
                      return (
                        <chakra.div key={action.targetId} position="relative" className="group">
                          <Entry
                            href={
                              action.target === 'content'
                                ? routes.content({ ...ids, contentId: action.targetId })
                                : routes.event({ ...ids, eventId: action.targetId })
                            }
                            pr={canMove(action) ? 7 : 2}
                            data-scheduled={action.status === 'publishmentScheduled'}
                            data-moving={moving?.id === action.targetId}
                            draggable={canMove(action)}
                            onDragStart={(event: DragEvent) => {
                              event.dataTransfer.setData('text/content', action.targetId)
                              event.dataTransfer.effectAllowed = 'move'
                            }}
                            onDragEnd={() => setOver(null)}
                            onBlur={() => moving?.id === action.targetId && setMoving(null)}
                            {...(canMove(action) && { onKeyDown: (event: KeyboardEvent) => onKeyDown(event, action) })}
                          >
                            <chakra.span color="muted" fontVariantNumeric="tabular-nums" mr={1} aria-hidden>
                              {at.match(/\d\d:\d\d/)?.[0]}
                            </chakra.span>
                            {action.target === 'event' && (
                              <chakra.span color="muted" mr={1}>
                                {words.calendar.kinds.publishEvent}
                              </chakra.span>
                            )}
                            <chakra.span fontWeight="semibold">{name}</chakra.span>
                            <chakra.span srOnly>
                              {canMove(action) ? words.calendar.handle(at) : words.calendar.published(at)}
                            </chakra.span>
                          </Entry>
                          {canMove(action) && (
                            <TakeBack aria-label={words.calendar.cancelOf(name)} onClick={() => setCanceled(action)}>
                              <CloseIcon size={13} />
                            </TakeBack>
                          )}
                        </chakra.div>
                      )
                    })}
                  </div>
                </Day>
              )
            })}
          </Grid>
          {read.data && ![...actions, ...others].some(({ runAt }) => isInMonth(dayOf(runAt))) && (
            <chakra.p p={5} color="muted" fontSize="0.875rem" textAlign="center">
              {words.calendar.nothing}
            </chakra.p>
          )}
          {canceled && (
            <CancelAction
              ids={ids}
              {...canceled}
              name={canceled.name || words.unnamed}
              onClose={() => setCanceled(null)}
            />
          )}
          <chakra.p srOnly role="status">
            {said}
          </chakra.p>
        </>
      )}
    </Card>
  )
}
