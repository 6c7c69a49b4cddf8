import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { routes } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Link } from '#ui/Link.tsx'
import { MoreMenu } from '#ui/overlay/MoreMenu.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { staffOrders } from '../desk/contract'
import { downloads, type Grant } from './contract'
import { DownloadWords, useDownloadWords } from './words'

type Ids = { tenantId: string; brandId: string }
type Props = { ids: Ids; of: { orderId: string } | { goodsId: string } | { uid: string } }

/** Download grants on the page of an order, a product or a fan: with counts, reset and suspension. */
export const StaffDownloads = (props: Props) => (
  <DownloadWords>
    <Grants {...props} />
  </DownloadWords>
)

const size = 20

const Grants = ({ ids: { tenantId, brandId }, of }: Props) => {
  const { staff: words } = useDownloadWords()
  const [page, setPage] = useState(1)
  const isOfOrder = 'orderId' in of
  const [lead, none] = isOfOrder
    ? [words.ofOrder, words.noneOfOrder]
    : 'uid' in of
      ? [words.ofFan, words.noneOfFan]
      : [words.ofGoods, words.none]
  const read = useRead(downloads.getDownloadGrants, {
    tenantId,
    brandId,
    ...of,
    pagination: { limit: size, offset: (page - 1) * size },
  })
  // Roles without access see the page without this card.
  if (read.failed?.code === 'forbidden') return null
  const total = read.data?.pagination.totalPage ?? 1
  return (
    <Card title={words.title} lead={lead}>
      {read.failed ? (
        <FailedState {...read.failed} />
      ) : !read.data ? (
        <SkeletonText lines={3} />
      ) : read.data.grants.length === 0 ? (
        <chakra.p color="muted" fontSize="0.875rem">
          {none}
        </chakra.p>
      ) : (
        <chakra.ul>
          {read.data.grants.map((grant) => (
            <One key={grant.grantId} ids={{ tenantId, brandId }} grant={grant} isOfOrder={isOfOrder} />
          ))}
        </chakra.ul>
      )}
      {total > 1 && (
        <chakra.nav aria-label={words.pages} display="flex" alignItems="center" gap={3} mt={3} fontSize="sm">
          <Button size="s" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {words.newer}
          </Button>
          <span>{words.pageOf(page, total)}</span>
          <Button size="s" disabled={page >= total} onClick={() => setPage(page + 1)}>
            {words.older}
          </Button>
        </chakra.nav>
      )}
    </Card>
  )
}

const tones = { active: 'ok', limitReached: 'warn', suspended: 'bad' } as const

const One = ({ ids, grant, isOfOrder }: { ids: Ids; grant: Grant; isOfOrder: boolean }) => {
  const { staff: words, refusals } = useDownloadWords()
  const attempt = useAttempt(refusals)
  const refresh = { refresh: [downloads.getDownloadGrants, staffOrders.getOrder] }
  const reset = useWrite(downloads.resetDownloadCount, refresh)
  const suspend = useWrite(downloads.suspendDownload, refresh)
  const { grantId, orderId, orderNumber, buyerName, fileName, state, usedCount, maxDownloads, reason } = grant
  const named = { ...ids, grantId }
  const isByHand = reason === 'staff' || reason === 'abuse'
  const items = [
    ...(usedCount > 0
      ? [
          {
            key: 'reset',
            label: words.reset,
            onSelect: () =>
              void attempt(async () => {
                await reset.mutateAsync(named)
                toast({ tone: 'ok', title: words.wasReset })
              }),
          },
        ]
      : []),
    ...(reason === 'refund'
      ? []
      : [
          {
            key: 'suspend',
            label: isByHand ? words.resume : words.suspend,
            onSelect: () =>
              void attempt(async () => {
                await suspend.mutateAsync({ ...named, on: !isByHand })
                toast({ tone: 'ok', title: isByHand ? words.resumed : words.suspended })
              }),
          },
        ]),
  ]
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      gap={3}
      py={2.5}
      borderTopWidth="1px"
      borderColor="border"
      fontSize="0.875rem"
      _first={{ borderTopWidth: 0, pt: 0 }}
      _last={{ pb: 0 }}
    >
      <chakra.div flex="1" minW={0}>
        <chakra.p fontWeight="semibold" overflowWrap="anywhere">
          {fileName}
        </chakra.p>
        <chakra.p color="muted" fontSize="sm" display="flex" flexWrap="wrap" columnGap={3}>
          {!isOfOrder && (
            <>
              <Link href={routes.order({ ...ids, orderId })}>{orderNumber}</Link>
              {buyerName && <span>{buyerName}</span>}
            </>
          )}
          <chakra.span fontVariantNumeric="tabular-nums">{words.used(usedCount, maxDownloads)}</chakra.span>
          {grant.lastDownloadAt === null ? (
            <span>{words.never}</span>
          ) : (
            <span>
              {words.last} <DateText at={grant.lastDownloadAt} hour />
            </span>
          )}
          {reason && <span>{words.reasons[reason]}</span>}
        </chakra.p>
      </chakra.div>
      <Badge tone={tones[state]}>{words.states[state]}</Badge>
      {items.length > 0 ? (
        <MoreMenu look="plain" label={words.more(`${orderNumber} ${fileName}`)} items={items} />
      ) : (
        <chakra.span w="40px" flex="none" />
      )}
    </chakra.li>
  )
}
