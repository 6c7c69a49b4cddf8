import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Facts, Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { NewsIcon } from '#ui/look/icons.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { DateText, dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { type EventGoodsDraftRow, type EventGoodsSaid, eventGoods } from '../contract'
import { draftStates } from '../eventGoods'
import { linesBefore } from './lines'
import { DraftBadge } from './parts'
import { Pictures, shownField } from './shown'
import { EventGoodsWords, useEventGoodsWords } from './words'

/** The drafts of a club; with `draftId`, the review of one. */
export const EventGoodsDraftsScreen = () => (
  <EventGoodsWords>
    <Screen />
  </EventGoodsWords>
)

const Screen = () => {
  const draftId = useQueryValue('draftId')
  return draftId ? <Review key={draftId} draftId={draftId} /> : <List />
}

const tabs = ['all', ...draftStates] as const

const List = () => {
  const words = useEventGoodsWords()
  const { drafts: says } = words
  const locale = useLocale()
  const ids = useRouteIds('tenantId')
  const chosen = useQueryValue('status')
  const status = draftStates.find((one) => one === chosen)
  const { asked } = useListQuery([])
  const list = useRead(
    eventGoods.getEventGoodsDrafts,
    ids && { ...ids, pagination: asked.pagination, ...(status && { status }) },
  )
  const names = new Map(list.data?.brands.map(({ brandId, name }) => [brandId, name]))
  const columns: readonly Column<EventGoodsDraftRow>[] = [
    {
      id: 'name',
      header: says.columns.draft,
      main: true,
      cell: ({ name, thumbnail, brandId, goodsId }) => (
        <NameCell
          name={name || words.drafts.empties}
          note={[goodsId === null ? says.isNew : '', names.get(brandId)].filter(Boolean).join(' · ')}
          picture={thumbnail}
        />
      ),
    },
    { id: 'state', header: says.columns.state, cell: ({ state }) => <DraftBadge state={state} /> },
    {
      id: 'changed',
      header: says.columns.changed,
      hideOnPhone: true,
      cell: ({ changed, goodsId, state }) =>
        goodsId === null || state === 'approved' ? words.none : says.fields(changed.length),
    },
    { id: 'author', header: says.columns.author, cell: ({ authorName }) => authorName || words.none },
    {
      id: 'edited',
      header: says.columns.edited,
      cell: ({ editedAt }) => dateText(editedAt, locale, { short: true }),
    },
  ]
  return (
    <Page title={says.title} {...(ids && { back: { href: routes.eventGoods(ids), label: words.title } })}>
      <Card flush>
        <ListTabs
          label={says.title}
          query="status"
          names={tabs}
          chosen={status ?? 'all'}
          labels={{ ...words.states, ...says.tabs }}
        />
        <DataTable
          label={says.tableLabel}
          columns={columns}
          list={list}
          items={list.data?.drafts}
          itemId={({ draftId }) => draftId}
          itemHref={({ draftId }) => (ids ? routes.eventGoodsDrafts(ids, { query: { draftId } }) : '')}
          itemName={({ name }) => name || words.drafts.empties}
          empty={<EmptyState icon={<NewsIcon size={24} />} title={says.empty} text={says.emptyText} />}
        />
      </Card>
    </Page>
  )
}

type Answer = ResultOf<typeof eventGoods.getEventGoodsDraft>

const Review = ({ draftId }: { draftId: string }) => {
  const words = useEventGoodsWords()
  const ids = useRouteIds('tenantId')
  const isId = /^[A-Za-z0-9_-]{1,64}$/.test(draftId)
  const read = useRead(eventGoods.getEventGoodsDraft, ids && isId ? { ...ids, draftId } : null)
  const back = ids && { href: routes.eventGoodsDrafts(ids), label: words.drafts.title }
  if (!ids || !read.data) {
    const text = read.failed && words.refusals[read.failed.code]
    return (
      <PendingPage
        title={words.drafts.reviewTitle}
        failed={read.failed && { ...read.failed, ...(text && { title: text }) }}
        {...(back && { back })}
      />
    )
  }
  return <Decision ids={ids} read={read.data} reload={read.reload} />
}

const allFields: readonly (keyof EventGoodsSaid)[] = [
  'homeBrandId',
  'eventId',
  'name',
  'price',
  'isReducedTax',
  'description',
  'english',
  'thumbnails',
  'variations',
  'delivery',
  'pickUp',
  'shippingFee',
  'shippingTimeText',
  'files',
  'windows',
  'shares',
  'salesType',
  'maxPerPerson',
]

type Props = { ids: { tenantId: string }; read: Answer; reload: () => void }

const Decision = ({ ids, read, reload }: Props) => {
  const words = useEventGoodsWords()
  const { drafts: says } = words
  const { draft, isStale, isOwn, canEdit, canDecide } = read
  const attempt = useAttempt(words.refusals)
  const refresh = {
    refresh: [
      eventGoods.getEventGoodsDraft,
      eventGoods.getEventGoodsDrafts,
      eventGoods.getEventGoodsList,
      eventGoods.getEventGoods,
    ],
  }
  const approve = useWrite(eventGoods.approveEventGoodsDraft, refresh)
  const giveBack = useWrite(eventGoods.returnEventGoodsDraft, refresh)
  const [asked, setAsked] = useState<'approve' | 'return' | null>(null)
  const ways = {
    on: {
      conflict: () => {
        toast({ tone: 'bad', title: words.refusals.conflict ?? '' })
        setAsked(null)
        reload()
      },
    },
  }
  const named = { ...ids, draftId: draft.draftId, expectedEditedAt: draft.editedAt }
  const mayDecide = canDecide && draft.state === 'submitted'
  const name = draft.name || says.empties
  return (
    <Page
      title={name}
      badge={<DraftBadge state={draft.state} />}
      back={{ href: routes.eventGoodsDrafts(ids), label: says.title }}
      actions={
        <>
          {canEdit && draft.state !== 'approved' && (
            <LinkButton href={routes.newEventGoods(ids, { query: { draftId: draft.draftId } })}>{says.edit}</LinkButton>
          )}
          {mayDecide && <Button onClick={() => setAsked('return')}>{says.return}</Button>}
          {mayDecide && !isOwn && (
            <Button look="primary" disabled={isStale} onClick={() => setAsked('approve')}>
              {says.approve}
            </Button>
          )}
        </>
      }
    >
      <Columns
        aside={
          <Card title={says.reviewTitle}>
            <Facts
              items={[
                { label: says.columns.state, value: <DraftBadge state={draft.state} /> },
                { label: says.columns.author, value: draft.authorName || words.none },
                { label: says.columns.edited, value: <DateText at={draft.editedAt} hour /> },
              ]}
            />
          </Card>
        }
      >
        {isStale && <Notice tone="warn">{says.stale}</Notice>}
        {mayDecide && isOwn && <Notice tone="info">{says.own}</Notice>}
        {draft.state === 'returned' && (
          <Notice tone="warn">
            <strong>{says.returnedFor}</strong>
            <chakra.p whiteSpace="pre-line" overflowWrap="anywhere">
              {draft.reason}
            </chakra.p>
          </Notice>
        )}
        <Diff read={read} />
      </Columns>
      <ConfirmDialog
        open={asked === 'approve'}
        onClose={() => setAsked(null)}
        title={says.approveTitle(name)}
        confirm={says.approve}
        tone="primary"
        onConfirm={async () => {
          await attempt(async () => {
            await approve.mutateAsync(named)
            toast({ tone: 'ok', title: says.approved })
          }, ways)
          setAsked(null)
        }}
      >
        {draft.goodsId === null ? says.approveNewText : says.approveText}
      </ConfirmDialog>
      {asked === 'return' && (
        <ReturnDialog
          busy={giveBack.isPending}
          onClose={() => setAsked(null)}
          onReturn={(reason) =>
            attempt(async () => {
              await giveBack.mutateAsync({ ...named, reason })
              toast({ tone: 'ok', title: says.returned })
              setAsked(null)
            }, ways)
          }
        />
      )}
    </Page>
  )
}

type ReturnProps = { busy: boolean; onClose: () => void; onReturn: (reason: string) => Promise<unknown> }
const ReturnDialog = ({ busy, onClose, onReturn }: ReturnProps) => {
  const { drafts: says, rules } = useEventGoodsWords()
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const isMissing = reason.trim() === ''
  return (
    <Dialog open onClose={busy ? () => {} : onClose} title={says.returnTitle} size="s">
      <chakra.div display="grid" gap={4} pb={4}>
        <Field
          label={says.reason}
          hint={says.reasonHint}
          required
          {...(isTried && isMissing && { error: rules.required() })}
        >
          <TextArea
            rows={4}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Field>
        <Button
          look="primary"
          wide
          busy={busy}
          onClick={() => {
            setTried(true)
            if (!isMissing) void onReturn(reason)
          }}
        >
          {says.return}
        </Button>
      </chakra.div>
    </Dialog>
  )
}

const Side = chakra('div', {
  base: {
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
    fontSize: '0.875rem',
    px: 3,
    py: 2,
    borderRadius: 'm',
    minW: 0,
  },
  variants: { side: { before: { bg: 'sunken', color: 'muted' }, after: { bg: 'accentSubtle' } } },
})

/** Strikes out only removed lines, so that a size that is kept does not look deleted. */
const Before = ({ text: before, after }: { text: string; after: string }) =>
  linesBefore(before, after).map(({ key, text, stays }) => (
    <chakra.span key={key} as={stays ? 'span' : 'del'} display="block">
      {text}
    </chakra.span>
  ))

/** The current goods and the draft, field by field. */

const Diff = ({ read: { draft, said, now, brands, events, plans } }: { read: Answer }) => {
  const words = useEventGoodsWords()
  const { drafts: says } = words
  const locale = useLocale()
  const textOf = (name: keyof EventGoodsSaid, of: EventGoodsSaid) =>
    shownField(name, of, { words, locale, brands, events, plans })
  const changed = allFields.filter((name) => (now ? draft.changed.includes(name) : textOf(name, said) !== says.empties))
  return (
    <Card title={now ? says.compare : says.compareNew}>
      {changed.length === 0 ? (
        <chakra.p fontSize="0.875rem" color="muted">
          {says.same}
        </chakra.p>
      ) : (
        <chakra.dl display="grid" gap={4} data-testid="draft-diff">
          {changed.map((name) => (
            <div key={name}>
              <chakra.dt fontWeight="semibold" fontSize="sm" mb={1.5}>
                {says.fieldNames[name] ?? name}
              </chakra.dt>
              <chakra.dd
                display="grid"
                gap={2}
                gridTemplateColumns={{ base: '1fr', md: now ? 'repeat(2, minmax(0, 1fr))' : '1fr' }}
              >
                {now && (
                  <Side side="before">
                    <chakra.span display="block" fontSize="xs">
                      {says.before}
                    </chakra.span>
                    {name === 'thumbnails' && <Pictures {...now} />}
                    <Before text={textOf(name, now)} after={textOf(name, said)} />
                  </Side>
                )}
                <Side side="after">
                  {now && (
                    <chakra.span display="block" fontSize="xs" color="muted">
                      {says.after}
                    </chakra.span>
                  )}
                  {name === 'thumbnails' && <Pictures {...said} />}
                  <chakra.ins textDecoration="none">{textOf(name, said)}</chakra.ins>
                </Side>
              </chakra.dd>
            </div>
          ))}
        </chakra.dl>
      )}
    </Card>
  )
}
