import { chakra } from '@chakra-ui/react'
import type { ResultOf } from '#kit/contract.ts'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { rowsOf } from './asked'
import type { sales } from './contract'
import { Figure } from './Figure'
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
          rows={rowsOf.item(kind, itemId)}
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
          <TopRow key={eventId} rows={rowsOf.event(eventId)} name={title} gross={gross} />
        ))}
      </chakra.ol>
    </>
  )
}

type TopRowProps = { rows: Record<string, string | null>; name: string; note?: string; gross: number }
/** The amount links to its sales. */
const TopRow = ({ rows, name, note, gross }: TopRowProps) => (
  <chakra.li display="flex" gap={3} fontSize="0.875rem" alignItems="baseline">
    <chakra.span flex="1" minW="0" overflowWrap="anywhere">
      {name}
      {note && (
        <chakra.span display="block" color="muted" fontSize="xs">
          {note}
        </chakra.span>
      )}
    </chakra.span>
    <chakra.span fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
      <Figure yen={gross} rows={rows} about={name} />
    </chakra.span>
  </chakra.li>
)
