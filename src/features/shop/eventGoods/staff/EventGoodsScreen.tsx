import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useState } from 'react'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { loadAhead } from '#kit/ahead.ts'
import type { ResultOf } from '#kit/contract.ts'
import { whenIdle } from '#kit/whenIdle.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Facts } from '#ui/Card.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Picture } from '#ui/Picture.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { eventGoods } from '../contract'
import { isPickedUpBy, isSentBy } from '../eventGoods'
import { DraftBadge, SaleBadge } from './parts'
import { shownField } from './shown'
import { eventValuesOf } from './values'
import { EventGoodsWords, useEventGoodsWords } from './words'

const DraftEditor = dynamic(() => import('./DraftEditor').then((m) => m.DraftEditor), { ssr: false })

type ScreenProps = {
  /** Renders the orders of these goods, which belong to another feature. */
  orders: (ids: { tenantId: string; brandId: string }, goodsId: string) => ReactNode
}

/** Event goods as they are now; changes are made by drafts. */
export const EventGoodsScreen = (props: ScreenProps) => (
  <EventGoodsWords>
    <Screen {...props} />
  </EventGoodsWords>
)

type Answer = ResultOf<typeof eventGoods.getEventGoods>

const Screen = ({ orders }: ScreenProps) => {
  const words = useEventGoodsWords()
  const ids = useRouteIds('tenantId', 'goodsId')
  const read = useRead(eventGoods.getEventGoods, ids)
  const [isEditing, setEditing] = useState(false)
  useEffect(() => whenIdle(() => loadAhead(DraftEditor)), [])
  const back = ids && { href: routes.eventGoods(ids), label: words.title }
  if (!ids || !read.data) {
    const text = read.failed && words.refusals[read.failed.code]
    return (
      <PendingPage
        title={words.detail.waiting}
        failed={read.failed && { ...read.failed, ...(text && { title: text }) }}
        {...(back && { back })}
      />
    )
  }
  const { said, brands, variations, uploads, goods } = read.data
  if (isEditing)
    return (
      <DraftEditor
        tenantId={ids.tenantId}
        brands={brands}
        title={goods.name}
        events={goods.eventId === null ? [] : [{ eventId: goods.eventId, title: goods.eventTitle }]}
        goodsId={ids.goodsId}
        goodsEditedAt={goods.editedAt}
        values={eventValuesOf(said, brands, { stock: variations, uploads })}
      />
    )
  return <Sold ids={ids} read={read.data} orders={orders} onEdit={() => setEditing(true)} />
}

const shownFields = [
  'description',
  'price',
  'isReducedTax',
  'delivery',
  'pickUp',
  'shippingFee',
  'shippingTimeText',
  'files',
  'windows',
  'shares',
  'salesType',
  'maxPerPerson',
] as const

type Props = ScreenProps & { ids: { tenantId: string; goodsId: string }; read: Answer; onEdit: () => void }

const Sold = ({ ids, read, orders, onEdit }: Props) => {
  const words = useEventGoodsWords()
  const locale = useLocale()
  const { goods: item, said, draft, variations, brands, canEdit, canDecide } = read
  const attempt = useAttempt(words.refusals)
  const refresh = { refresh: [eventGoods.getEventGoods, eventGoods.getEventGoodsList] }
  const publish = useWrite(eventGoods.publishEventGoods, refresh)
  const end = useWrite(eventGoods.endEventGoodsSale, refresh)
  const [isEnding, setEnding] = useState(false)
  const { detail } = words
  const isOver = item.salesStatus === 'endOfSale'
  const home = brands.find(({ brandId }) => brandId === item.brandId)
  const isShown = (name: (typeof shownFields)[number]) =>
    name === 'pickUp'
      ? isPickedUpBy(said.delivery)
      : name === 'files'
        ? said.delivery === 'digital'
        : name === 'shippingFee' || name === 'shippingTimeText'
          ? isSentBy(said.delivery)
          : name !== 'isReducedTax' || said.isReducedTax === true
  return (
    <Page
      title={item.name}
      badge={<SaleBadge item={item} />}
      back={{ href: routes.eventGoods(ids), label: words.title }}
      actions={
        <>
          {canDecide && item.visibility === 'hidden' && !isOver && (
            <Button
              look="primary"
              busy={publish.isPending}
              onClick={() =>
                void attempt(async () => {
                  await publish.mutateAsync({ ...ids, expectedEditedAt: item.editedAt })
                  toast({ tone: 'ok', title: detail.published })
                })
              }
            >
              {detail.publish}
            </Button>
          )}
          {canDecide && item.visibility === 'visible' && !isOver && (
            <Button onClick={() => setEnding(true)}>{detail.end}</Button>
          )}
        </>
      }
    >
      <Columns
        aside={
          <>
            <Card title={detail.aside}>
              <Facts
                items={[
                  { label: detail.status, value: <SaleBadge item={item} /> },
                  { label: detail.brand, value: home?.name ?? '' },
                  ...(item.eventTitle ? [{ label: words.form.event, value: item.eventTitle }] : []),
                  { label: words.columns.sold, value: item.sold },
                  { label: words.columns.stock, value: item.stock === null ? words.unlimited : item.stock },
                ]}
              />
            </Card>
            <Card title={detail.editTitle} lead={draft ? undefined : canEdit ? detail.editText : detail.readOnly}>
              <chakra.div display="grid" gap={3} justifyItems="start">
                {draft ? (
                  <>
                    <DraftBadge state={draft.state} />
                    <chakra.p fontSize="0.875rem">
                      {draft.state === 'submitted' ? detail.draftWaiting : detail.draftOpen}
                    </chakra.p>
                    <LinkButton href={routes.eventGoodsDrafts(ids, { query: { draftId: draft.draftId } })}>
                      {detail.openDraft}
                    </LinkButton>
                  </>
                ) : (
                  canEdit && <Button onClick={onEdit}>{detail.edit}</Button>
                )}
              </chakra.div>
            </Card>
          </>
        }
      >
        <Card title={words.form.about}>
          {said.thumbnails[0] && (
            <chakra.span
              display="block"
              position="relative"
              w="160px"
              aspectRatio="1"
              borderRadius="m"
              overflow="hidden"
              bg="sunken"
              mb={4}
            >
              <Picture
                src={said.thumbnails[0].url}
                alt={said.thumbnails[0].alt}
                sizes="160px"
                w="100%"
                h="100%"
                position="absolute"
                inset={0}
              />
            </chakra.span>
          )}
          <Facts
            wide
            items={shownFields.filter(isShown).map((name) => ({
              label: words.drafts.fieldNames[name] ?? name,
              value: (
                <chakra.span whiteSpace="pre-line">{shownField(name, said, { words, locale, brands })}</chakra.span>
              ),
            }))}
          />
        </Card>
        <Card title={detail.stock}>
          <chakra.ul fontSize="0.875rem">
            {variations.map(({ variationId, variationName, available, reserved, sold, isUnlimited }) => (
              <chakra.li
                key={variationId}
                display="flex"
                flexWrap="wrap"
                columnGap={5}
                py={2}
                borderTopWidth="1px"
                borderColor="border"
                fontVariantNumeric="tabular-nums"
                _first={{ borderTopWidth: 0 }}
              >
                <chakra.span flex="1" fontWeight="semibold">
                  {variationName || item.name}
                </chakra.span>
                <span>
                  {words.columns.stock} {isUnlimited ? words.unlimited : available}
                </span>
                <span>
                  {detail.reserved} {reserved}
                </span>
                <span>
                  {words.columns.sold} {sold}
                </span>
              </chakra.li>
            ))}
          </chakra.ul>
        </Card>
        {orders({ tenantId: ids.tenantId, brandId: item.brandId }, ids.goodsId)}
      </Columns>
      <ConfirmDialog
        open={isEnding}
        onClose={() => setEnding(false)}
        title={detail.endTitle(item.name)}
        confirm={detail.end}
        onConfirm={async () => {
          await attempt(async () => {
            await end.mutateAsync(ids)
            toast({ tone: 'ok', title: detail.ended })
          })
          setEnding(false)
        }}
      >
        {detail.endText}
      </ConfirmDialog>
    </Page>
  )
}
