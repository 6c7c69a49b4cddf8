import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useLocale } from '#client/words.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { Select } from '#ui/form/TextInput.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import type { PickUpOrder } from '../../contract'
import { useEventGoodsWords } from '../words'
import { LinePicture } from './LinePicture'
import { answered, type DeskTools, type Found } from './useDesk'

const tones = { ready: 'info', done: 'warn', unpaid: 'bad', refunded: 'bad', nothingToPickUp: 'plain' } as const

const nameOf = ({ name, variationName }: { name: string; variationName: string }) =>
  variationName ? `${name} (${variationName})` : name

type DeskOrderProps = {
  desk: DeskTools
  order: PickUpOrder
  /** The scan that it is from. */
  scan: Found
  onChange: (found: Found) => void
  /** The pressed button may have gone. */
  onHanded: () => void
  onNext: () => void
}

/** One order at the desk, whose pieces are handed over line by line or all at once. */
export const DeskOrder = ({ desk, order: known, scan, onChange, onHanded, onNext }: DeskOrderProps) => {
  const { desk: words, refusals } = useEventGoodsWords()
  const locale = useLocale()
  const attempt = useAttempt(refusals)
  const [isBusy, setBusy] = useState(false)
  const [chosen, setChosen] = useState<Record<string, number>>({})
  // What was handed over just now; hides the warning about a code that was scanned before. Not a toast, which would
  // cover the button that comes next.
  const [fresh, setFresh] = useState<'sent' | 'kept' | null>(null)
  const order = desk.seen(known, scan)
  const { orderId, orderNumber, brandName, buyerName, state, handedAt, lines } = order
  const left = lines.filter(({ toHand }) => toHand > 0)
  const all = left.map(({ lineId, toHand }) => ({ lineId, quantity: toHand }))
  const pieces = all.reduce((sum, { quantity }) => sum + quantity, 0)
  const lookAgain = () =>
    attempt(async () => {
      toast({ tone: 'bad', title: refusals.alreadyPickedUp ?? '' })
      const answer = await desk.look(orderId)
      if ('orders' in answer) onChange(answer)
    })
  const give = async (handed: { lineId: string; quantity: number }[]) => {
    setBusy(true)
    await attempt(
      async () => {
        const outcome = await desk.queue.hand({
          key: crypto.randomUUID(),
          orderId,
          orderNumber,
          at: Date.now(),
          lines: handed.map(({ lineId, quantity }) => {
            const line = lines.find((one) => one.lineId === lineId)
            return { lineId, quantity, name: line ? nameOf(line) : '' }
          }),
          sentAt: null,
        })
        if (typeof outcome === 'object' && 'error' in outcome) throw outcome.error
        setChosen({})
        setFresh(outcome === 'waiting' ? 'kept' : 'sent')
        if (outcome !== 'waiting') onChange(answered([outcome.order]))
        onHanded()
      },
      { on: { alreadyPickedUp: () => void lookAgain() } },
    )
    setBusy(false)
  }
  const told =
    state === 'done' && fresh === null
      ? handedAt === null
        ? words.alreadyPlain
        : words.already(dateText(handedAt, locale, { hour: true }))
      : state === 'unpaid'
        ? words.unpaid
        : state === 'refunded'
          ? words.refunded
          : state === 'nothingToPickUp'
            ? words.nothing
            : null
  return (
    <Card
      title={orderNumber}
      lead={brandName}
      action={<Badge tone={state === 'done' && fresh !== null ? 'ok' : tones[state]}>{words.states[state]}</Badge>}
    >
      <chakra.div display="grid" gap={4}>
        <chakra.p fontSize="0.875rem">
          <chakra.span color="muted">{words.buyer} </chakra.span>
          <strong>{buyerName || words.noName}</strong>
        </chakra.p>
        {scan.isFromList && (
          <Notice tone="warn">{words.offline.from(dateText(scan.at, locale, { short: true, hour: true }))}</Notice>
        )}
        {fresh && (
          <Notice tone={fresh === 'sent' ? 'ok' : 'info'}>
            {fresh === 'sent' ? words.handed : words.offline.recorded}
          </Notice>
        )}
        {told && (
          <Notice tone="bad" role="alert">
            {told}
          </Notice>
        )}
        <chakra.ul data-testid="pick-up-lines">
          {lines.map((line) => {
            const { lineId, name, variationName, thumbnail, quantity, handed, toHand } = line
            const called = nameOf(line)
            const count = Math.min(chosen[lineId] ?? toHand, toHand)
            return (
              <chakra.li
                key={lineId}
                display="grid"
                gridTemplateColumns="56px minmax(0, 1fr)"
                columnGap={3}
                rowGap={2}
                py={3}
                borderTopWidth="1px"
                borderColor="border"
              >
                <LinePicture src={thumbnail} />
                <chakra.div minW={0}>
                  <chakra.p fontWeight="bold" overflowWrap="anywhere">
                    {name}
                  </chakra.p>
                  {variationName && <chakra.p fontSize="lg">{variationName}</chakra.p>}
                  <chakra.p fontSize="sm" color="muted" fontVariantNumeric="tabular-nums">
                    {words.pieces(handed, quantity)}
                  </chakra.p>
                </chakra.div>
                {state === 'ready' && toHand > 0 && (
                  <chakra.div gridColumn="1 / -1" display="flex" gap={2}>
                    <Select
                      w="84px"
                      aria-label={words.quantity(called)}
                      value={String(count)}
                      onChange={(event) => setChosen({ ...chosen, [lineId]: Number(event.currentTarget.value) })}
                      options={Array.from({ length: toHand }, (_, n) => ({
                        value: String(n + 1),
                        label: String(n + 1),
                      }))}
                    />
                    <chakra.div flex="1">
                      <Button
                        wide
                        disabled={isBusy}
                        aria-label={words.handOf(called, count)}
                        onClick={() => void give([{ lineId, quantity: count }])}
                      >
                        {words.hand}
                      </Button>
                    </chakra.div>
                  </chakra.div>
                )}
              </chakra.li>
            )
          })}
        </chakra.ul>
        {state === 'ready' && left.length > 0 && (
          <Button look="primary" size="l" wide busy={isBusy} onClick={() => void give(all)}>
            {words.handAll(pieces)}
          </Button>
        )}
        <Button
          size={state === 'ready' ? 'm' : 'l'}
          look={state === 'ready' ? 'plain' : 'primary'}
          wide
          onClick={onNext}
        >
          {words.next}
        </Button>
      </chakra.div>
    </Card>
  )
}
