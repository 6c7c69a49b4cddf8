import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Notice } from '#ui/Card.tsx'
import { Link } from '#ui/Link.tsx'
import { dateText, monthText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { monthParts } from '../../ledger/ledger'
import type { Blocker } from './payout'
import { useRevenueWords } from './words'

const tones: Record<string, Tone> = {
  open: 'plain',
  closing: 'info',
  finalized: 'ok',
  carriedOver: 'plain',
  payoutScheduled: 'info',
  scheduled: 'info',
  processing: 'info',
  paid: 'ok',
  returned: 'bad',
}
export const StateBadge = ({ state }: { state: string }) => {
  const words = useRevenueWords()
  return <Badge tone={tones[state] ?? 'plain'}>{words.states[state] ?? words.payouts.states[state] ?? state}</Badge>
}
export const PayoutBadge = ({ state, isOverdue = false }: { state: string; isOverdue?: boolean }) => {
  const { payouts: words } = useRevenueWords()
  if (isOverdue) return <Badge tone="warn">{words.late}</Badge>
  return <Badge tone={tones[state] ?? 'plain'}>{words.states[state]}</Badge>
}

export const useMonthText = () => {
  const locale = useLocale()
  return (month: string) => monthText(monthParts(month), locale)
}

/** Texts for users who can fix it; `own` replaces them for other users. */
export const useBlockerText = (own: Readonly<Record<string, string>> = {}) => {
  const { blockers: words } = useRevenueWords()
  const locale = useLocale()
  return ({ kind, until, amount }: Blocker): string => {
    if (kind === 'accountHeld') return words.accountHeld(until === null ? '' : dateText(until, locale, { hour: true }))
    if (kind === 'belowMinimum') return words.belowMinimum(yenText(amount ?? 0))
    return own[kind] ?? words[kind]
  }
}

type Ids = { tenantId: string; brandId: string }
/** Everything that keeps money from going out, with the way there. */
export const Blockers = ({ ids, blockers }: { ids: Ids; blockers: readonly Blocker[] }) => {
  const { blockers: words } = useRevenueWords()
  const text = useBlockerText()
  if (blockers.length === 0) return null
  return (
    <Notice tone="warn" mb={5}>
      <strong>{words.title}</strong>
      <chakra.ul pl={5} listStyleType="disc" my={1}>
        {blockers.map((blocker) => (
          <li key={blocker.kind}>{text(blocker)}</li>
        ))}
      </chakra.ul>
      {blockers.some(({ kind }) => kind !== 'belowMinimum' && kind !== 'suspended') && (
        <Link href={routes.bankAccount(ids)} style={{ textDecoration: 'underline' }}>
          {words.toAccount}
        </Link>
      )}
    </Notice>
  )
}
