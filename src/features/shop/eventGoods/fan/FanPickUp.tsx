import { chakra } from '@chakra-ui/react'
import encodeQR from 'qr'
import { useMemo } from 'react'
import { useLocale } from '#client/words.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import type { OrderPickUp } from '../pickUp/pickUp'
import { FanPickUpWords, useFanPickUpWords } from './words'

type Props = { pickUp: OrderPickUp; orderNumber: string }

/** The QR code for the desk, with venue and hours. */
export const FanPickUp = (props: Props) => (
  <FanPickUpWords>
    <PickUp {...props} />
  </FanPickUpWords>
)

const tones = { ready: 'info', done: 'ok', unpaid: 'warn', refunded: 'plain', nothingToPickUp: 'plain' } as const

const PickUp = ({ pickUp: { code, state, venues }, orderNumber }: Props) => {
  const words = useFanPickUpWords()
  const locale = useLocale()
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
                <li key={from}>
                  {dateText(from, locale, { hour: true })} – {dateText(to, locale, { hour: true })}
                </li>
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

/** Dark on white in both colour modes: scanners may not read inverted codes. */
const Code = ({ text, label }: { text: string; label: string }) => {
  const { size, path } = useMemo(() => {
    const cells = encodeQR(text, 'raw', { border: 3 })
    const dark = cells.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: cells.length, path: dark.join('') }
  }, [text])
  return (
    <chakra.span display="block" bg="white" borderRadius="m" p={2} w="min(100%, 260px)">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges" width="100%">
        <path d={path} fill="#000" />
      </svg>
    </chakra.span>
  )
}
