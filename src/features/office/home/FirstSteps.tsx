import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { routes } from '#client/routes.ts'
import type { ResultOf } from '#kit/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CheckIcon } from '#ui/look/icons.tsx'
import { CopyText } from '#ui/text/CopyText.tsx'
import { useUiWords } from '#ui/words.tsx'
import type { brandHome } from './contract'
import type { FirstStep, TodoKind } from './home'
import { hrefsOf } from './links'
import { markOnPath } from './onPath'
import { Arrow, RowLink, RowText } from './rows'
import { useHomeWords } from './words'

type Ids = { tenantId: string; brandId: string }
export type Steps = ResultOf<typeof brandHome.getBrandHome>['firstSteps']

/** Put aside in this browser, by brand; the cards of the same work stand among the others then. */
const keyOf = ({ brandId }: Ids) => `tsudoi-first-steps-${brandId}`
/** Where an address goes after it was copied nobody knows: having copied it here is what ticks that step. */
const sharedKeyOf = ({ brandId }: Ids) => `tsudoi-shared-${brandId}`
export const useFirstSteps = (ids: Ids | null, steps: Steps | undefined) => {
  const [asideOf, setAsideOf] = useState<string | null>(null)
  const [sharedOf, setSharedOf] = useState<string | null>(null)
  const isRead = ids !== null && steps !== undefined
  const isAside = isRead && (asideOf === ids.brandId || localStorage.getItem(keyOf(ids)) !== null)
  const isShared = isRead && (sharedOf === ids.brandId || localStorage.getItem(sharedKeyOf(ids)) !== null)
  const shown =
    isRead && !isAside ? steps.map((one) => (one.step === 'share' && isShared ? { ...one, isDone: true } : one)) : []
  const isOn = shown.some(({ isDone }) => !isDone)
  useEffect(() => {
    if (isRead) markOnPath(ids.brandId, isOn)
  }, [isRead, ids?.brandId, isOn])
  if (!isRead) return { steps: [], putAside: () => {}, share: () => {} }
  const putAside = () => {
    localStorage.setItem(keyOf(ids), '1')
    setAsideOf(ids.brandId)
  }
  const share = () => {
    localStorage.setItem(sharedKeyOf(ids), '1')
    setSharedOf(ids.brandId)
  }
  return { steps: shown, putAside, share }
}

const partsOfProfile = ['icon', 'cover', 'description'] as const
/** What a step that was begun still lacks: a profile may lack one thing of three. */
export const lacksOf = (step: FirstStep, todos: readonly TodoKind[]) => {
  const lacks = step === 'profile' ? partsOfProfile.filter((part) => todos.includes(part)) : []
  return lacks.length < partsOfProfile.length ? lacks : []
}

/** Where a step is done; the page is shared from the home. */
export const hrefOf = (ids: Ids, step: FirstStep, [first]: ReturnType<typeof lacksOf>): string => {
  const hrefs: Record<FirstStep, () => string> = {
    profile: () => (first ? hrefsOf(ids)[first] : routes.profile(ids)),
    legalNotice: () => routes.profile(ids, { hash: 'legalNotice' }),
    plan: () => routes.newPlan(ids),
    content: () => routes.newContent(ids, { query: { type: 'news' } }),
    bankAccount: () => routes.bankAccount(ids),
    identity: () => routes.bankAccount(ids, { hash: 'identity' }),
    share: () => routes.brand(ids),
  }
  return hrefs[step]()
}

const Mark = chakra('span', {
  base: {
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    w: '24px',
    h: '24px',
    borderRadius: 'full',
    borderWidth: '1.5px',
    fontSize: 'xs',
    fontWeight: 'bold',
  },
  variants: {
    isDone: {
      true: { bg: 'okSubtle', color: 'ok', borderColor: 'transparent' },
      false: { color: 'muted', borderColor: 'border' },
    },
  },
})

type Props = {
  ids: Ids
  slug: string
  steps: Steps
  todos: readonly TodoKind[]
  onAside: () => void
  onShared: () => void
}

/** The path to the first member. Must be inside `HomeWords`. */
export const FirstSteps = ({ ids, slug, steps, todos, onAside, onShared }: Props) => {
  const words = useHomeWords()
  const ui = useUiWords()
  const done = steps.filter(({ isDone }) => isDone).length
  const address = `${location.origin}${routes.fanBrand({ brandSlug: slug })}`
  return (
    <chakra.div mb={5}>
      <Card
        flush
        title={words.firstSteps}
        lead={words.firstStepsDone(done, steps.length)}
        action={
          <Button size="s" look="quiet" onClick={onAside}>
            {words.putAside}
          </Button>
        }
      >
        <chakra.div
          role="progressbar"
          aria-label={words.firstSteps}
          aria-valuemin={0}
          aria-valuemax={steps.length}
          aria-valuenow={done}
          h="4px"
          bg="sunken"
        >
          <chakra.div h="100%" bg="accent" style={{ width: `${(done / steps.length) * 100}%` }} />
        </chakra.div>
        <ol>
          {steps.map(({ step, isDone }, n) => {
            const lacks = lacksOf(step, todos)
            const text = lacks.length
              ? words.lacks(ui.listOf(lacks.map((part) => words.parts[part])))
              : words.steps[step].text
            return (
              <li key={step}>
                <RowLink href={step === 'share' ? routes.fanBrand({ brandSlug: slug }) : hrefOf(ids, step, lacks)}>
                  <Mark isDone={isDone}>{isDone ? <CheckIcon size={14} /> : n + 1}</Mark>
                  <RowText title={words.steps[step].title} text={isDone ? words.stepDone : text} />
                  {!isDone && <Arrow />}
                </RowLink>
                {step === 'share' && (
                  <chakra.div px={{ base: 4, md: 5 }} pb={3} pl={{ base: '52px', md: '56px' }} fontSize="sm">
                    <CopyText text={address} label={words.address} onCopied={onShared} />
                  </chakra.div>
                )}
              </li>
            )
          })}
        </ol>
      </Card>
    </chakra.div>
  )
}
