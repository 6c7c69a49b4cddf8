import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { useRouteIds } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { Button } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { SearchIcon } from '#ui/look/icons.tsx'
import { Page } from '#ui/page/Page.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { mayUseCamera, prepareScanner, Scanner } from './desk/camera'
import { DeskOrder } from './desk/DeskOrder'
import { ListCard } from './desk/ListCard'
import { RefusedHandOvers, WaitingHandOvers } from './desk/QueueCards'
import { type Found, useDesk } from './desk/useDesk'
import { EventGoodsWords, useEventGoodsWords } from './words'

/** The desk at a venue, for phones: scans one code after the other. */
export const PickUpScreen = () => (
  <EventGoodsWords>
    <Desk />
  </EventGoodsWords>
)

const scanHash = '#scan'

const Desk = () => {
  const ids = useRouteIds('tenantId')
  return ids && <DeskOf key={ids.tenantId} tenantId={ids.tenantId} />
}

const DeskOf = ({ tenantId }: { tenantId: string }) => {
  const { desk: words, refusals } = useEventGoodsWords()
  const locale = useLocale()
  const desk = useDesk(tenantId)
  const attempt = useAttempt()
  const [isScanning, setScanning] = useState(false)
  const [isOpening, setOpening] = useState(false)
  // After a scan the camera opens again for the next one.
  const scans = useRef(false)
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (window.location.hash !== scanHash || !mayUseCamera()) return
    scans.current = true
    setScanning(true)
  }, [])
  const look = async (code: string) => {
    if (code.trim() === '') return
    setBusy(true)
    setProblem(null)
    setFound(null)
    await attempt(async () => {
      const answer = await desk.look(code.trim().slice(0, 100))
      if ('orders' in answer) return setFound(answer)
      setProblem(
        answer.missing === 'notInList'
          ? words.offline.notInList(dateText(answer.at, locale, { short: true, hour: true }))
          : answer.missing === 'noList'
            ? words.offline.noList
            : (refusals.orderNotFound ?? ''),
      )
    })
    setBusy(false)
    result.current?.focus()
  }
  const scan = async () => {
    if (mayUseCamera()) {
      setOpening(true)
      const isReady = await prepareScanner()
      setOpening(false)
      if (!isReady) return setProblem(words.noCamera)
      scans.current = true
      return setScanning(true)
    }
    // Without a connection the page would not come back.
    if (!desk.isOnline) return setProblem(words.noCamera)
    window.location.hash = scanHash
    window.location.reload()
  }
  const next = () => {
    setFound(null)
    setProblem(null)
    setTyped('')
    if (scans.current) setScanning(true)
  }
  const only = found?.orders.length === 1 ? found.orders[0] : undefined
  return (
    <Page title={words.title} lead={words.lead}>
      <chakra.div display="grid" gap={5} maxW="560px">
        <WaitingHandOvers desk={desk} />
        <RefusedHandOvers desk={desk} />
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
                <Button look="primary" size="l" wide busy={isOpening} onClick={() => void scan()}>
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
        <chakra.div
          ref={result}
          tabIndex={-1}
          aria-live="polite"
          outline="none"
          display="grid"
          gap={5}
          _empty={{ position: 'absolute' }}
        >
          {problem && <Notice tone="bad">{problem}</Notice>}
          {found && found.orders.length > 1 && (
            <Card title={words.choose}>
              <chakra.ul display="grid" gap={2}>
                {found.orders.map((one) => (
                  <li key={one.orderId}>
                    <Button wide onClick={() => setFound({ ...found, orders: [one] })}>
                      {one.buyerName || words.noName} · {one.brandName}
                    </Button>
                  </li>
                ))}
              </chakra.ul>
            </Card>
          )}
          {found && only && (
            <DeskOrder
              key={only.orderId}
              desk={desk}
              order={only}
              scan={found}
              onChange={setFound}
              onHanded={() => result.current?.focus({ preventScroll: true })}
              onNext={next}
            />
          )}
        </chakra.div>
        {!only && <ListCard tenantId={tenantId} desk={desk} />}
      </chakra.div>
    </Page>
  )
}
