import { chakra } from '@chakra-ui/react'
import type { Yen } from '#kit/money.ts'
import { yenText } from '#ui/text/MoneyText.tsx'
import { usePlanGuideWords } from './guideWords'

type Props = {
  konbiniFee: Yen
  /** The stores by their names, as one text. */
  stores: string
}

/** What people ask before they join. They open without a script. */
export const PlanQuestions = ({ konbiniFee, stores }: Props) => {
  const words = usePlanGuideWords()
  return (
    <chakra.section mt={12} maxW="720px" aria-label={words.questions}>
      <chakra.h2 fontSize="xl" mb={3}>
        {words.questions}
      </chakra.h2>
      {words.answers(yenText(konbiniFee), stores).map(({ question, answer }) => (
        <chakra.details key={question} borderBottomWidth="1px" borderColor="border">
          <chakra.summary cursor="pointer" py={3} minH="44px" fontWeight="semibold">
            {question}
          </chakra.summary>
          <chakra.p pb={4} color="muted" lineHeight="1.8">
            {answer}
          </chakra.p>
        </chakra.details>
      ))}
    </chakra.section>
  )
}
