import { chakra } from '@chakra-ui/react'
import type { PlanOpening } from '#publishing/backNumbers/contract.ts'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useFanOrderWords } from './words'

/** What joining a plan opens today, and once what the months before it cost. */
export const OpensToday = ({ opening: { planContents, more, earlier } }: { opening: PlanOpening }) => {
  const { opens: words } = useFanOrderWords()
  if (planContents.length === 0 && !earlier) return null
  return (
    <chakra.section
      aria-label={words.title}
      mb={4}
      display="grid"
      gap={2}
      fontSize="0.875rem"
      data-testid="opens-today"
    >
      <chakra.h3 fontSize="0.875rem" fontWeight="semibold">
        {words.title}
      </chakra.h3>
      {planContents.length === 0 ? (
        <chakra.p color="muted">{words.none}</chakra.p>
      ) : (
        <chakra.ul pl={5} listStyleType="disc" overflowWrap="anywhere">
          {planContents.map(({ planContentId, name }) => (
            <li key={planContentId}>{name}</li>
          ))}
          {more > 0 && <li>{words.more(more)}</li>}
        </chakra.ul>
      )}
      {earlier && <chakra.p color="muted">{words.earlier(yenText(earlier.least), yenText(earlier.most))}</chakra.p>}
    </chakra.section>
  )
}
