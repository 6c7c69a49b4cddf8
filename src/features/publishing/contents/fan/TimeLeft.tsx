import { chakra } from '@chakra-ui/react'
import { useLocale } from '#client/words.tsx'
import { timeLeftText, useTimeLeft } from '#ui/text/timeLeft.ts'
import { useFanContentWords } from './words'

export const TimeLeft = ({ until }: { until: number }) => {
  const words = useFanContentWords()
  const locale = useLocale()
  const left = useTimeLeft(until)
  if (left === null) return null
  return (
    <chakra.span
      flexShrink={0}
      whiteSpace="pre"
      color="var(--brand-text)"
      fontWeight="semibold"
      fontVariantNumeric="tabular-nums"
    >
      {' · '}
      {left === 0 ? words.startsSoon : words.startsIn(timeLeftText(left, locale))}
    </chakra.span>
  )
}
