import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useConfig } from '#client/useConfig.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { isCallError } from '#kit/callError.ts'
import { grouped } from '#kit/number.ts'
import { tokyoMonth } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Link } from '#ui/Link.tsx'
import { CalendarIcon, MenuIcon, NewsIcon, PlayIcon, PlusIcon } from '#ui/look/icons.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Page } from '#ui/page/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { EmptyList } from '#ui/table/EmptyList.tsx'
import { FigureCell } from '#ui/table/FigureCell.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useHrefWith } from '#ui/table/Pager.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText, monthText } from '#ui/text/DateText.tsx'
import { contentTypes } from '../content'
import { type ContentListItem, contents } from '../contract'
import { ContentBadge, ConversionBadge, monthAfter, monthKey, monthOfKey } from '../parts'
import { ContentWords, useContentWords } from '../words'
import { ContentCalendar } from './ContentCalendar'

export const ContentListScreen = () => (
  <ContentWords>
    <ContentList />
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
  return (
    <Page title={words.title} {...(counts && { count: counts.all })} actions={create}>
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
  const { q, asked } = useListQuery([])
  const type = useQueryValue('type')
  const planId = useQueryValue('planId')
  const month = monthOfKey(useQueryValue('month'))
  const list = useRead(
    contents.getPlanContentsWithPlans,
    ids && {
      ...ids,
      pagination: asked.pagination,
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
  const columns = useColumns()
  const filters = useFilters(ids)
  const canEdit = list.data?.canEdit ?? false
  const [chosen, setChosen] = useState<{ items: readonly ContentListItem[]; clear: () => void } | null>(null)
  const hrefOf = ({ planContentId }: ContentListItem) =>
    ids ? routes.content({ ...ids, contentId: planContentId }) : ''
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
          ...(canEdit && content.status !== 'draft'
            ? [
                {
                  key: 'revert',
                  label: words.actions.revert,
                  onSelect: () => setChosen({ items: [content], clear: () => {} }),
                },
              ]
            : []),
        ]}
        {...(canEdit && {
          bulk: (items: readonly ContentListItem[], clear: () => void) => (
            <Button
              disabled={items.every(({ status }) => status === 'draft')}
              onClick={() => setChosen({ items, clear })}
            >
              {words.bulk.revert}
            </Button>
          ),
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
      {ids && chosen && <RevertDialog ids={ids} {...chosen} key={tab} onClose={() => setChosen(null)} />}
    </>
  )
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

const useColumns = (): readonly Column<ContentListItem>[] => {
  const words = useContentWords()
  const locale = useLocale()
  return [
    {
      id: 'name',
      header: words.columns.content,
      main: true,
      cell: ({ name, type, description, thumbnail }) => (
        <NameCell
          name={name || words.unnamed}
          note={description ? `${words.types[type]}・${description}` : words.types[type]}
          picture={thumbnail}
        />
      ),
    },
    {
      id: 'status',
      header: words.columns.status,
      cell: (content) => (
        <chakra.span display="inline-flex" flexWrap="wrap" gap={1}>
          <ContentBadge content={content} />
          <ConversionBadge status={content.conversionStatus} />
        </chakra.span>
      ),
    },
    {
      id: 'visibility',
      header: words.columns.visibility,
      wrap: true,
      // Wide enough for a plan's name on one line.
      cell: ({ viewableBy, plans: [first, ...others] }) => (
        <chakra.span display="inline-block" minW={{ lg: '100px' }}>
          {viewableBy === 'allUsers'
            ? words.everybody
            : first
              ? words.plansMore(first.name, others.length)
              : words.noPlans}
        </chakra.span>
      ),
    },
    {
      id: 'month',
      header: words.columns.month,
      hideOnPhone: true,
      cell: ({ backNumberPeriod }) => (backNumberPeriod ? monthText(backNumberPeriod, locale) : words.none),
    },
    {
      id: 'publishing',
      header: words.columns.publishing,
      hideOnPhone: true,
      cell: ({ publishingAt }) =>
        publishingAt === null ? words.none : dateText(publishingAt, locale, { short: true }),
    },
    {
      id: 'loves',
      header: words.columns.loves,
      align: 'end',
      hideOnPhone: true,
      // Counts are shown only once the content could be seen.
      cell: ({ status, loves, comments }) =>
        status === 'active' || loves + comments > 0 ? (
          <FigureCell figure={grouped(loves)} note={words.comments(comments)} />
        ) : (
          words.none
        ),
    },
  ]
}

type RevertDialogProps = {
  ids: Ids
  items: readonly ContentListItem[]
  clear: () => void
  onClose: () => void
}

const RevertDialog = ({ ids, items, clear, onClose }: RevertDialogProps) => {
  const words = useContentWords()
  const revert = useWrite(contents.revertPlanContentToDraft, {
    refresh: [contents.getPlanContentsWithPlans, contents.getPrivatePlanContent, contents.getScheduledActions],
  })
  const shown = items.filter(({ status }) => status !== 'draft')
  const run = async () => {
    let done = 0
    for (const { planContentId, editedAt } of shown) {
      try {
        await revert.mutateAsync({ ...ids, planContentId, expectedEditedAt: editedAt })
        done += 1
      } catch (error) {
        if (!isCallError(error)) throw error
      }
    }
    const failed = shown.length - done
    toast({
      tone: failed > 0 ? 'bad' : 'ok',
      title: failed > 0 ? words.bulk.some(done, failed) : words.bulk.done(done),
    })
    clear()
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={run}
      title={words.bulk.title(shown.length)}
      confirm={words.bulk.revert}
    >
      <p>{words.bulk.text}</p>
      {shown.length < items.length && <p>{words.bulk.skipped(items.length - shown.length)}</p>}
    </ConfirmDialog>
  )
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
