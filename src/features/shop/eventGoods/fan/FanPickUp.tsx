import { chakra } from '@chakra-ui/react'
import encodeQR from 'qr'
import { useEffect, useMemo } from 'react'
import { keepCode } from '#client/atHand.ts'
import { useFan } from '#client/useFan.ts'
import { useLocale } from '#client/words.tsx'
import { day } from '#kit/time.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { SavePicture } from '#ui/fan/SavePicture.tsx'
import { dateText, hoursText } from '#ui/text/DateText.tsx'
import type { OrderPickUp } from '../pickUp/pickUp'
import { FanPickUpWords, useFanPickUpWords } from './words'

type Props = { pickUp: OrderPickUp; orderNumber: string; brandName: string }

/** The QR code for the desk, with venue and hours. */
export const FanPickUp = (props: Props) => (
  <FanPickUpWords>
    <PickUp {...props} />
  </FanPickUpWords>
)

const tones = { ready: 'info', done: 'ok', unpaid: 'warn', refunded: 'plain', nothingToPickUp: 'plain' } as const

const PickUp = ({ pickUp, orderNumber, brandName }: Props) => {
  const words = useFanPickUpWords()
  const locale = useLocale()
  useAtHand({ pickUp, orderNumber, brandName })
  const { code, state, venues } = pickUp
  return (
    <Card title={words.title} action={<Badge tone={tones[state]}>{words.states[state]}</Badge>}>
      <chakra.div display="grid" gap={5}>
        {state === 'ready' && (
          <chakra.div display="grid" justifyItems="center" gap={2}>
            <Code text={code} label={words.code} />
            <chakra.p fontWeight="bold" fontSize="xl" fontVariantNumeric="tabular-nums" letterSpacing="0.04em">
              {orderNumber}
            </chakra.p>
            <chakra.p color="muted" fontSize="0.875rem" textAlign="center">
              {words.show}
            </chakra.p>
            <SavePicture
              fileName={`${orderNumber}.png`}
              text={words.savePicture}
              content={() => ({
                ...{ accent: '#ffffff', ink: '#1a1a1a', icon: null },
                title: brandName,
                subtitle: venues.map(({ venueName }) => venueName).join(locale === 'ja' ? '、' : ', '),
                facts: [[words.title, orderNumber]],
                code: drawn(code),
                note: words.asOf(dateText(Date.now(), locale, { hour: true })),
              })}
            />
          </chakra.div>
        )}
        {state === 'unpaid' && <chakra.p fontSize="0.875rem">{words.afterPayment}</chakra.p>}
        {venues.map(({ venueName, windows, items }) => (
          <chakra.div key={JSON.stringify([venueName, windows])} display="grid" gap={1.5} fontSize="0.875rem">
            <chakra.p fontWeight="semibold" overflowWrap="anywhere">
              {venueName}
            </chakra.p>
            <chakra.ul fontVariantNumeric="tabular-nums">
              {windows.map(({ from, to }) => (
                <li key={from}>{hoursText(from, to, locale)}</li>
              ))}
            </chakra.ul>
            <chakra.p color="muted" fontSize="sm" overflowWrap="anywhere">
              {items.join(locale === 'ja' ? '、' : ', ')}
            </chakra.p>
          </chakra.div>
        ))}
      </chakra.div>
    </Card>
  )
}

/** For the venue, where there may be no connection: while there is something to pick up, and a day longer than it says. */
const useAtHand = ({ pickUp, orderNumber, brandName }: Props) => {
  const fan = useFan()
  const uid = fan?.uid
  const locale = useLocale()
  useEffect(() => {
    if (!uid) return
    const { code, state, venues } = pickUp
    const ends = venues.flatMap(({ windows }) => windows.map(({ to }) => to))
    const ready = {
      ...{ id: code, brand: brandName, orderNumber, ...drawn(code) },
      venues: venues.map(({ venueName, windows, items }) => ({
        name: venueName,
        windows: windows.map(({ from, to }) => hoursText(from, to, locale)),
        items: items.join(locale === 'ja' ? '、' : ', '),
      })),
      until: ends.length > 0 ? Math.max(...ends) + day : null,
    }
    void keepCode(uid, code, state === 'ready' ? ready : null)
  }, [uid, pickUp, orderNumber, brandName, locale])
}

/** The dark cells of the code, as the path of an SVG of `size`. */
const drawn = (text: string) => {
  const cells = encodeQR(text, 'raw', { border: 3 })
  const dark = cells.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: cells.length, path: dark.join('') }
}

/** Dark on white in both colour modes: scanners may not read inverted codes. */
const Code = ({ text, label }: { text: string; label: string }) => {
  const { size, path } = useMemo(() => drawn(text), [text])
  return (
    <chakra.span display="block" bg="white" borderRadius="m" p={2} w="min(100%, 260px)">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges" width="100%">
        <path d={path} fill="#000" />
      </svg>
    </chakra.span>
  )
}
