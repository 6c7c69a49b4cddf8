import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { Link } from '#ui/Link.tsx'
import { CheckIcon, CloseIcon, LockIcon } from '#ui/look/icons.tsx'
import { dateText, monthText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { ClipVideo } from '#ui/video/ClipVideo.tsx'
import { useUiWords } from '#ui/words.tsx'
import type { Explanation, UnlockOption } from '../public/contract'
import { useLockedWords } from './lockedWords'
import { monthPageOf } from './monthPage'
import { PreviewText } from './PreviewText'
import { useFanContentWords } from './words'

const Panel = chakra('section', {
  base: {
    display: 'grid',
    gap: 5,
    p: { base: 5, md: 8 },
    borderRadius: 'l',
    borderWidth: '1px',
    borderColor: 'border',
    bg: 'sunken',
    maxW: '720px',
  },
})

type Props = {
  brandSlug: string
  planContentId: string
  why: Explanation
  /** What everybody may read of it; empty: nothing. */
  preview: string
  /** Address of a clip that everybody may see; empty: none. */
  clip: string
  /** URL of the login if nobody is signed in, otherwise null. */
  loginHref: string | null
}

/** Why a content is locked, and the ways to open it: cheapest first, with the full price. */
export const LockedContent = ({ brandSlug, planContentId, why, preview, clip, loginHref }: Props) => {
  const words = useLockedWords()
  const content = useFanContentWords()
  const ui = useUiWords()
  const locale = useLocale()
  const { status, conditions, backNumberPeriod: period, isMonthOver, plans, opensAt, unlockOptions } = why
  if (status === 'unavailable' || status === 'notfound' || status === 'freeContents' || status === 'available') {
    return (
      <Panel aria-label={words.unavailable}>
        <Title text={words.unavailable} />
        <chakra.p color="muted">{words.unavailableText}</chakra.p>
      </Panel>
    )
  }
  const [cheapest, ...others] = unlockOptions
  // Joining includes the current month: nothing else has to be bought.
  const byJoining = status !== 'requiredPurchasePlan' && cheapest !== undefined && cheapest.month === null
  // The month opens the content without a plan.
  const byMonth = status === 'requiredPurchaseBackNumber' && !conditions.hasPlan && !byJoining
  /** The plan whose fee is due: the reader has already joined it. */
  const due = cheapest?.plan?.isMember ? cheapest.plan : null
  const opens = opensAt !== null && !due ? content.opensAt(dateText(opensAt, locale)) : ''
  const title = opens || (due ? words.feeTitle : words.lockedTitles[byJoining ? 'requiredPurchasePlan' : status])
  const month = period && monthText(period, locale)
  return (
    <Panel aria-label={title}>
      {clip && <ClipVideo src={clip} label={words.clip} />}
      {preview && <PreviewText label={words.preview} text={preview} />}
      <Title text={title} />
      <div>
        <chakra.h3 fontSize="0.875rem" mb={2}>
          {words.conditions}
        </chakra.h3>
        <chakra.ul display="grid" gap={2}>
          {due && <Condition isMet={false} text={words.fee(due.name)} />}
          {!byMonth && !due && (
            <Condition
              isMet={conditions.hasPlan}
              text={words.conditionPlan(ui.listOf(plans.map(({ name }) => name)))}
            />
          )}
          {month && !byJoining && <Condition isMet={conditions.hasMonth} text={words.conditionMonth(month)} />}
        </chakra.ul>
      </div>
      {cheapest ? (
        <chakra.div display="grid" gap={3}>
          <chakra.h3 fontSize="0.875rem">{due ? words.byFee : words.cheapest}</chakra.h3>
          <Way brandSlug={brandSlug} planContentId={planContentId} way={cheapest} isFirst />
        </chakra.div>
      ) : (
        <chakra.p color="muted">
          {!conditions.hasPlan || !month ? words.noWay : isMonthOver ? words.notPaid(month) : words.notPaidYet(month)}
        </chakra.p>
      )}
      {loginHref && (
        <chakra.p fontSize="0.875rem">
          {words.member}{' '}
          <chakra.a href={loginHref} color="var(--brand-text)" fontWeight="semibold" textDecoration="underline">
            {words.signIn}
          </chakra.a>
        </chakra.p>
      )}
      {others.length > 0 && (
        <chakra.details>
          <chakra.summary cursor="pointer" fontSize="0.875rem" fontWeight="semibold" minH="44px" lineHeight="44px">
            {words.otherWays}
          </chakra.summary>
          <chakra.ul display="grid" gap={4} mt={2}>
            {others.slice(0, 4).map((way) => (
              <li key={`${way.plan?.planId} ${way.month?.planId}`}>
                <Way brandSlug={brandSlug} planContentId={planContentId} way={way} />
              </li>
            ))}
          </chakra.ul>
        </chakra.details>
      )}
    </Panel>
  )
}

const Title = ({ text }: { text: string }) => (
  <chakra.div display="flex" gap={3} alignItems="center">
    <chakra.span
      display="grid"
      placeItems="center"
      w="44px"
      h="44px"
      flex="none"
      borderRadius="full"
      bg="var(--brand-subtle)"
      color="var(--brand-text)"
    >
      <LockIcon size={22} />
    </chakra.span>
    <chakra.h2 fontSize="lg" lineHeight="1.45">
      {text}
    </chakra.h2>
  </chakra.div>
)

const Condition = ({ isMet, text }: { isMet: boolean; text: string }) => {
  const words = useLockedWords()
  return (
    <chakra.li display="flex" gap={2.5} alignItems="start" wordBreak="auto-phrase">
      <chakra.span color={isMet ? 'ok' : 'muted'} mt="5px" flex="none">
        {isMet ? <CheckIcon size={17} /> : <CloseIcon size={17} />}
      </chakra.span>
      <span>
        {text}
        <chakra.span display="block" fontSize="0.8125rem" color="muted">
          {isMet ? words.met : words.unmet}
        </chakra.span>
      </span>
    </chakra.li>
  )
}

const Row = chakra('div', {
  base: { display: 'flex', justifyContent: 'space-between', gap: 4, alignItems: 'baseline', flexWrap: 'wrap' },
})
const Money = chakra('span', {
  base: { fontWeight: 'bold', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', ml: 'auto' },
})

const Way = ({
  brandSlug,
  planContentId,
  way: { plan, month, total },
  isFirst = false,
}: {
  brandSlug: string
  planContentId: string
  way: UnlockOption
  isFirst?: boolean
}) => {
  const words = useLockedWords()
  const locale = useLocale()
  const monthHref = month && monthPageOf(brandSlug, month)
  const isDue = plan?.isMember
  const planIds = { brandSlug, planId: plan?.planId ?? '' }
  // Whoever joins comes back to what they wanted to see. A month has to be bought as well: that is read first.
  const planQuery = { ...(isFirst && !month && { join: true }), ...(!month && { from: planContentId }) }
  const planHref = plan && (isDue ? routes.myPlans() : routes.fanPlan(planIds, { query: planQuery }))
  return (
    <chakra.div display="grid" gap={2}>
      {plan && (
        <Row>
          <span>{(isDue ? words.fee : words.join)(plan.name)}</span>
          <Money>
            {yenText(plan.price)} / {words.per[plan.subscriptionInterval]}
          </Money>
        </Row>
      )}
      {month && (
        <Row>
          <span>{words.buyMonth(monthText(month.period, locale), month.planName)}</span>
          <Money>{yenText(month.price)}</Money>
        </Row>
      )}
      {plan && month && (
        <Row borderTopWidth="1px" borderColor="border" pt={2}>
          <span>{words.total}</span>
          <Money>{yenText(total)}</Money>
        </Row>
      )}
      <chakra.div display="flex" flexWrap="wrap" gap={2} mt={isFirst ? 2 : 0}>
        {planHref &&
          (isFirst ? (
            <BrandLink href={planHref}>{isDue ? words.pay : words.join(plan.name)}</BrandLink>
          ) : (
            <TextLink href={planHref}>{isDue ? words.pay : words.seePlan}</TextLink>
          ))}
        {month &&
          monthHref &&
          (isFirst ? (
            <BrandLink look={planHref ? 'outline' : 'solid'} href={monthHref}>
              {planHref ? words.seeMonth : words.toMonth(monthText(month.period, locale), yenText(month.price))}
            </BrandLink>
          ) : (
            <TextLink href={monthHref}>{words.seeMonth}</TextLink>
          ))}
      </chakra.div>
    </chakra.div>
  )
}

const TextLink = chakra(Link, {
  base: {
    color: 'var(--brand-text)',
    fontSize: '0.875rem',
    fontWeight: 'semibold',
    textDecoration: 'underline',
    py: 1,
  },
})
