import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Notice } from '#ui/Card.tsx'
import { ChatWords, useChatWords } from './words'

/** What the monitor measures of the signal: kilobits a second, and seconds between two keyframes. */
export type SignalFigures = { kbps: number; keyframeSeconds: number }

/** More seconds than that between two keyframes hold every viewer back. */
const mostSeconds = 2.5
export const isRare = (signal: SignalFigures | null) => signal !== null && signal.keyframeSeconds > mostSeconds

export const signalItems = (signal: SignalFigures | null, words: ReturnType<typeof useChatWords>) => [
  { label: words.bitrate, value: signal ? words.bitrateOf(signal.kbps) : words.noFigure },
  { label: words.keyframes, value: signal ? words.keyframesOf(signal.keyframeSeconds) : words.noFigure },
]

export const Figures = ({ items }: { items: { label: string; value: ReactNode }[] }) => {
  const words = useChatWords()
  return (
    <chakra.dl aria-label={words.figures} display="grid" gridTemplateColumns="1fr 1fr" gap={2}>
      {items.map(({ label, value }) => (
        <chakra.div key={label} bg="sunken" borderRadius="m" px={3} py={2}>
          <chakra.dt fontSize="xs" color="muted">
            {label}
          </chakra.dt>
          <chakra.dd fontWeight="semibold" fontVariantNumeric="tabular-nums">
            {value}
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}

/** Before it begins: what the encoder sends, and whether it can be sent like that. */
export const SignalTest = ({ signal }: { signal: SignalFigures | null }) => (
  <ChatWords>
    <Test signal={signal} />
  </ChatWords>
)

const Test = ({ signal }: { signal: SignalFigures | null }) => {
  const words = useChatWords()
  return (
    <chakra.div display="grid" gap={2} role="status">
      <Figures items={signalItems(signal, words)} />
      {signal && (
        <Notice tone={isRare(signal) ? 'warn' : 'ok'}>{isRare(signal) ? words.keyframesRare : words.signalGood}</Notice>
      )}
    </chakra.div>
  )
}
