import { chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { Operation } from '#kit/contract.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { TrashIcon } from '#ui/look/icons.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Page } from '#ui/page/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText, daysUntil } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { type BinKind, binKinds } from './bin'
import { type BinnedItem, bin } from './contract'
import { BinWords, useBinWords } from './words'

type BinScreenProps = {
  /** The reads that show what comes back. */
  refresh: readonly Operation[]
}

/** What staff have deleted of a brand in the last 30 days. */
export const BinScreen = (props: BinScreenProps) => (
  <BinWords>
    <Bin {...props} />
  </BinWords>
)

const tabs = ['all', ...binKinds] as const
/** So many days before it is gone, that is said. */
const fewDays = 3
type Asked = { act: 'restore' | 'remove'; item: BinnedItem }

const Bin = ({ refresh }: BinScreenProps) => {
  const words = useBinWords()
  const ids = useRouteIds('tenantId', 'brandId')
  const chosen = useQueryValue('kind')
  const kind = binKinds.find((one) => one === chosen)
  const { asked } = useListQuery([])
  const list = useRead(bin.getBin, ids && { ...ids, ...(kind && { kind }), pagination: asked.pagination })
  const restore = useWrite(bin.restoreFromBin, { refresh: [...refresh, bin.getBin] })
  const remove = useWrite(bin.deleteFromBin, { refresh: [bin.getBin] })
  const attempt = useAttempt(words.refusals)
  const [question, setQuestion] = useState<Asked | null>(null)
  /** What is being restored: a second press would find it gone. */
  const [underway, setUnderway] = useState('')
  const nameOf = ({ name }: BinnedItem) => name || words.unnamed
  const run = ({ act, item }: Asked) =>
    attempt(async () => {
      if (!ids) return
      const named = { ...ids, kind: item.kind, itemId: item.itemId }
      if (act === 'restore') {
        const { isPublished } = await restore.mutateAsync(named)
        return toast({
          tone: 'ok',
          title: words.restored(nameOf(item)),
          text: isPublished ? words.restoredPublic : words.restoredAs[item.kind],
          link: { label: words.open, href: hrefOf(ids, item) },
        })
      }
      await remove.mutateAsync(named)
      toast({ tone: 'ok', title: words.removed })
    }).then((done) => {
      // What is not there any more is not shown any longer.
      if (!done) list.reload()
    })
  /** Only what fans would see again at once is asked about. */
  const press = async (item: BinnedItem) => {
    if (item.returnsPublished) return setQuestion({ act: 'restore', item })
    setUnderway(keyOf(item))
    await run({ act: 'restore', item })
    setUnderway('')
  }
  const columns = useColumns((item) => (
    <Button
      size="s"
      busy={underway === keyOf(item)}
      disabled={underway !== ''}
      aria-label={words.restoreOf(nameOf(item))}
      onClick={() => void press(item)}
    >
      {words.restore}
    </Button>
  ))
  return (
    <Page
      title={words.title}
      lead={words.lead}
      {...(ids && kind && { back: { href: listOf(ids, kind), label: words.kinds[kind] } })}
    >
      <Card flush>
        <ListTabs
          label={words.title}
          query="kind"
          names={tabs}
          chosen={kind ?? 'all'}
          labels={{ ...words.kinds, all: words.all }}
        />
        <DataTable
          label={words.tableLabel}
          columns={columns}
          list={list}
          items={list.data?.items}
          itemId={keyOf}
          itemName={nameOf}
          actions={(item) => [
            { key: 'remove', label: words.remove, danger: true, onSelect: () => setQuestion({ act: 'remove', item }) },
          ]}
          empty={
            kind ? <EmptyState {...words.filtered} /> : <EmptyState icon={<TrashIcon size={24} />} {...words.empty} />
          }
        />
      </Card>
      {question && (
        <ConfirmDialog
          open
          tone={question.act === 'restore' ? 'primary' : 'danger'}
          onClose={() => setQuestion(null)}
          onConfirm={async () => {
            await run(question)
            setQuestion(null)
          }}
          title={
            question.act === 'restore'
              ? words.restoreTitle(nameOf(question.item))
              : words.removeTitle(nameOf(question.item))
          }
          confirm={question.act === 'restore' ? words.restore : words.remove}
        >
          <p>{question.act === 'remove' ? words.removeText : words.restoreText}</p>
        </ConfirmDialog>
      )}
    </Page>
  )
}

const hrefOf = (ids: { tenantId: string; brandId: string }, { kind, itemId }: BinnedItem) =>
  ({
    content: () => routes.content({ ...ids, contentId: itemId }),
    plan: () => routes.plan({ ...ids, planId: itemId }),
    goods: () => routes.goodsItem({ ...ids, goodsId: itemId }),
    event: () => routes.event({ ...ids, eventId: itemId }),
  })[kind]()

const listOf = (ids: { tenantId: string; brandId: string }, kind: BinKind) =>
  ({ content: routes.contents, plan: routes.plans, goods: routes.goods, event: routes.events })[kind](ids)

const keyOf = ({ kind, itemId }: BinnedItem) => `${kind}-${itemId}`

const useColumns = (restore: (item: BinnedItem) => ReactNode): readonly Column<BinnedItem>[] => {
  const words = useBinWords()
  const locale = useLocale()
  const [now] = useState(() => Date.now())
  return [
    {
      id: 'name',
      header: words.columns.name,
      main: true,
      width: '40%',
      cell: (item) => <NameCell name={item.name || words.unnamed} note={words.kinds[item.kind]} />,
    },
    {
      id: 'by',
      header: words.columns.by,
      cell: ({ kind, isMine, deletedByName }) => (
        <>
          {/* A phone shows no note under the name, and has no place for both. */}
          <chakra.span display={{ lg: 'none' }}>{words.kinds[kind]}</chakra.span>
          <chakra.span display={{ base: 'none', lg: 'inline' }}>
            {isMine ? words.me : deletedByName || words.nobody}
          </chakra.span>
        </>
      ),
    },
    {
      id: 'deletedAt',
      header: words.columns.deletedAt,
      hideOnPhone: true,
      cell: ({ deletedAt }) => dateText(deletedAt, locale, { short: true, hour: true }),
    },
    {
      id: 'goneAt',
      header: words.columns.goneAt,
      control: true,
      cell: (item) => (
        <chakra.span
          display="inline-flex"
          flexWrap={{ base: 'wrap', lg: 'nowrap' }}
          alignItems="center"
          columnGap={3}
          rowGap={1}
        >
          {daysUntil(item.goneAt, now) <= fewDays ? (
            <Badge tone="warn">{words.left(daysUntil(item.goneAt, now))}</Badge>
          ) : (
            words.until(dateText(item.goneAt, locale, { short: true }))
          )}
          {restore(item)}
        </chakra.span>
      ),
    },
  ]
}
