import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { Wrap } from '#ui/fan/FanFrame.tsx'
import { Price } from '#ui/fan/PlanCard.tsx'
import { Link } from '#ui/Link.tsx'
import { CheckIcon, ChevronLeftIcon } from '#ui/look/icons.tsx'
import { Picture } from '#ui/Picture.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { yenText } from '#ui/text/MoneyText.tsx'
import type { missingOf, Saving } from '../benefits'
import type { PublicPlan } from '../contract'
import { MissingBenefits } from './MissingBenefits'
import { MostChosen, PlanMark } from './PlanMark'
import { FanPlanWords, useFanPlanWords } from './words'
import { YearsSaving } from './YearsSaving'

type Props = {
  brandSlug: string
  brandName: string
  plan: PublicPlan
  /** What joining opens today, and prices of earlier months; null where that is not known. */
  opening: (Pick<PublicPlan, 'planContents'> & { more: number; earlier: { least: number; most: number } | null }) | null
  mostChosenPlanId?: string | null
  /** Compared with the other plans on sale. */
  saving?: Saving | null
  missing?: ReturnType<typeof missingOf>
  /** The reader is known to have a plan of this brand, this one or another: nothing persuades them to join. */
  isMember?: boolean
  action?: ReactNode
}

export const PlanDetails = (props: Props) => (
  <FanPlanWords>
    <Details {...props} />
  </FanPlanWords>
)

type Listed = Pick<PublicPlan, 'planContents'>
/** A member sees what the plan has, whatever was bought of it, after what the page showed before the member was known: nothing moves. */
const withAll = ({ planContents: first }: Listed, { planContents: all }: Listed) => {
  const shown = new Set(first.map(({ planContentId }) => planContentId))
  return [...first, ...all.filter(({ planContentId }) => !shown.has(planContentId))]
}

/** Who has just joined sees on a phone what they are welcomed with, and no offer above it. */
const welcomedFirst = { '&:has([data-instead-of-offer]) [data-offer]': { mdDown: { display: 'none' } } }

const Details = ({ brandSlug, brandName, plan, opening: known, action, ...beside }: Props) => {
  const { mostChosenPlanId = null, saving = null, missing = [], isMember = false } = beside
  const words = useFanPlanWords()
  const locale = useLocale()
  const [price] = plan.prices
  const isMine = plan.status === 'purchased'
  const opening = isMine || plan.archivingAt !== null ? null : known
  const contents = opening?.planContents ?? (isMine && known ? withAll(known, plan) : plan.planContents)
  const title = opening && !isMember ? words.opensToday : words.contents
  const earlier = opening?.earlier
  const lines = [...new Set(plan.description.split('\n').filter((line) => line.trim() !== ''))]
  return (
    <Wrap pt={{ base: 4, md: 7 }} css={welcomedFirst}>
      <chakra.p mb={3} fontSize="0.875rem" color="muted" data-offer>
        <Link href={routes.fanPlans({ brandSlug })}>
          <chakra.span display="inline-flex" alignItems="center" gap={1} minH="44px">
            <ChevronLeftIcon size={16} />
            {words.backTo(brandName)}
          </chakra.span>
        </Link>
      </chakra.p>
      <chakra.div
        display="grid"
        gap={{ base: 5, md: 8 }}
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '1.25fr 1fr' }}
        alignItems="start"
      >
        <chakra.div
          data-offer
          position="relative"
          aspectRatio="16 / 9"
          borderRadius="l"
          overflow="hidden"
          bg="linear-gradient(135deg, color-mix(in oklab, var(--brand) 72%, white), color-mix(in oklab, var(--brand) 78%, black))"
        >
          {plan.thumbnail && (
            <Picture
              src={plan.thumbnail}
              sizes="(min-width: 1024px) 640px, 100vw"
              loading="eager"
              fetchPriority="high"
              w="100%"
              h="100%"
              position="absolute"
              inset={0}
            />
          )}
          {plan.planId === mostChosenPlanId && <MostChosen />}
        </chakra.div>
        <chakra.div display="grid" gap={4}>
          <chakra.h1 lang={languageOf(plan.name)} fontSize={{ base: '1.5rem', md: '3xl' }} overflowWrap="anywhere">
            {plan.name}
          </chakra.h1>
          {price && (
            <chakra.section aria-label={words.priceTitle} display="grid" gap={2} data-offer>
              <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={3}>
                <Price yen={price.price} interval={price.subscriptionInterval} />
                <PlanMark plan={plan} />
              </chakra.div>
              <YearsSaving saving={saving} />
              <chakra.p fontSize="sm" color="muted" lineHeight="1.6">
                {plan.archivingAt === null
                  ? words.renewal[price.subscriptionInterval]
                  : plan.archivedAt === null
                    ? words.archivingAt(dateText(plan.archivingAt, locale))
                    : words.archivedAt(dateText(plan.archivedAt, locale))}
              </chakra.p>
            </chakra.section>
          )}
          {action}
          {plan.archivingMessage && (
            <chakra.section aria-label={words.message} bg="sunken" borderRadius="l" px={4} py={3.5}>
              <chakra.h2 fontSize="0.875rem" mb={1}>
                {words.message}
              </chakra.h2>
              <chakra.p
                lang={languageOf(plan.archivingMessage)}
                fontSize="0.875rem"
                whiteSpace="pre-wrap"
                overflowWrap="anywhere"
              >
                {plan.archivingMessage}
              </chakra.p>
            </chakra.section>
          )}
          {lines.length > 0 && (
            <chakra.section aria-label={words.includes}>
              <chakra.h2 fontSize="1rem" mb={2}>
                {words.includes}
              </chakra.h2>
              <chakra.ul display="grid" gap={2}>
                {lines.map((line) => (
                  <chakra.li key={line} lang={languageOf(line)} display="flex" gap={2.5} overflowWrap="anywhere">
                    <chakra.span color="var(--brand-text)" mt="5px">
                      <CheckIcon size={17} />
                    </chakra.span>
                    {line}
                  </chakra.li>
                ))}
              </chakra.ul>
            </chakra.section>
          )}
          {missing.length > 0 && <MissingBenefits brandSlug={brandSlug} missing={missing} />}
        </chakra.div>
      </chakra.div>
      {(plan.archivedAt === null || contents.length > 0) && (
        <chakra.section mt={12} aria-label={title}>
          <chakra.h2 fontSize="xl" mb={4}>
            {title}
          </chakra.h2>
          {contents.length === 0 ? (
            <chakra.p color="muted">{opening ? words.nothingYet : words.noContents}</chakra.p>
          ) : (
            <chakra.ul
              display="grid"
              gap={5}
              gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(4, minmax(0, 1fr))' }}
            >
              {contents.map((content) => (
                <chakra.li
                  key={content.planContentId}
                  minW="0"
                  position="relative"
                  css={{ '& a::after': { content: '""', position: 'absolute', inset: 0 } }}
                >
                  <chakra.div aspectRatio="16 / 9" borderRadius="m" overflow="hidden" bg="sunken" mb={2}>
                    {content.thumbnail && (
                      <Picture
                        src={content.thumbnail}
                        sizes="(min-width: 480px) 300px, 50vw"
                        alt=""
                        w="100%"
                        h="100%"
                      />
                    )}
                  </chakra.div>
                  <chakra.p
                    lang={languageOf(content.name)}
                    fontSize="0.875rem"
                    fontWeight="semibold"
                    lineHeight="1.5"
                    overflowWrap="anywhere"
                  >
                    <Link href={routes.fanContent({ brandSlug, planContentId: content.planContentId })}>
                      {content.name}
                    </Link>
                  </chakra.p>
                </chakra.li>
              ))}
            </chakra.ul>
          )}
          {opening && opening.more > 0 && (
            <chakra.p mt={4} color="muted">
              {words.more(opening.more)}
            </chakra.p>
          )}
          {earlier && (
            <chakra.p mt={4} data-testid="earlier-months">
              {words.earlier(yenText(earlier.least), yenText(earlier.most))}{' '}
              <Link href={routes.fanBackNumbers({ brandSlug }, { query: { planId: plan.planId } })}>
                <chakra.span textDecoration="underline">{words.seeMonths}</chakra.span>
              </Link>
            </chakra.p>
          )}
        </chakra.section>
      )}
    </Wrap>
  )
}
