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
import { QuietLink } from '#ui/fan/QuietLink.tsx'
import { SearchForm } from '#ui/fan/SearchForm.tsx'
import { useUiWords } from '#ui/words.tsx'
import type { ContentType } from '../content'
import type { FilterOption, PlanContentItem, publicContents } from '../public/contract'
import { ContentCards } from './ContentCards'
import { ContentPages } from './ContentPages'
import { ContentListWords, useContentListWords } from './listWords'
import { useFanContentWords } from './words'

export const contentsPerPage = 18
/** In the order of their links. */
const types = ['news', 'video', 'streaming'] as const satisfies ContentType[]

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
  const content = useFanContentWords()
  const ui = useUiWords()
  const fan = useKnownFan()
  const query = useAddressQuery()
  const { tenantId, brandId, brandSlug } = brand
  const planId = query?.get('planId') ?? ''
  const isFree = query?.get('filter') === 'free'
  const page = pageIn(query)
  const type = types.find((one) => one === query?.get('type'))
  const q = (query?.get('q') ?? '').trim().slice(0, 100)
  const isFirst = planId === '' && !isFree && !type && q === '' && page === 1
  const filterOption: FilterOption = planId
    ? { type: 'planContents', planId }
    : isFree
      ? { type: 'freeContents' }
      : null
  const pagination = { limit: contentsPerPage, offset: (page - 1) * contentsPerPage }
  const answer = useFanAnswer(
    at<typeof publicContents>()('getPublicPlanContents'),
    { tenantId, brandId, filterOption, ...(type && { type }), ...(q !== '' && { q }), pagination },
    { fan, shown: isFirst ? { ...shown, planContents: [...shown.planContents] } : null },
  )
  const listed = answer.data ?? (isFirst ? shown : null)
  type Query = { filter?: 'free'; planId?: string; type?: ContentType; q?: string; page?: number }
  const link = (more: Query) => routes.fanContents({ brandSlug }, { query: more })
  const opening = { ...(isFree && { filter: 'free' as const }), ...(planId && { planId }) }
  const kind = type && { type }
  const search = q !== '' && { q }
  const here = { ...opening, ...kind, ...search }
  const skeleton = <SkeletonCards cards={6} minWidth={280} />
  return (
    <>
      <chakra.div mt={5}>
        <SearchForm label={words.search} q={q} link={(q) => link({ ...opening, ...kind, ...(q !== '' && { q }) })} />
      </chakra.div>
      <chakra.nav
        aria-label={words.filters}
        display="flex"
        gap={2}
        mb={2}
        overflowX="auto"
        scrollbarWidth="none"
        p={1}
        mx={-1}
      >
        <ChipLink
          shallow
          scroll={false}
          href={link({ ...kind, ...search })}
          aria-current={planId === '' && !isFree ? 'true' : undefined}
        >
          {words.all}
        </ChipLink>
        <ChipLink
          shallow
          scroll={false}
          href={link({ filter: 'free', ...kind, ...search })}
          aria-current={isFree ? 'true' : undefined}
        >
          {words.free}
        </ChipLink>
        {plans.map((plan) => (
          <ChipLink
            key={plan.planId}
            shallow
            scroll={false}
            href={link({ planId: plan.planId, ...kind, ...search })}
            aria-current={plan.planId === planId ? 'true' : undefined}
          >
            {plan.name}
          </ChipLink>
        ))}
      </chakra.nav>
      <chakra.nav aria-label={words.types} display="flex" flexWrap="wrap" columnGap={4} mb={4}>
        <QuietLink
          shallow
          scroll={false}
          href={link({ ...opening, ...search })}
          aria-current={type ? undefined : 'true'}
        >
          {words.allTypes}
        </QuietLink>
        {types.map((one) => (
          <QuietLink
            key={one}
            shallow
            scroll={false}
            href={link({ ...opening, type: one, ...search })}
            aria-current={type === one ? 'true' : undefined}
          >
            {content.types[one]}
          </QuietLink>
        ))}
      </chakra.nav>
      <chakra.div mt={4} aria-live="polite" aria-busy={answer.isWaiting || undefined}>
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
                text={words.emptyFilteredText}
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
