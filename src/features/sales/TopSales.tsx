import { chakra } from '@chakra-ui/react'
import type { ResultOf } from '../../kit/contract'
import { Bone } from '../../ui/faces/Skeleton'
import { Link } from '../../ui/Link'
import { useHrefWith } from '../../ui/table/Pager'
import { MoneyText } from '../../ui/text/MoneyText'
import type { sales } from './contract'
import { useSalesWords } from './words'

type Summary = ResultOf<typeof sales.getSalesSummary>

export const Top = ({ summary }: { summary: Summary | undefined }) => {
  const words = useSalesWords()
  if (!summary) return <Bone h="200px" w="100%" />
  if (summary.top.length === 0) return <chakra.p color="muted">{words.noTop}</chakra.p>
  return (
    <chakra.ol display="grid" gap={3}>
      {summary.top.map(({ kind, itemId, name, orders, gross }) => (
        <TopRow
          key={`${kind} ${itemId}`}
          narrowing={{ item: itemId, kind, eventId: null }}
          name={name}
          note={orders === null ? words.kinds[kind] : `${words.kinds[kind]} · ${words.count(orders)}`}
          gross={gross}
        />
      ))}
    </chakra.ol>
  )
}

export const TopEvents = ({ summary }: { summary: Summary | undefined }) => {
  const words = useSalesWords()
  if (!summary || summary.events.length === 0) return null
  return (
    <>
      <chakra.h3 fontSize="sm" fontWeight="semibold" color="muted" mt={5} mb={3}>
        {words.byEvent}
      </chakra.h3>
      <chakra.ol display="grid" gap={3}>
        {summary.events.map(({ eventId, title, gross }) => (
          <TopRow key={eventId} narrowing={{ eventId, item: null, kind: null }} name={title} gross={gross} />
        ))}
      </chakra.ol>
    </>
  )
}

type TopRowProps = { narrowing: Record<string, string | null>; name: string; note?: string; gross: number }
/** Opens the sales that the amount is the sum of. */
const TopRow = ({ narrowing, name, note, gross }: TopRowProps) => {
  const hrefWith = useHrefWith()
  return (
    <chakra.li display="flex" gap={3} fontSize="14px" alignItems="baseline">
      <chakra.span flex="1" minW="0" overflowWrap="anywhere">
        <TextLink href={hrefWith({ ...narrowing, page: null })} shallow scroll={false}>
          {name}
        </TextLink>
        {note && (
          <chakra.span display="block" color="muted" fontSize="xs">
            {note}
          </chakra.span>
        )}
      </chakra.span>
      <MoneyText yen={gross} />
    </chakra.li>
  )
}

const TextLink = chakra(Link, { base: { color: 'inherit', _hover: { textDecoration: 'underline' } } })
