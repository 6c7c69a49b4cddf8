import { chakra } from '@chakra-ui/react'
import { at } from '#client/at.ts'
import { routes } from '#client/routes.ts'
import { useKnownFan } from '#client/useFan.ts'
import { pageIn, useAddressQuery, useFanAnswer } from '#client/useFanAnswer.ts'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonCards } from '#ui/faces/Skeleton.tsx'
import { Awaited } from '#ui/fan/Awaited.tsx'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { ChipLink } from '#ui/fan/ChipLink.tsx'
import { useUiWords } from '#ui/words.tsx'
import type { FilterOption, PlanContentItem, publicContents } from '../public/contract'
import { ContentCards } from './ContentCards'
import { ContentPages } from './ContentPages'
import { ContentListWords, useContentListWords } from './listWords'

export const contentsPerPage = 18

type Listed = { planContents: readonly PlanContentItem[]; hasMore: boolean }
type Props = {
  brand: { tenantId: string; brandId: string; brandSlug: string }
  plans: readonly { planId: string; name: string }[]
  /** First page of the unfiltered list, as visitors see it. */
  shown: Listed
}

export const ContentList = (props: Props) => (
  <ContentListWords>
    <List {...props} />
  </ContentListWords>
)

const List = ({ brand, plans, shown }: Props) => {
  const words = useContentListWords()
  const ui = useUiWords()
  const fan = useKnownFan()
  const query = useAddressQuery()
  const { tenantId, brandId, brandSlug } = brand
  const planId = query?.get('planId') ?? ''
  const isFree = query?.get('filter') === 'free'
  const page = pageIn(query)
  const isFirst = planId === '' && !isFree && page === 1
  const filterOption: FilterOption = planId
    ? { type: 'planContents', planId }
    : isFree
      ? { type: 'freeContents' }
      : null
  const pagination = { limit: contentsPerPage, offset: (page - 1) * contentsPerPage }
  const answer = useFanAnswer(
    at<typeof publicContents>()('getPublicPlanContents'),
    { tenantId, brandId, filterOption, pagination },
    { fan, shown: isFirst ? { ...shown, planContents: [...shown.planContents] } : null },
  )
  const listed = answer.data ?? (isFirst ? shown : null)
  const link = (more: { filter?: 'free'; planId?: string; page?: number }) =>
    routes.fanContents({ brandSlug }, { query: more })
  const here = { ...(isFree && { filter: 'free' as const }), ...(planId && { planId }) }
  const skeleton = <SkeletonCards cards={6} minWidth={280} />
  return (
    <>
      <chakra.nav
        aria-label={words.filters}
        display="flex"
        gap={2}
        mt={5}
        mb={6}
        overflowX="auto"
        scrollbarWidth="none"
        p={1}
        mx={-1}
      >
        <ChipLink shallow scroll={false} href={link({})} aria-current={planId === '' && !isFree ? 'true' : undefined}>
          {words.all}
        </ChipLink>
        <ChipLink shallow scroll={false} href={link({ filter: 'free' })} aria-current={isFree ? 'true' : undefined}>
          {words.free}
        </ChipLink>
        {plans.map((plan) => (
          <ChipLink
            key={plan.planId}
            shallow
            scroll={false}
            href={link({ planId: plan.planId })}
            aria-current={plan.planId === planId ? 'true' : undefined}
          >
            {plan.name}
          </ChipLink>
        ))}
      </chakra.nav>
      <chakra.div mt={6} aria-live="polite" aria-busy={answer.isWaiting || undefined}>
        {answer.failed ? (
          <FailedState {...answer.failed} />
        ) : listed === null ? (
          skeleton
        ) : (
          <Awaited isWaiting={fan === undefined || answer.isWaiting} isKnown={Boolean(fan)} skeleton={skeleton}>
            {listed.planContents.length > 0 ? (
              <ContentCards brandSlug={brandSlug} contents={listed.planContents} level={2} />
            ) : page > 1 ? (
              <EmptyState
                title={ui.pageGone}
                action={
                  <BrandLink look="outline" shallow href={link(here)}>
                    {ui.firstPage}
                  </BrandLink>
                }
              />
            ) : isFirst ? (
              <EmptyState title={words.empty} text={words.emptyText} />
            ) : (
              <EmptyState
                title={words.emptyFiltered}
                action={
                  <BrandLink look="outline" shallow href={link({})}>
                    {words.showAll}
                  </BrandLink>
                }
              />
            )}
            <ContentPages
              page={page}
              hasMore={listed.hasMore}
              link={(page) => link({ ...here, ...(page > 1 && { page }) })}
            />
          </Awaited>
        )}
      </chakra.div>
    </>
  )
}
