import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import { useRouteIds } from '../../../client/routes'
import { useAsk, useWrite } from '../../../client/useOperation'
import { useLocale } from '../../../client/words'
import { isCallError } from '../../../kit/callError'
import { Badge } from '../../../ui/Badge'
import { Button } from '../../../ui/Button'
import { Card, Notice } from '../../../ui/Card'
import { Field } from '../../../ui/form/Field'
import { Select, TextInput } from '../../../ui/form/TextInput'
import { SearchIcon } from '../../../ui/look/icons'
import { toast } from '../../../ui/overlay/Toaster'
import { Picture } from '../../../ui/Picture'
import { Page } from '../../../ui/page/Page'
import { dateText } from '../../../ui/text/DateText'
import { useAttempt } from '../../../ui/useAttempt'
import { eventGoods, type PickUpOrder } from '../../eventGoods/contract'
import { EventGoodsWords, useEventGoodsWords } from './words'

const Scanner = dynamic(() => import('./Scanner').then((m) => m.Scanner), { ssr: false })

/** The desk at a venue, for phones: scans one code after the other. */
export const PickUpScreen = () => (
  <EventGoodsWords>
    <Desk />
  </EventGoodsWords>
)

type WithPolicy = Document & { featurePolicy?: { allowsFeature: (name: string) => boolean } }
/**
 * Whether this document's policy allows the camera. If not, after a client-side navigation, the page has to be
 * reloaded.
 */
const mayUseCamera = () => (document as WithPolicy).featurePolicy?.allowsFeature('camera') ?? true
const scanHash = '#scan'

const Desk = () => {
  const { desk: words, refusals } = useEventGoodsWords()
  const ids = useRouteIds('tenantId')
  const ask = useAsk()
  const attempt = useAttempt()
  const [isScanning, setScanning] = useState(false)
  // After a scan the camera opens again for the next one.
  const scans = useRef(false)
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<PickUpOrder[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (window.location.hash !== scanHash || !mayUseCamera()) return
    scans.current = true
    setScanning(true)
  }, [])
  const look = async (code: string) => {
    if (!ids || code.trim() === '') return
    setBusy(true)
    setProblem(null)
    setFound(null)
    await attempt(async () => {
      try {
        const { orders } = await ask(eventGoods.getPickUpOrder, { ...ids, code: code.trim().slice(0, 100) })
        setFound(orders)
      } catch (error) {
        if (!isCallError(error) || (error.code !== 'orderNotFound' && error.code !== 'validation')) throw error
        setProblem(refusals.orderNotFound ?? '')
      }
    })
    setBusy(false)
    result.current?.focus()
  }
  const scan = () => {
    if (mayUseCamera()) {
      scans.current = true
      return setScanning(true)
    }
    window.location.hash = scanHash
    window.location.reload()
  }
  const next = () => {
    setFound(null)
    setProblem(null)
    setTyped('')
    if (scans.current) setScanning(true)
  }
  const only = found?.length === 1 ? found[0] : undefined
  return (
    <Page title={words.title} lead={words.lead}>
      <chakra.div display="grid" gap={5} maxW="560px">
        {!only && (
          <Card>
            <chakra.div display="grid" gap={5}>
              {isScanning ? (
                <Scanner
                  onCode={(code) => {
                    setScanning(false)
                    void look(code)
                  }}
                  onClose={() => {
                    scans.current = false
                    setScanning(false)
                  }}
                />
              ) : (
                <Button look="primary" size="l" wide onClick={scan}>
                  {words.scan}
                </Button>
              )}
              <chakra.form
                display="grid"
                gap={3}
                onSubmit={(event) => {
                  event.preventDefault()
                  void look(typed)
                }}
              >
                <Field label={words.number} hint={words.numberHint}>
                  <TextInput
                    value={typed}
                    autoComplete="off"
                    autoCapitalize="characters"
                    maxLength={100}
                    onChange={(event) => setTyped(event.currentTarget.value)}
                  />
                </Field>
                <Button type="submit" busy={busy}>
                  <SearchIcon size={16} />
                  {words.find}
                </Button>
              </chakra.form>
            </chakra.div>
          </Card>
        )}
        <chakra.div ref={result} tabIndex={-1} aria-live="polite" outline="none" display="grid" gap={5}>
          {problem && <Notice tone="bad">{problem}</Notice>}
          {found && found.length > 1 && (
            <Card title={words.choose}>
              <chakra.ul display="grid" gap={2}>
                {found.map((one) => (
                  <li key={one.orderId}>
                    <Button wide onClick={() => setFound([one])}>
                      {one.buyerName || words.noName} · {one.brandName}
                    </Button>
                  </li>
                ))}
              </chakra.ul>
            </Card>
          )}
          {ids && only && (
            <Order key={only.orderId} tenantId={ids.tenantId} order={only} onChange={setFound} onNext={next} />
          )}
        </chakra.div>
      </chakra.div>
    </Page>
  )
}

const tones = { ready: 'info', done: 'warn', unpaid: 'bad', refunded: 'bad', nothingToPickUp: 'plain' } as const

type OrderProps = {
  tenantId: string
  order: PickUpOrder
  onChange: (orders: PickUpOrder[]) => void
  onNext: () => void
}

const Order = ({ tenantId, order, onChange, onNext }: OrderProps) => {
  const { desk: words, refusals } = useEventGoodsWords()
  const locale = useLocale()
  const attempt = useAttempt(refusals)
  const ask = useAsk()
  const hand = useWrite(eventGoods.pickUpOrderLines)
  const [chosen, setChosen] = useState<Record<string, number>>({})
  // Hides the warning about a code that was scanned before, right after the pieces were handed over.
  const [isFresh, setFresh] = useState(false)
  const { orderId, orderNumber, brandName, buyerName, state, handedAt, lines } = order
  const left = lines.filter(({ toHand }) => toHand > 0)
  const all = left.map(({ lineId, toHand }) => ({ lineId, quantity: toHand }))
  const pieces = all.reduce((sum, { quantity }) => sum + quantity, 0)
  const give = (handed: { lineId: string; quantity: number }[]) =>
    attempt(
      async () => {
        const answer = await hand.mutateAsync({ tenantId, orderId, lines: handed })
        setFresh(true)
        setChosen({})
        onChange([answer.order])
        toast({ tone: 'ok', title: words.handed })
      },
      {
        on: {
          alreadyPickedUp: () =>
            void attempt(async () => {
              toast({ tone: 'bad', title: refusals.alreadyPickedUp ?? '' })
              onChange((await ask(eventGoods.getPickUpOrder, { tenantId, code: orderId })).orders)
            }),
        },
      },
    )
  const told =
    state === 'done' && !isFresh
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
      action={<Badge tone={state === 'done' && isFresh ? 'ok' : tones[state]}>{words.states[state]}</Badge>}
    >
      <chakra.div display="grid" gap={4}>
        <chakra.p fontSize="14px">
          <chakra.span color="muted">{words.buyer} </chakra.span>
          <strong>{buyerName || words.noName}</strong>
        </chakra.p>
        {told && (
          <Notice tone="bad" role="alert">
            {told}
          </Notice>
        )}
        <chakra.ul data-testid="pick-up-lines">
          {lines.map(({ lineId, name, variationName, thumbnail, quantity, handed, toHand }) => {
            const called = variationName ? `${name} (${variationName})` : name
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
                <chakra.span position="relative" w="56px" h="56px" borderRadius="m" overflow="hidden" bg="sunken">
                  {thumbnail && (
                    <Picture src={thumbnail} sizes="56px" w="100%" h="100%" position="absolute" inset={0} />
                  )}
                </chakra.span>
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
                        disabled={hand.isPending}
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
          <Button look="primary" size="l" wide busy={hand.isPending} onClick={() => void give(all)}>
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
