import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useLocale } from '#client/words.tsx'
import { dateText, daysUntil } from '#ui/text/DateText.tsx'
import { usePlatformWords } from './words'

/** Two working days and a weekend: whoever has to be asked for papers is asked now. */
const soon = 4

/** Until when evidence can be handed in, and how many days that is; null: no longer. */
export const EvidenceDue = ({ at, isNamed = false }: { at: number | null; isNamed?: boolean }) => {
  const words = usePlatformWords()
  const locale = useLocale()
  const [now] = useState(() => Date.now())
  if (at === null) return <chakra.span color="muted">{words.noEvidence}</chakra.span>
  const days = daysUntil(at, now)
  const date = dateText(at, locale, { short: true, hour: true })
  return (
    <chakra.span display="inline-flex" flexWrap="wrap" columnGap={2}>
      {isNamed ? words.evidenceUntil(date) : date}
      {days >= 0 && (
        <chakra.span color={days <= soon ? 'bad' : 'muted'} fontWeight={days <= soon ? 'semibold' : undefined}>
          {words.left(days)}
        </chakra.span>
      )}
    </chakra.span>
  )
}
