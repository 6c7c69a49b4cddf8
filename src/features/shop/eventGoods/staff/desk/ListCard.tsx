import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { Button } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/TextInput.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { eventGoods, type PickUpEvent } from '../../contract'
import { useEventGoodsWords } from '../words'
import { mayUseCamera, prepareScanner } from './camera'
import { PreparedPictures } from './LinePicture'
import type { DeskTools } from './useDesk'

/** Loads the orders of an event, so that the desk can go on without a connection. */
export const ListCard = ({ tenantId, desk }: { tenantId: string; desk: DeskTools }) => {
  const { offline: words } = useEventGoodsWords().desk
  const locale = useLocale()
  const attempt = useAttempt()
  const { list, isKept, loaded, load, remove } = desk.list
  // The scanner's scripts have to be there before the connection is lost.
  const isReady = list !== null && desk.isOnline
  useEffect(() => {
    if (isReady) void prepareScanner()
  }, [isReady])
  const [isDone, setDone] = useState(false)
  const run = (event: Pick<PickUpEvent, 'eventId' | 'title'>) =>
    attempt(async () => {
      setDone(false)
      const stored = await load(event)
      setDone(true)
      // Later it could not be reloaded. The list is still there then.
      if (stored && !mayUseCamera()) window.location.reload()
    })
  return (
    <Card title={words.title} lead={words.lead}>
      <chakra.div display="grid" gap={4}>
        <Notice tone="plain">{words.stayOpen}</Notice>
        <chakra.p role="status" fontSize="0.875rem" fontVariantNumeric="tabular-nums" _empty={{ position: 'absolute' }}>
          {loaded !== null ? words.loading(loaded) : list && isDone ? words.loaded : ''}
        </chakra.p>
        {list ? (
          <>
            <chakra.div data-testid="kept-list">
              <chakra.p fontWeight="bold" overflowWrap="anywhere">
                {list.title}
              </chakra.p>
              <chakra.p fontVariantNumeric="tabular-nums">
                {words.holds(list.orders.length, dateText(list.at, locale, { short: true, hour: true }))}
              </chakra.p>
              <chakra.p fontSize="sm" color="muted">
                {words.keptFor}
              </chakra.p>
            </chakra.div>
            {desk.isOnline && <PreparedPictures list={list} />}
            {!isKept && <Notice tone="warn">{words.tabOnly}</Notice>}
            <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap={2}>
              <Button wide busy={loaded !== null} disabled={!desk.isOnline} onClick={() => void run(list)}>
                {words.reload}
              </Button>
              <Button wide disabled={loaded !== null} onClick={remove}>
                {words.remove}
              </Button>
            </chakra.div>
          </>
        ) : (
          <Choice tenantId={tenantId} busy={loaded !== null} onLoad={(event) => void run(event)} />
        )}
      </chakra.div>
    </Card>
  )
}

type ChoiceProps = { tenantId: string; busy: boolean; onLoad: (event: PickUpEvent) => void }

const Choice = ({ tenantId, busy, onLoad }: ChoiceProps) => {
  const { offline: words } = useEventGoodsWords().desk
  const locale = useLocale()
  const { data, failed } = useRead(eventGoods.getPickUpEvents, { tenantId })
  const [eventId, setEventId] = useState('')
  if (failed) return <FailedState {...failed} />
  if (!data) return <SkeletonText lines={2} />
  const { events } = data
  // The nearest one until another is chosen.
  const chosen = events.find((one) => one.eventId === eventId) ?? events[0]
  if (!chosen) return <chakra.p color="muted">{words.noEvents}</chakra.p>
  return (
    <>
      <Field label={words.event}>
        <Select
          value={chosen.eventId}
          disabled={busy}
          onChange={(event) => setEventId(event.currentTarget.value)}
          options={events.map(({ eventId: value, title, startAt }) => ({
            value,
            label: startAt === null ? title : `${title} · ${dateText(startAt, locale, { short: true })}`,
          }))}
        />
      </Field>
      <Button wide busy={busy} onClick={() => onLoad(chosen)}>
        {words.load}
      </Button>
    </>
  )
}
