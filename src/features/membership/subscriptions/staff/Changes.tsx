import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Link } from '#ui/Link.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import type { staffSubscriptions } from './contract'
import { useSubscriberWords } from './words'

type Row = ResultOf<typeof staffSubscriptions.getSubscribers>['subscribers'][number]
type Ids = { tenantId: string; brandId: string }

/** What the plan of a membership is changed to, or was changed from or into, each with its link. */
export const useChanges = ({ change, changedFrom, changedInto }: Row, ids: Ids, { short = false } = {}) => {
  const { changes: words } = useSubscriberWords()
  const locale = useLocale()
  const day = (at: number) => dateText(at, locale, { short })
  return [
    change && {
      what: 'change' as const,
      text: words.to(change.planName, day(change.at)),
      href: routes.plan({ ...ids, planId: change.planId }),
    },
    changedFrom && {
      what: 'changedFrom' as const,
      text: words.from(changedFrom.planName, day(changedFrom.at)),
      href: routes.subscriber({ ...ids, subscriptionId: changedFrom.subscriptionId }),
    },
    changedInto && {
      what: 'changedInto' as const,
      text: words.into(changedInto.planName, day(changedInto.at)),
      href: routes.subscriber({ ...ids, subscriptionId: changedInto.subscriptionId }),
    },
  ].filter((one) => one !== null)
}

/** The changes of a row of the list. */
export const Changes = ({ row, ids }: { row: Row; ids: Ids }) =>
  useChanges(row, ids, { short: true }).map(({ what, text, href }) => (
    <chakra.span
      key={what}
      display="block"
      position="relative"
      zIndex={1}
      w="fit-content"
      maxW="100%"
      fontSize="0.8125rem"
      color="muted"
      whiteSpace="normal"
    >
      <Link href={href}>{text}</Link>
    </chakra.span>
  ))
