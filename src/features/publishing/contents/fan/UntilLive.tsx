import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useLocale } from '#client/words.tsx'
import { countdownOf } from '../../streamings/fan/countdown'

const left = {
  ja: (days: number, clock: string) => (days > 0 ? `あと${days}日 ${clock}` : `あと${clock}`),
  en: (days: number, clock: string) => (days > 0 ? `in ${days} d ${clock}` : `in ${clock}`),
}

/** What is left until a live begins, by the second; nothing once its hour has come. */
export const UntilLive = ({ startAt }: { startAt: number }) => {
  const locale = useLocale()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (startAt <= now) return null
  const { days, clock } = countdownOf(startAt - now)
  return (
    // Read by who looks at it; a voice that counted would say nothing else.
    <chakra.span flex="none" fontVariantNumeric="tabular-nums" role="timer" aria-live="off" data-testid="until-live">
      {left[locale](days, clock)}
    </chakra.span>
  )
}
