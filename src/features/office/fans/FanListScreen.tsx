import { useState } from 'react'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { ExportButton } from '#club/exports/ExportButton.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { usePlanFilter } from '#membership/plans/usePlanFilter.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { PeopleIcon } from '#ui/look/icons.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Page } from '#ui/page/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { EmptyList } from '#ui/table/EmptyList.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { useDaysValue, useNumberValue } from '#ui/table/written.ts'
import { dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { staffFans } from './contract'
import { labelLength, segments } from './fan'
import { StaffFanWords, useStaffFanWords } from './words'

export const FanListScreen = () => (
  <StaffFanWords>
    <FanList />
  </StaffFanWords>
)

type Row = ResultOf<typeof staffFans.getFans>['fans'][number]
type Ids = { tenantId: string; brandId: string }

const tabs = ['all', ...segments] as const
const monthSteps = [3, 6, 12, 24] as const
const mostYen = 99_999_999

const useFans = (ids: Ids | null, planId: string | undefined) => {
  const chosen = useQueryValue('segment')
  const segment = segments.find((one) => one === chosen)
  const [label, restricted] = [useQueryValue('label'), useQueryValue('isRestricted')]
  const [chosenMonths, seen] = [useQueryValue('monthsAtLeast'), useQueryValue('seen')]
  const months = monthSteps.find((n) => String(n) === chosenMonths)
  const { from: joinedFrom, to: joinedTo } = useDaysValue('joinedFrom', 'joinedTo')
  const lifetimeAtLeast = useNumberValue('lifetimeAtLeast', mostYen)
  const { q, asked } = useListQuery(['firstSeenAt', 'totalMonths', 'lifetimeAmount', 'lastPurchaseAt', 'memberNumber'])
  const filter = ids && {
    ...ids,
    ...(q !== '' && { q: [...q].slice(0, 100).join('') }),
    ...(segment && { segment }),
    ...(planId && { planId }),
    ...(label !== '' && [...label].length <= labelLength && { label }),
    ...(restricted === 'only' && { isRestricted: true }),
    ...(months && { monthsAtLeast: months }),
    ...(seen === 'thisMonth' && { seenFrom: startOfTokyoMonth(tokyoMonth(Date.now())) }),
    ...(joinedFrom !== undefined && { joinedFrom }),
    ...(joinedTo !== undefined && { joinedTo }),
    ...(lifetimeAtLeast && { lifetimeAtLeast }),
  }
  const list = useRead(staffFans.getFans, filter && { ...asked, ...filter })
  return { list, filter, segment }
}

const FanList = () => {
  const words = useStaffFanWords()
  const ids = useRouteIds('tenantId', 'brandId')
  const plan = usePlanFilter(ids, words.planFilter)
  const { list, filter, segment } = useFans(ids, plan.planId)
  const columns = useColumns(list.data?.seesMoney ?? true)
  const [labelling, setLabelling] = useState<{ rows: readonly Row[]; on: boolean; clear: () => void } | null>(null)
  const counts = list.data?.counts
  return (
    <Page
      title={words.title}
      {...(counts && { count: counts.all })}
      actions={filter && <ExportButton type="fans" operation={staffFans.exportFans} asked={filter} />}
    >
      <Card flush>
        {ids && (
          <ListTabs
            label={words.title}
            query="segment"
            names={tabs}
            chosen={segment ?? 'all'}
            labels={words.tabs}
            counts={counts}
          />
        )}
        <DataTable
          label={words.tableLabel}
          columns={columns}
          list={list}
          items={list.data?.fans}
          itemId={({ fanId }) => fanId}
          itemHref={({ fanId }) => (ids ? routes.fan({ ...ids, fanId }) : '')}
          itemName={({ displayName }) => displayName || words.noName}
          search={list.data?.findsByEmail ? words.searchWithEmail : words.search}
          filters={[
            plan.filter,
            {
              name: 'label',
              label: words.filters.label,
              options: [
                { value: '', label: words.allLabels },
                ...(list.data?.labels ?? []).map((one) => ({ value: one, label: one })),
              ],
            },
            {
              name: 'monthsAtLeast',
              label: words.filters.monthsAtLeast,
              options: [
                { value: '', label: words.monthsAtLeast.all },
                ...monthSteps.map((n) => ({ value: String(n), label: words.monthsAtLeast.n(n) })),
              ],
            },
            {
              name: 'seen',
              label: words.filters.seen,
              options: [
                { value: '', label: words.seen.all },
                { value: 'thisMonth', label: words.seen.thisMonth },
              ],
            },
            {
              name: 'isRestricted',
              label: words.filters.isRestricted,
              options: [
                { value: '', label: words.restricted.all },
                { value: 'only', label: words.restricted.only },
              ],
            },
          ]}
          written={[
            { type: 'days', from: 'joinedFrom', to: 'joinedTo', label: words.filters.joined },
            ...(list.data?.seesMoney
              ? [
                  {
                    type: 'number' as const,
                    name: 'lifetimeAtLeast',
                    label: words.filters.lifetimeAtLeast,
                    max: mostYen,
                    unit: 'yen' as const,
                    said: (yen: number) => words.lifetimeAtLeast(yenText(yen)),
                  },
                ]
              : []),
          ]}
          bulk={(rows, clear) => (
            <>
              <Button size="s" onClick={() => setLabelling({ rows, on: true, clear })}>
                {words.addLabel}
              </Button>
              <Button size="s" onClick={() => setLabelling({ rows, on: false, clear })}>
                {words.removeLabel}
              </Button>
            </>
          )}
          empty={<EmptyList words={words.empty} filtered={counts && counts.all > 0} icon={<PeopleIcon size={24} />} />}
        />
      </Card>
      {ids && labelling && <LabelDialog ids={ids} {...labelling} onClose={() => setLabelling(null)} />}
    </Page>
  )
}

type LabelProps = { ids: Ids; rows: readonly Row[]; on: boolean; clear: () => void; onClose: () => void }

const LabelDialog = ({ ids, rows, on, clear, onClose }: LabelProps) => {
  const words = useStaffFanWords()
  const attempt = useAttempt(words.refusals)
  const write = useWrite(staffFans.labelFans, { refresh: [staffFans.getFans] })
  const [label, setLabel] = useState('')
  const save = () =>
    attempt(async () => {
      const { changed } = await write.mutateAsync({ ...ids, fanIds: rows.map(({ fanId }) => fanId), label, on })
      toast({ tone: 'ok', title: words.labelled(changed) })
      clear()
      onClose()
    })
  return (
    <AskDialog
      title={words.labelDialog(rows.length)}
      confirm={on ? words.addLabel : words.removeLabel}
      busy={write.isPending}
      disabled={label.trim() === ''}
      onClose={onClose}
      onConfirm={save}
    >
      <Field label={words.labelName} max={labelLength} value={label}>
        <TextInput data-autofocus value={label} onChange={(event) => setLabel(event.currentTarget.value)} />
      </Field>
    </AskDialog>
  )
}

const useColumns = (seesMoney: boolean): readonly Column<Row>[] => {
  const words = useStaffFanWords()
  const locale = useLocale()
  return [
    {
      id: 'fan',
      header: words.columns.fan,
      main: true,
      width: '27%',
      cell: ({ displayName, icon, memberNumber, labels, isBlocked, isBanned }) => (
        <NameCell
          media={<Avatar name={displayName} src={icon} size={36} />}
          name={displayName || words.noName}
          number={memberNumber === null ? words.noNumber : words.memberNumber(memberNumber)}
          note={labels.join(' · ')}
          mark={
            isBlocked ? (
              <Badge tone="bad">{words.blockedBadge}</Badge>
            ) : isBanned ? (
              <Badge tone="warn">{words.banned}</Badge>
            ) : undefined
          }
        />
      ),
    },
    { id: 'segment', header: words.columns.segment, cell: ({ segment }) => words.tabs[segment] },
    {
      id: 'plan',
      header: words.columns.plan,
      wrap: true,
      cell: ({ planNames }) => planNames.join(' · ') || words.none,
    },
    {
      id: 'months',
      header: words.columns.months,
      align: 'end',
      sort: 'totalMonths',
      sortsDown: true,
      cell: ({ totalMonths }) => (totalMonths === 0 ? words.none : words.months(totalMonths)),
    },
    ...(seesMoney
      ? [
          {
            id: 'lifetime',
            header: words.columns.lifetime,
            align: 'end' as const,
            sort: 'lifetimeAmount',
            sortsDown: true,
            cell: ({ lifetimeAmount }: Row) => (lifetimeAmount === null ? words.none : yenText(lifetimeAmount)),
          },
        ]
      : []),
    {
      id: 'purchase',
      header: words.columns.purchase,
      hideOnPhone: true,
      sort: 'lastPurchaseAt',
      sortsDown: true,
      cell: ({ lastPurchaseAt }) =>
        lastPurchaseAt === null ? words.none : dateText(lastPurchaseAt, locale, { short: true }),
    },
  ]
}
