import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { isCallError } from '#kit/callError.ts'
import type { ResultOf } from '#kit/contract.ts'
import { tokyoMonth } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { Select } from '#ui/form/TextInput.tsx'
import { CalendarIcon } from '#ui/look/icons.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Page } from '#ui/page/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { useHrefWith } from '#ui/table/Pager.tsx'
import { dateText, monthText } from '#ui/text/DateText.tsx'
import { MoneyText, yenText } from '#ui/text/MoneyText.tsx'
import { backNumbers } from './contract'
import { MonthWords, useMonthWords } from './words'

type Ids = { tenantId: string; brandId: string }
type Month = ResultOf<(typeof backNumbers)['getPlanBackNumbersAdmin']>['months'][number]

export const MonthListScreen = () => (
  <MonthWords>
    <MonthList />
  </MonthWords>
)

const keyOf = ({ period: { year, month } }: Month) => `${year}-${String(month).padStart(2, '0')}`

const MonthList = () => {
  const words = useMonthWords()
  const locale = useLocale()
  const router = useRouter()
  const hrefWith = useHrefWith()
  const ids = useRouteIds('tenantId', 'brandId')
  const known = useRead(plans.getPlans, ids && { ...ids, status: 'current' })
  const open = known.data?.plans.filter(({ status }) => status !== 'draft')
  const wanted = useQueryValue('planId')
  const planId = open?.find((plan) => plan.planId === wanted)?.planId ?? open?.[0]?.planId
  const thisYear = tokyoMonth(Date.now()).year
  const asked = Number(useQueryValue('year'))
  const year = Number.isInteger(asked) && asked >= 1970 && asked <= 9999 ? asked : thisYear
  const list = useRead(backNumbers.getPlanBackNumbersAdmin, ids && planId ? { ...ids, planId, year } : null)
  const [edited, setEdited] = useState<Month | null>(null)
  const { canEdit = false, months, defaultPrice = 0 } = list.data ?? {}
  const choose = (changes: Record<string, string>) =>
    void router.replace(hrefWith(changes), undefined, { shallow: true, scroll: false })
  const columns = useColumns(months)
  if (ids && open?.length === 0) {
    return (
      <Page title={words.title}>
        <Card>
          <EmptyState
            icon={<CalendarIcon size={24} />}
            title={words.noPlans.title}
            text={words.noPlans.text}
            action={<LinkButton href={routes.plans(ids)}>{words.toPlans}</LinkButton>}
          />
        </Card>
      </Page>
    )
  }
  return (
    <Page title={words.title}>
      <chakra.p color="muted" fontSize="0.875rem" mb={4}>
        {words.lead}
        {list.data && !canEdit && ` ${words.readOnly}`}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap={3} mb={4}>
        <chakra.div w={{ base: '100%', sm: '280px' }}>
          <Field label={words.plan}>
            <Select
              value={planId ?? ''}
              options={(open ?? []).map((plan) => ({ value: plan.planId, label: plan.name }))}
              onChange={(event) => choose({ planId: event.currentTarget.value })}
            />
          </Field>
        </chakra.div>
        <chakra.div w="140px">
          <Field label={words.year}>
            <Select
              value={String(year)}
              options={[...new Set([year, ...Array.from({ length: 10 }, (_, back) => thisYear - back)])]
                .sort((a, b) => b - a)
                .map((one) => ({ value: String(one), label: words.yearOf(one) }))}
              onChange={(event) => choose({ year: event.currentTarget.value })}
            />
          </Field>
        </chakra.div>
      </chakra.div>
      <Card flush>
        <DataTable
          label={words.tableLabel}
          columns={columns}
          list={{ ...list, failed: list.failed ?? known.failed }}
          items={months}
          itemId={keyOf}
          itemName={({ period }) => monthText(period, locale)}
          actions={(month) => [
            ...(canEdit ? [{ key: 'edit', label: words.edit, onSelect: () => setEdited(month) }] : []),
            {
              key: 'contents',
              label: words.seeContents,
              href: ids ? routes.contents(ids, { query: { status: 'all', planId, month: keyOf(month) } }) : '',
            },
          ]}
          empty={<EmptyState icon={<CalendarIcon size={24} />} title={words.empty.title} text={words.empty.text} />}
          skeletonRows={6}
        />
      </Card>
      {ids && planId && edited && (
        <EditDialog
          ids={ids}
          planId={planId}
          month={edited}
          defaultPrice={defaultPrice}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  )
}

const useColumns = (months: readonly Month[] | undefined): readonly Column<Month>[] => {
  const words = useMonthWords()
  const locale = useLocale()
  const seesMoney = months?.some(({ buyers }) => buyers !== null) ?? false
  return [
    { id: 'month', header: words.columns.month, main: true, cell: ({ period }) => monthText(period, locale) },
    {
      id: 'contents',
      header: words.columns.contents,
      align: 'end',
      cell: ({ countOfContents }) => words.count(countOfContents),
    },
    {
      id: 'price',
      header: words.columns.price,
      align: 'end',
      cell: ({ price, priceOverride }) => (
        <span>
          <MoneyText yen={price} />
          {priceOverride !== null && (
            <chakra.span display="block" fontSize="xs" color="muted">
              {words.ownPrice}
            </chakra.span>
          )}
        </span>
      ),
    },
    {
      id: 'state',
      header: words.columns.state,
      cell: ({ saleState, chosenSaleState, onSaleFrom }) => (
        <Badge tone={saleState === 'onSale' ? 'ok' : 'plain'}>
          {saleState === 'notForSale' && chosenSaleState === 'onSale'
            ? words.from(dateText(onSaleFrom, locale, { short: true }))
            : words.states[saleState]}
        </Badge>
      ),
    },
    ...(seesMoney
      ? [
          {
            id: 'buyers',
            header: words.columns.buyers,
            align: 'end' as const,
            hideOnPhone: true,
            cell: ({ buyers }: Month) => (buyers === null ? words.none : words.people(buyers)),
          },
          {
            id: 'income',
            header: words.columns.income,
            align: 'end' as const,
            hideOnPhone: true,
            cell: ({ income }: Month) => (income === null ? words.none : <MoneyText yen={income} />),
          },
        ]
      : []),
  ]
}

type EditProps = { ids: Ids; planId: string; month: Month; defaultPrice: number; onClose: () => void }

const EditDialog = ({ ids, planId, month, defaultPrice, onClose }: EditProps) => {
  const words = useMonthWords()
  const locale = useLocale()
  const save = useWrite(backNumbers.updateBackNumber, { refresh: [backNumbers.getPlanBackNumbersAdmin] })
  const [price, setPrice] = useState<number | null>(month.priceOverride)
  const [isOnSale, setOnSale] = useState(month.chosenSaleState === 'onSale')
  const problem =
    price === null
      ? ''
      : !Number.isInteger(price)
        ? words.priceNotWhole
        : price < 500
          ? words.priceTooSmall
          : price > 99_999_999
            ? words.priceTooBig
            : ''
  const run = async () => {
    if (problem) return
    const saleState = isOnSale ? ('onSale' as const) : ('notForSale' as const)
    try {
      await save.mutateAsync({ ...ids, planId, period: month.period, priceOverride: price, saleState })
      toast({ tone: 'ok', title: words.saved })
      onClose()
    } catch (error) {
      if (!isCallError(error)) throw error
      toast({ tone: 'bad', title: words.failed })
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="s"
      title={words.editTitle(monthText(month.period, locale))}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="primary" busy={save.isPending} onClick={() => void run()}>
            {words.save}
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap={4}>
        <Field label={words.price} hint={words.priceHint(yenText(defaultPrice))} {...(problem && { error: problem })}>
          <NumberInput value={price} onChange={setPrice} before="¥" />
        </Field>
        <Switch
          label={words.sale}
          hint={words.saleHint}
          checked={isOnSale}
          onChange={(event) => setOnSale(event.currentTarget.checked)}
        />
      </chakra.div>
    </Dialog>
  )
}
