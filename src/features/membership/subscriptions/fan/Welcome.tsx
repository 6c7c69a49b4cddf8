import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect } from 'react'
import { at } from '#client/at.ts'
import { routes } from '#client/routes.ts'
import { useKnownFan } from '#client/useFan.ts'
import { useFanAnswer } from '#client/useFanAnswer.ts'
import { useLocale } from '#client/words.tsx'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { Link } from '#ui/Link.tsx'
import { ChevronRightIcon } from '#ui/look/icons.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import type { subscriptions } from '../contract'
import { MemberCard } from './MemberCard'
import { SaveCard } from './SaveCard'
import { WelcomeLetter } from './WelcomeLetter'
import { FanSubscriptionWords, useFanSubscriptionWords } from './words'

/** After what they came for: a reason to be told. */
const PushOffer = dynamic(() => import('#club/push/fan/PushOffer.tsx').then((m) => m.PushOffer), { ssr: false })

type Opened = { planContentId: string; name: string }
type Props = {
  planId: string
  /** What the membership opens today. */
  opens: readonly Opened[]
  /** The content for which they joined. */
  wanted: string
  /** The way on to something else for which they joined, of a wing above; it stands in place of the one to a content. */
  instead: ((brand: { brandSlug: string }) => ReactNode) | null
  /** Told once, so that what the page around says is said to a member. */
  onMember: (planId: string) => void
  /** What wings above know of their first days. */
  next: (brand: { brandSlug: string }) => ReactNode
  /** For who is a member no more. */
  children: ReactNode
}

/** Back from having paid, for as long as the address says so: the member's card, and what is open to them. */
export const Welcome = (props: Props) => (
  <FanSubscriptionWords>
    <Shown {...props} />
  </FanSubscriptionWords>
)

const Shown = ({ planId, opens, wanted, instead, onMember, next, children }: Props) => {
  const words = useFanSubscriptionWords()
  const locale = useLocale()
  const fan = useKnownFan()
  const { data, failed } = useFanAnswer(at<typeof subscriptions>()('getActiveUserPlan'), fan ? { planId } : null, {
    fan,
    shown: null,
  })
  const plan = data?.userPlan
  const isMember = Boolean(plan)
  useEffect(() => {
    if (isMember) onMember(planId)
  }, [isMember, onMember, planId])
  if (!data && !failed) return null
  if (!plan) return children
  const brand = { brandSlug: plan.brand.slug }
  const since = data?.memberSince ?? null
  const title = since === null ? words.welcome : words.welcomeBack
  const target = wanted || opens[0]?.planContentId
  return (
    <chakra.section aria-label={title} display="grid" gap={3} data-testid="welcome" data-instead-of-offer>
      <div>
        <chakra.h2 fontSize="lg">{title}</chakra.h2>
        {since !== null && (
          <chakra.p color="muted" fontSize="0.875rem">
            {words.memberSince(dateText(since, locale))}
          </chakra.p>
        )}
      </div>
      <MemberCard plan={plan} holder={fan?.displayName ?? ''} />
      <WelcomeLetter of={plan.brand} open />
      {opens.length > 0 && (
        <div>
          <chakra.h3 fontSize="0.875rem" mb={1}>
            {words.fromToday}
          </chakra.h3>
          <ul>
            {opens.slice(0, 4).map(({ planContentId, name }) => (
              <chakra.li key={planContentId} borderTopWidth="1px" borderColor="border" _first={{ borderTopWidth: 0 }}>
                <Link href={routes.fanContent({ ...brand, planContentId })}>
                  <chakra.span display="flex" alignItems="center" gap={2} minH="44px" fontWeight="semibold">
                    <chakra.span flex="1" minW={0}>
                      {name}
                    </chakra.span>
                    <chakra.span color="muted" flex="none">
                      <ChevronRightIcon size={16} />
                    </chakra.span>
                  </chakra.span>
                </Link>
              </chakra.li>
            ))}
          </ul>
        </div>
      )}
      {instead
        ? instead(brand)
        : target && (
            <BrandLink wide href={routes.fanContent({ ...brand, planContentId: target })}>
              {wanted ? words.openWanted : words.openFirst}
            </BrandLink>
          )}
      <SaveCard plan={plan} holder={fan?.displayName ?? ''} />
      {next(brand)}
      <BrandLink wide look="outline" href={routes.myPlans()}>
        {words.seeMine}
      </BrandLink>
      <PushOffer reason="join" />
    </chakra.section>
  )
}
