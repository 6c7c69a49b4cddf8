import { chakra } from '@chakra-ui/react'
import { useRead } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { formatYen } from '#kit/money.ts'
import { Button } from '#ui/Button.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { payoutSentMail } from '../../bankAccounts/mails'
import { payoutDesk } from '../contract'
import { useBlockerText } from '../parts'
import { useRevenueWords } from '../words'

type PreflightProps = {
  month: string
  /** A month that brought no payout has no row in the list: it is put right from here. */
  onCorrect: (of: { tenantId: string; brandId: string; brandName: string; month: string }) => void
}
/** Before payouts are made: how many there would be, and what keeps which brand from one. */
export const Preflight = ({ month, onCorrect }: PreflightProps) => {
  const { desk: words } = useRevenueWords()
  const text = useBlockerText(words.blockers)
  const { data, failed } = useRead(payoutDesk.getPayoutPreflight, { month })
  const { origin } = useReader()
  if (failed) return null
  if (!data) return <Bone h="60px" w="100%" />
  const { first, owners, locales } = data.told
  const of = first && { ...first, amount: formatYen(first.amount), at: data.scheduledFor }
  return (
    <chakra.div display="grid" gap={2}>
      <chakra.strong color="text">{words.ready(data.ready, yenText(data.total))}</chakra.strong>
      {data.done > 0 && <span>{words.alreadyMade(data.done)}</span>}
      {data.notFinal > 0 && <span>{words.notFinal(data.notFinal)}</span>}
      {data.blocked.length > 0 && (
        <div>
          {words.skipped(data.blocked.length)}
          <chakra.ul pl={5} listStyleType="disc" maxH="240px" overflow="auto" tabIndex={0}>
            {data.blocked.map(({ tenantId, brandId, brandName, blockers }) => (
              <li key={brandId}>
                {brandName}: {blockers.map(text).join(' ')}{' '}
                <Button
                  size="s"
                  look="plain"
                  aria-label={words.correctOf(brandName)}
                  onClick={() => onCorrect({ tenantId, brandId, brandName, month })}
                >
                  {words.correct}
                </Button>
              </li>
            ))}
          </chakra.ul>
        </div>
      )}
      {of && (
        <LettersToSend
          count={owners}
          letters={locales.map((locale) => ({ letter: payoutSentMail({ origin, locale }, of), locale }))}
        />
      )}
    </chakra.div>
  )
}
