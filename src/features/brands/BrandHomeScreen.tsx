import { chakra } from '@chakra-ui/react'
import { routes, useRouteIds } from '../../client/routes'
import { useRead } from '../../client/useOperation'
import type { ResultOf } from '../../kit/contract'
import { Avatar } from '../../ui/Avatar'
import { LinkButton } from '../../ui/Button'
import { Card, Stat, Stats } from '../../ui/Card'
import { EmptyState } from '../../ui/faces/EmptyState'
import { FailedState } from '../../ui/faces/FailedState'
import { SkeletonText } from '../../ui/faces/Skeleton'
import { Link } from '../../ui/Link'
import { CheckIcon, ChevronRightIcon, EyeIcon } from '../../ui/look/icons'
import { Columns, Page } from '../../ui/page/Page'
import { PendingPage } from '../../ui/page/PendingPage'
import { DateText } from '../../ui/text/DateText'
import { yenText } from '../../ui/text/MoneyText'
import { plans } from '../plans/contract'
import { brands } from './contract'
import { BrandWords, useBrandWords } from './words'

export const BrandHomeScreen = () => (
  <BrandWords>
    <BrandHome />
  </BrandWords>
)

type Ids = { tenantId: string; brandId: string }

const BrandHome = () => {
  const { home: words } = useBrandWords()
  const ids = useRouteIds('tenantId', 'brandId')
  const profile = useRead(brands.getBrandProfile, ids)
  if (profile.failed) return <PendingPage title={words.title} failed={profile.failed} />
  const name = profile.data?.name ?? words.title
  const slug = profile.data?.brandSlug
  return (
    <Page
      title={name}
      actions={
        slug && (
          <LinkButton href={routes.fanBrand({ brandSlug: slug })}>
            <EyeIcon size={16} />
            {words.fanPage}
          </LinkButton>
        )
      }
    >
      {ids && <Numbers ids={ids} />}
      <Columns aside={ids && <Activity ids={ids} />}>
        {ids && profile.data ? (
          <NextSteps ids={ids} profile={profile.data} />
        ) : (
          <Card title={words.todo}>
            <SkeletonText lines={4} />
          </Card>
        )}
      </Columns>
    </Page>
  )
}

/** Each number leads to the list that it counts. */
const Numbers = ({ ids }: { ids: Ids }) => {
  const { home: words } = useBrandWords()
  const { data: statistics, failed } = useRead(plans.getPlanStatistics, ids)
  const fees = useRead(plans.getPlanFees, statistics?.canSeeFees ? ids : null).data
  const counts = useRead(plans.getPlans, { ...ids, pagination: { limit: 1, offset: 0 } }).data?.counts
  const unknown = failed ? '–' : '…'
  const churn =
    statistics && statistics.membersAtMonthStart > 0 ? statistics.leftThisMonth / statistics.membersAtMonthStart : 0
  const seePlans = (status?: 'active') => (
    <chakra.span color="accentText">
      <Link href={routes.plans(ids, { query: { status } })}>{words.seePlans}</Link>
    </chakra.span>
  )
  return (
    <Stats aria-label={words.numbers}>
      <Stat label={words.members} value={statistics ? words.people(statistics.members) : unknown} note={seePlans()} />
      <Stat label={words.plans} value={counts ? words.countOf(counts.active) : unknown} note={seePlans('active')} />
      {statistics?.canSeeFees !== false && (
        <Stat label={words.fees} value={fees ? yenText(fees.feesThisMonth) : unknown} />
      )}
      <Stat label={words.churn} value={statistics ? `${(churn * 100).toFixed(1)}%` : unknown} />
    </Stats>
  )
}

type Step = { key: string; title: string; text: string; href: string }

const StepLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 3,
    px: { base: 4, md: 5 },
    py: 3.5,
    borderTopWidth: '1px',
    borderColor: 'border',
    _hover: { bg: 'hover' },
    _focusVisible: { outlineOffset: '-2px' },
  },
})

const NextSteps = ({ ids, profile }: { ids: Ids; profile: ResultOf<typeof brands.getBrandProfile> }) => {
  const { home: words } = useBrandWords()
  const counts = useRead(plans.getPlans, { ...ids, pagination: { limit: 1, offset: 0 } }).data?.counts
  const toProfile = (hash: string) => routes.profile(ids, { hash })
  const steps: Step[] = [
    ...(profile.brandIcon
      ? []
      : [{ key: 'icon', title: words.setIcon, text: words.setIconText, href: toProfile('icon') }]),
    ...(profile.brandThumbnail
      ? []
      : [{ key: 'cover', title: words.setCover, text: words.setCoverText, href: toProfile('cover') }]),
    ...(profile.description.trim()
      ? []
      : [
          {
            key: 'description',
            title: words.setDescription,
            text: words.setDescriptionText,
            href: toProfile('description'),
          },
        ]),
    ...(counts && counts.active + counts.scheduledToBeArchived === 0 && counts.draft === 0
      ? [{ key: 'plan', title: words.firstPlan, text: words.firstPlanText, href: routes.newPlan(ids) }]
      : []),
    ...(counts && counts.draft > 0
      ? [
          {
            key: 'drafts',
            title: words.drafts(counts.draft),
            text: words.draftsText,
            href: routes.plans(ids, { query: { status: 'draft' } }),
          },
        ]
      : []),
    ...(counts && counts.scheduledToBeArchived > 0
      ? [
          {
            key: 'archiving',
            title: words.archiving(counts.scheduledToBeArchived),
            text: words.archivingText,
            href: routes.plans(ids, { query: { status: 'scheduledToBeArchived' } }),
          },
        ]
      : []),
  ]
  return (
    <Card flush title={words.todo}>
      {steps.length === 0 ? (
        <EmptyState icon={<CheckIcon size={24} />} title={words.todoNone} />
      ) : (
        <ul>
          {steps.map((step) => (
            <li key={step.key}>
              <StepLink href={step.href}>
                <chakra.span flex="1" minW="0">
                  <chakra.span display="block" fontWeight="semibold" fontSize="14px">
                    {step.title}
                  </chakra.span>
                  <chakra.span display="block" color="muted" fontSize="sm">
                    {step.text}
                  </chakra.span>
                </chakra.span>
                <chakra.span color="muted">
                  <ChevronRightIcon size={16} />
                </chakra.span>
              </StepLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const Activity = ({ ids }: { ids: Ids }) => {
  const { home: words } = useBrandWords()
  const read = useRead(brands.getBrandActivity, ids)
  const activity = read.data?.activity
  return (
    <Card title={words.activity}>
      {read.failed ? (
        <FailedState {...read.failed} />
      ) : !activity ? (
        <SkeletonText lines={5} />
      ) : activity.length === 0 ? (
        <chakra.p color="muted" fontSize="14px">
          {words.noActivity}
        </chakra.p>
      ) : (
        <chakra.ol display="grid" gap={4}>
          {activity.map(({ activityId, at, operation, actorName, target }) => (
            <chakra.li key={activityId} display="flex" gap={3}>
              <Avatar name={actorName || '?'} size={28} />
              <chakra.span minW="0" fontSize="sm" lineHeight="1.5">
                <chakra.span display="block" fontWeight="semibold">
                  {words.did[operation] ?? words.didOther}
                </chakra.span>
                {target && (
                  <chakra.span display="block" overflowWrap="anywhere">
                    {target}
                  </chakra.span>
                )}
                <chakra.span display="block" color="muted" fontSize="xs">
                  {words.by(actorName)}{' '}
                  <chakra.span ml={1.5}>
                    <DateText at={at} short hour />
                  </chakra.span>
                </chakra.span>
              </chakra.span>
            </chakra.li>
          ))}
        </chakra.ol>
      )}
    </Card>
  )
}
