import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useConfig } from '#client/useConfig.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { BinLink, WithBin } from '#club/bin/parts.tsx'
import { tokyoMonth } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Link } from '#ui/Link.tsx'
import { CalendarIcon, MenuIcon, NewsIcon, PlayIcon, PlusIcon } from '#ui/look/icons.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Page } from '#ui/page/Page.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { EmptyList } from '#ui/table/EmptyList.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { useHrefWith } from '#ui/table/Pager.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { monthText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { contentTypes } from '../content'
import { type ContentListItem, contentSorts, contents } from '../contract'
import { monthAfter, monthKey, monthOfKey } from '../parts'
import { ContentWords, useContentWords } from '../words'
import { type Act, ContentActs, suits } from './ContentActs'
import { ContentCalendar } from './ContentCalendar'
import { useColumns } from './useColumns'

export const ContentListScreen = () => (
  <ContentWords>
    <WithBin>
      <ContentList />
    </WithBin>
  </ContentWords>
)

const tabs = ['active', 'publishmentScheduled', 'draft'] as const
const monthsBack = 24

const ContentList = () => {
  const words = useContentWords()
  const router = useRouter()
  const ids = useRouteIds('tenantId', 'brandId')
  const view = useQueryValue('view')
  const { list, tab } = useContentList(ids)
  const counts = list.data?.counts
  const hasEvents = useConfig()?.features.fanClubEvents
  const create = ids && list.data?.canEdit && (
    <Menu
      opener={(opener) => (
        <Button {...opener} look="primary">
          <PlusIcon size={16} />
          {words.create}
        </Button>
      )}
      items={[
        {
          key: 'news',
          label: words.createNews,
          icon: <NewsIcon />,
          onSelect: () => void router.push(routes.newContent(ids, { query: { type: 'news' } })),
        },
        {
          key: 'video',
          label: words.createVideo,
          icon: <PlayIcon />,
          onSelect: () => void router.push(routes.newContent(ids, { query: { type: 'video' } })),
        },
        ...(hasEvents
          ? [
              {
                key: 'streaming',
                label: words.createStreaming,
                icon: <CalendarIcon />,
                onSelect: () => void router.push(routes.newContent(ids, { query: { type: 'streaming' } })),
              },
            ]
          : []),
      ]}
    />
  )
  const actions = create && (
    <>
      <BinLink ids={ids} kind="content" />
      {create}
    </>
  )
  return (
    <Page title={words.title} {...(counts && { count: counts.all })} actions={actions}>
      <ViewSwitch view={view} />
      {view === 'calendar' ? (
        ids && <ContentCalendar ids={ids} />
      ) : (
        <Card flush>
          {ids && (
            <ListTabs
              label={words.title}
              query="status"
              names={[...tabs, 'all']}
              chosen={tab}
              labels={{ ...words.status, all: words.all }}
              counts={counts}
            />
          )}
          <Rows ids={ids} list={list} tab={tab} create={create} />
        </Card>
      )}
    </Page>
  )
}

type Ids = { tenantId: string; brandId: string }
type Tab = (typeof tabs)[number] | 'all'

const useContentList = (ids: Ids | null) => {
  const chosen = useQueryValue('status')
  const tab: Tab = chosen === 'all' ? 'all' : (tabs.find((one) => one === chosen) ?? 'active')
  const { q, asked } = useListQuery(contentSorts)
  const type = useQueryValue('type')
  const planId = useQueryValue('planId')
  const month = monthOfKey(useQueryValue('month'))
  const list = useRead(
    contents.getPlanContentsWithPlans,
    ids && {
      ...ids,
      pagination: asked.pagination,
      ...(asked.sort && { sort: asked.sort }),
      ...(q !== '' && { q: [...q].slice(0, 80).join('') }),
      ...(tab !== 'all' && { status: tab }),
      ...(contentTypes.some((one) => one === type) && { type: type as (typeof contentTypes)[number] }),
      ...(/^[\w-]{1,64}$/.test(planId) && { planId }),
      ...(month && { month }),
    },
  )
  return { list, tab }
}

type RowsProps = {
  ids: Ids | null
  list: ReturnType<typeof useContentList>['list']
  tab: Tab
  create: React.ReactNode
}

const Rows = ({ ids, list, tab, create }: RowsProps) => {
  const words = useContentWords()
  const columns = useColumns(tab)
  const filters = useFilters(ids)
  const canEdit = list.data?.canEdit ?? false
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const copy = useCopy(ids)
  const hrefOf = ({ planContentId }: ContentListItem) =>
    ids ? routes.content({ ...ids, contentId: planContentId }) : ''
  const actsOn = (content: ContentListItem) =>
    acts
      .filter((act) => suits(act, content))
      .map((act) => ({
        key: act,
        label: words.bulk.acts[act].verb,
        danger: act === 'remove',
        onSelect: () => setChosen({ act, items: [content], clear: () => {} }),
      }))
  return (
    <>
      <DataTable
        label={words.tableLabel}
        columns={columns}
        list={list}
        items={list.data?.planContents}
        itemId={({ planContentId }) => planContentId}
        itemHref={hrefOf}
        itemName={({ name }) => name || words.unnamed}
        actions={(content) => [
          { key: 'open', label: canEdit ? words.edit : words.open, href: hrefOf(content) },
          ...(canEdit
            ? [{ key: 'copy', label: words.copy, onSelect: () => void copy(content) }, ...actsOn(content)]
            : []),
        ]}
        {...(canEdit && {
          bulk: (items: readonly ContentListItem[], clear: () => void) =>
            acts
              .filter((act) => act !== 'revert' || tab !== 'draft')
              .filter((act) => act === 'revert' || tab === 'draft' || tab === 'all')
              .map((act) => (
                <Button
                  key={act}
                  look={act === 'publish' ? 'primary' : 'plain'}
                  disabled={!items.some((item) => suits(act, item))}
                  onClick={() => setChosen({ act, items, clear })}
                >
                  {words.bulk.acts[act].verb}
                </Button>
              )),
        })}
        search={words.search}
        filters={filters}
        empty={
          <EmptyList
            words={words.empty}
            filtered={list.data && list.data.counts.all > 0}
            icon={<NewsIcon size={24} />}
            action={create}
          />
        }
      />
      {ids && chosen && <ContentActs ids={ids} {...chosen} key={tab} onClose={() => setChosen(null)} />}
    </>
  )
}

const acts = ['publish', 'revert', 'remove'] as const
type Chosen = { act: Act; items: readonly ContentListItem[]; clear: () => void }

/** Makes a copy and opens it, where it gets its own name. */
const useCopy = (ids: Ids | null) => {
  const words = useContentWords()
  const router = useRouter()
  const attempt = useAttempt(words.refusals)
  const copy = useWrite(contents.copyPlanContent, { refresh: [contents.getPlanContentsWithPlans] })
  return ({ planContentId }: ContentListItem) =>
    attempt(async () => {
      if (!ids) return
      const made = await copy.mutateAsync({ ...ids, planContentId })
      toast({ tone: 'ok', title: words.copied })
      await router.push(routes.content({ ...ids, contentId: made.planContentId }))
    })
}

const useFilters = (ids: Ids | null) => {
  const words = useContentWords()
  const locale = useLocale()
  const known = useRead(plans.getPlans, ids && { ...ids, status: 'current' }).data?.plans ?? []
  const now = tokyoMonth(Date.now())
  return [
    {
      name: 'type',
      label: words.filters.type,
      options: [
        { value: '', label: words.allTypes },
        ...contentTypes.map((type) => ({ value: type, label: words.types[type] })),
      ],
    },
    {
      name: 'planId',
      label: words.filters.plan,
      options: [
        { value: '', label: words.allPlans },
        ...known.map(({ planId, name }) => ({ value: planId, label: name || words.none })),
      ],
    },
    {
      name: 'month',
      label: words.filters.month,
      options: [
        { value: '', label: words.allMonths },
        ...Array.from({ length: monthsBack }, (_, back) => monthAfter(now, 1 - back)).map((month) => ({
          value: monthKey(month),
          label: monthText(month, locale),
        })),
      ],
    },
  ]
}

const Way = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1.5,
    px: 3,
    h: '32px',
    borderRadius: '8px',
    fontSize: '0.8125rem',
    fontWeight: 'semibold',
    color: 'muted',
    textDecoration: 'none',
    '&[aria-current]': { bg: 'surface', color: 'text', boxShadow: 'card' },
  },
})

const ViewSwitch = ({ view }: { view: string }) => {
  const words = useContentWords()
  const hrefWith = useHrefWith()
  const isCalendar = view === 'calendar'
  return (
    <chakra.nav
      aria-label={words.view}
      display="inline-flex"
      gap={1}
      p={1}
      mb={3}
      bg="sunken"
      borderWidth="1px"
      borderColor="border"
      borderRadius="m"
    >
      <Way href={hrefWith({ view: null })} shallow scroll={false} aria-current={isCalendar ? undefined : 'page'}>
        <MenuIcon size={15} />
        {words.asList}
      </Way>
      <Way
        href={hrefWith({ view: 'calendar', month: null, page: null })}
        shallow
        scroll={false}
        aria-current={isCalendar ? 'page' : undefined}
      >
        <CalendarIcon size={15} />
        {words.asCalendar}
      </Way>
    </chakra.nav>
  )
}
