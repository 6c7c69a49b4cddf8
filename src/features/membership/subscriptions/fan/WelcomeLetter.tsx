import { chakra } from '@chakra-ui/react'
import { languageOf } from '#ui/text/languageOf.ts'
import type { UserPlan } from '../contract'
import { useFanSubscriptionWords } from './words'

const Words = chakra('p', {
  base: { fontSize: '0.875rem', lineHeight: '1.8', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
})

/** The creator's words to members: open for who has just become one, folded beside the card of everybody else. */
export const WelcomeLetter = ({ of: { name, welcomeLetter }, open }: { of: UserPlan['brand']; open: boolean }) => {
  const words = useFanSubscriptionWords()
  if (welcomeLetter === '') return null
  return (
    <chakra.details open={open} bg="sunken" borderRadius="l" px={4} py={1}>
      <chakra.summary cursor="pointer" py={2} minH="44px" fontSize="0.875rem" fontWeight="semibold">
        {words.letterFrom(name)}
      </chakra.summary>
      <Words pb={3} lang={languageOf(welcomeLetter)}>
        {welcomeLetter}
      </Words>
    </chakra.details>
  )
}
