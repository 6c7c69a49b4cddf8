import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Link } from '#ui/Link.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import type { ContentStatus } from '../content'
import { contents } from '../contract'
import { ContentWords, useContentWords } from '../words'

type Ids = { tenantId: string; brandId: string; planId: string }

/** How many contents of a state are named on the plan's page. */
const mostNamed = 4
const states = ['active', 'publishmentScheduled', 'draft'] as const

/** The contents that a plan opens, by state: the last ones by name, all of them behind a link. */
export const PlanContents = (props: { ids: Ids }) => (
  <ContentWords>
    <States {...props} />
  </ContentWords>
)

const States = ({ ids }: { ids: Ids }) => {
  const words = useContentWords()
  return (
    <Card title={words.ofPlan.title} lead={words.ofPlan.text}>
      <chakra.div display="grid" gap={4}>
        {states.map((status) => (
          <State key={status} ids={ids} status={status} />
        ))}
      </chakra.div>
    </Card>
  )
}

const State = ({ ids, status }: { ids: Ids; status: ContentStatus }) => {
  const words = useContentWords()
  const locale = useLocale()
  const { tenantId, brandId, planId } = ids
  const sort = status === 'publishmentScheduled' ? 'publishingAt' : status === 'active' ? '-publishingAt' : undefined
  const read = useRead(contents.getPlanContentsWithPlans, {
    ...ids,
    status,
    ...(sort && { sort }),
    pagination: { limit: mostNamed, offset: 0 },
  })
  const count = read.data?.pagination.totalCount ?? 0
  const all = routes.contents({ tenantId, brandId }, { query: { planId, status } })
  return (
    <chakra.section aria-label={words.status[status]} minW="0">
      <chakra.h3 display="flex" alignItems="baseline" gap={2} fontSize="0.875rem" mb={1}>
        {words.status[status]}
        {read.data && (
          <chakra.span color="muted" fontWeight="medium" fontVariantNumeric="tabular-nums">
            {words.ofPlan.count(count)}
          </chakra.span>
        )}
        {count > mostNamed && (
          <chakra.span ml="auto" fontSize="sm" fontWeight="medium" color="accentText">
            <Link href={all}>{words.ofPlan.all}</Link>
          </chakra.span>
        )}
      </chakra.h3>
      {read.failed ? (
        <FailedState {...read.failed} />
      ) : !read.data ? (
        <SkeletonText lines={2} />
      ) : count === 0 ? (
        <chakra.p color="muted" fontSize="sm">
          {words.ofPlan.none[status]}
        </chakra.p>
      ) : (
        <chakra.ul>
          {read.data.planContents.map(({ planContentId, name, type, publishingAt }) => (
            <chakra.li
              key={planContentId}
              display="flex"
              alignItems="baseline"
              gap={3}
              py={1.5}
              borderTopWidth="1px"
              borderColor="border"
              fontSize="0.875rem"
            >
              <chakra.span minW="0" overflowWrap="anywhere" color="accentText">
                <Link href={routes.content({ tenantId, brandId, contentId: planContentId })}>
                  {name || words.unnamed}
                </Link>
              </chakra.span>
              <chakra.span ml="auto" flexShrink={0} color="muted" fontSize="xs" whiteSpace="nowrap">
                {words.types[type]}
                {publishingAt !== null && ` ${dateText(publishingAt, locale, { short: true })}`}
              </chakra.span>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      {status === 'draft' && read.data?.canEdit && (
        <LinkButton
          size="s"
          mt={3}
          href={routes.newContent({ tenantId, brandId }, { query: { type: 'news', planId } })}
        >
          {words.ofPlan.write}
        </LinkButton>
      )}
    </chakra.section>
  )
}
