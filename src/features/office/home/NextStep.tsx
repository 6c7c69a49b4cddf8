import { chakra } from '@chakra-ui/react'
import { useIsMutating } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { routes } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { Surface } from '#ui/Card.tsx'
import { toastWayOn } from '#ui/overlay/Toaster.tsx'
import { brandHome } from './contract'
import { hrefOf, lacksOf, useFirstSteps } from './FirstSteps'
import { Arrow, RowLink } from './rows'
import { HomeWords, useHomeWords } from './words'

type Props = { ids: { tenantId: string; brandId: string } }

/** What comes next on the way to the first member, above each page of the brand: from one step to the next by one press. */
export const NextStep = (props: Props) => (
  <HomeWords>
    <Next {...props} />
  </HomeWords>
)

const Next = ({ ids }: Props) => {
  const words = useHomeWords()
  const { data, reload } = useRead(brandHome.getBrandHome, ids)
  const { steps } = useFirstSteps(ids, data?.firstSteps)
  const next = steps.find(({ isDone }) => !isDone)
  // What ends a step is written by another page, which does not know of the home.
  const isWriting = useIsMutating() > 0
  const hasWritten = useRef(false)
  useEffect(() => {
    if (!isWriting && hasWritten.current) reload()
    hasWritten.current = isWriting
  })
  const lacks =
    next && data
      ? lacksOf(
          next.step,
          data.todos.map(({ kind }) => kind),
        )
      : []
  const label = next ? words.nextStep(words.steps[next.step].title) : words.allStepsDone
  const href = next ? hrefOf(ids, next.step, lacks) : routes.brand(ids)
  // Who has just done one is far down its page: the message that it is saved leads on, too.
  const at = steps.length === 0 ? null : (next?.step ?? 'done')
  const before = useRef<typeof at>(null)
  useEffect(() => {
    if (before.current !== null && at !== null && at !== before.current) toastWayOn(words.stepDone, { label, href })
    before.current = at
  })
  // Put aside, or there was a member meanwhile.
  if (data && steps.length === 0) return null
  return (
    <Surface as="nav" aria-label={words.firstSteps} mb={5} minH="44px" overflow="hidden">
      {steps.length > 0 && (
        <RowLink href={href} borderTopWidth="0" py={2.5}>
          <chakra.span flex="none" color="muted" fontSize="sm" fontVariantNumeric="tabular-nums">
            {words.stepOf(steps.filter(({ isDone }) => isDone).length, steps.length)}
          </chakra.span>
          <chakra.span flex="1" minW="0" fontSize="0.875rem" fontWeight="semibold" role="status">
            {label}
          </chakra.span>
          <Arrow />
        </RowLink>
      )}
    </Surface>
  )
}
