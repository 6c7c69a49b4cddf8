import { useRouter } from 'next/router'
import { useState } from 'react'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useTenantUser } from '#club/identity/session.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { LockIcon } from '#ui/look/icons.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { eventGoods } from '../contract'
import { DraftEditor } from './DraftEditor'
import { emptyEventGoods, eventValuesOf } from './values'
import { EventGoodsWords, useEventGoodsWords } from './words'

/** A draft of new goods, or an existing one with `draftId`. */
export const NewEventGoodsScreen = () => (
  <EventGoodsWords>
    <Screen />
  </EventGoodsWords>
)

const hour = 3_600_000

const Screen = () => {
  const words = useEventGoodsWords()
  const ids = useRouteIds('tenantId')
  const router = useRouter()
  const draftId = useQueryValue('draftId')
  const [begun] = useState(() => Math.floor(Date.now() / hour) * hour)
  const { user } = useTenantUser()
  const list = useRead(eventGoods.getEventGoodsList, ids && { ...ids, pagination: { limit: 1, offset: 0 } })
  const known = useRead(eventGoods.getEventGoodsDraft, ids && draftId ? { ...ids, draftId } : null)
  const sold = useRead(
    eventGoods.getEventGoods,
    ids && known.data?.draft.goodsId ? { ...ids, goodsId: known.data.draft.goodsId } : null,
  )
  const failed = list.failed ?? known.failed
  const isWaiting = !list.data || (draftId !== '' && !known.data) || (known.data?.draft.goodsId && !sold.data)
  const back = ids && { href: routes.eventGoods(ids), label: words.title }
  if (!ids || !router.isReady || failed || isWaiting || !list.data) {
    const text = failed && words.refusals[failed.code]
    return (
      <PendingPage
        title={words.createTitle}
        failed={failed && { ...failed, ...(text && { title: text }) }}
        {...(back && { back })}
      />
    )
  }
  const { brands, canEdit } = list.data
  // The home brand must be one that the reader works for.
  const mine = brands.filter(
    ({ brandId }) => user.state !== 'authorized' || user.brands.some((brand) => brand.brandId === brandId),
  )
  const home = mine[0]?.brandId ?? brands[0]?.brandId ?? ''
  if (!canEdit)
    return (
      <Page title={words.createTitle} {...(back && { back })}>
        <Card>
          <EmptyState icon={<LockIcon size={24} />} title={words.createTitle} text={words.detail.readOnly} />
        </Card>
      </Page>
    )
  return (
    <DraftEditor
      key={draftId || 'new'}
      tenantId={ids.tenantId}
      brands={brands}
      title={known.data?.draft.name || words.createTitle}
      events={known.data?.events ?? []}
      values={
        known.data
          ? eventValuesOf(known.data.said, brands, {
              stock: sold.data?.variations ?? [],
              uploads: known.data.uploads,
            })
          : emptyEventGoods(begun, brands, home)
      }
      goodsEditedAt={known.data?.goodsEditedAt ?? null}
      {...(known.data && { draft: known.data.draft, isStale: known.data.isStale })}
    />
  )
}
