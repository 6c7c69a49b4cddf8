import { chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useAsk, useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { Select } from '#ui/form/TextInput.tsx'
import { Link } from '#ui/Link.tsx'
import { FileIcon } from '#ui/look/icons.tsx'
import { Page } from '#ui/page/Page.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { useAttempt } from '#ui/useAttempt.ts'
import { orderSorts, staffOrders } from '../desk/contract'
import { useOrderFilter } from '../desk/useOrderFilter'
import { fulfillments } from './contract'
import { mostAtOnce, slipOrders, slipsIn } from './fulfillment'
import { SlipSheet } from './SlipSheet'
import { FulfillmentWords, useFulfillmentWords } from './words'

/** Packing slips, a sheet for each order. */
export const PackingSlipsScreen = () => (
  <FulfillmentWords>
    <Screen />
  </FulfillmentWords>
)

/** On paper only the slips stand, one on each sheet, black on white in either mode. */
const printStyles = `@media print {
  header, nav, aside, main h1, main a, main button, [data-noprint] { display: none !important }
  main, main > *, body { padding: 0 !important; margin: 0 !important; background: #fff !important }
  article { border: 0 !important; box-shadow: none !important; break-after: page; color: #000 !important; background: #fff !important }
}`

type MadeSlips = ResultOf<(typeof fulfillments)['getPackingSlips']>

type Ids = { tenantId: string; brandId: string }

const Screen = () => {
  const ids = useRouteIds('tenantId', 'brandId')
  const isMatching = useQueryValue('of') === 'matching'
  const chosen = useQueryValue('ids')
    .split(',')
    .filter((id) => /^[A-Za-z0-9_-]{1,64}$/.test(id))
    .slice(0, mostAtOnce)
  return isMatching ? <Matching ids={ids} /> : <Chosen ids={ids} orderIds={chosen} />
}

/** Those that were chosen in the list. */
const Chosen = ({ ids, orderIds }: { ids: Ids | null; orderIds: readonly string[] }) => {
  const words = useFulfillmentWords()
  const { slips: says } = words
  const attempt = useAttempt(words.refusals)
  const make = useWrite(fulfillments.getPackingSlips)
  const [made, setMade] = useState<MadeSlips | null>(null)
  return (
    <Sheets ids={ids} made={made}>
      {orderIds.length === 0 ? (
        <EmptyState
          icon={<FileIcon size={24} />}
          title={says.none}
          text={says.noneText}
          action={ids && <LinkButton href={routes.orders(ids)}>{says.back}</LinkButton>}
        />
      ) : (
        <EmptyState
          icon={<FileIcon size={24} />}
          title={says.lead(orderIds.length)}
          text={says.reveal}
          action={
            <Button
              look="primary"
              busy={make.isPending}
              onClick={() =>
                ids && attempt(async () => setMade(await make.mutateAsync({ ...ids, orderIds: [...orderIds] })))
              }
            >
              {says.show}
            </Button>
          }
        />
      )}
    </Sheets>
  )
}

type Some = ResultOf<typeof staffOrders.getOrderIds>
type Part = MadeSlips & { first: number; last: number; next: Some['next'] }

/** Whatever the list's filter finds, in the list's order, as many at a time as one act takes. */
const Matching = ({ ids }: { ids: Ids | null }) => {
  const words = useFulfillmentWords()
  const { slips: says } = words
  const attempt = useAttempt(words.refusals)
  const ask = useAsk()
  const filter = useOrderFilter(ids)
  const { sort } = useListQuery(orderSorts).asked
  const list = useRead(staffOrders.getOrders, filter && { ...filter, pagination: { limit: 1, offset: 0 } })
  const make = useWrite(fulfillments.getPackingSlips)
  const [part, setPart] = useState<Part | null>(null)
  const [isBusy, setBusy] = useState(false)
  const total = list.data?.pagination.totalCount
  const run = async () => {
    if (!ids || !filter) return
    setBusy(true)
    await attempt(async () => {
      const { orders, next } = await ask(staffOrders.getOrderIds, {
        ...filter,
        ...(sort && { sort }),
        ...(part?.next && { after: part.next }),
      })
      // The last ones may have been as many as one act takes.
      if (orders.length === 0) return part ? setPart({ ...part, next: null }) : list.reload()
      const made = await make.mutateAsync({ ...ids, orderIds: orders.map(({ orderId }) => orderId) })
      const before = part?.last ?? 0
      setPart({ ...made, first: before + 1, last: before + orders.length, next })
      window.scrollTo({ top: 0 })
    })
    setBusy(false)
  }
  const all = Math.max(total ?? 0, part?.last ?? 0)
  return (
    <Sheets
      ids={ids}
      made={part}
      {...(part && (part.first > 1 || part.next) && { where: says.some(part.first, part.last, all) })}
      action={
        part?.next && (
          <Button busy={isBusy} onClick={run}>
            {says.next}
          </Button>
        )
      }
    >
      {list.failed ? (
        <FailedState {...list.failed} />
      ) : total === 0 ? (
        <EmptyState
          icon={<FileIcon size={24} />}
          title={says.noMatch}
          text={says.noMatchText}
          action={ids && <LinkButton href={routes.orders(ids)}>{says.back}</LinkButton>}
        />
      ) : total === undefined ? (
        <SkeletonText lines={3} />
      ) : (
        <EmptyState
          icon={<FileIcon size={24} />}
          title={total > mostAtOnce ? says.many(total, mostAtOnce) : says.few(total)}
          text={says.reveal}
          action={
            <Button look="primary" busy={isBusy} onClick={run}>
              {says.show}
            </Button>
          }
        />
      )}
    </Sheets>
  )
}

type SheetsProps = {
  ids: Ids | null
  made: MadeSlips | null
  /** Which of many these are. */
  where?: string
  action?: ReactNode
  /** Before they are made. */
  children: ReactNode
}

const Sheets = ({ ids, made, where, action, children }: SheetsProps) => {
  const { slips: says } = useFulfillmentWords()
  const locale = useLocale()
  const [hasPrices, setPrices] = useState(true)
  const [sort, setSort] = useState<(typeof slipOrders)[number]>('list')
  // Downloads, pickups and refunded items are not in the parcel.
  const slips = slipsIn(made?.slips.filter(({ lines }) => lines.length > 0) ?? [], sort, locale)
  const left = (made?.slips.length ?? 0) - slips.length
  const facts = [where, left > 0 && says.skipped(left)].filter(Boolean).join(' ')
  return (
    <Page
      title={says.title}
      {...(ids && { back: { href: routes.orders(ids), label: says.back } })}
      actions={
        made && (
          <>
            {action}
            {slips.length > 0 && (
              <Button look="primary" onClick={() => window.print()}>
                {says.print}
              </Button>
            )}
          </>
        )
      }
    >
      <style>{printStyles}</style>
      {made === null ? (
        <Card>{children}</Card>
      ) : (
        <chakra.div display="grid" gap={5} maxW="720px">
          {facts && (
            <Notice tone="info" data-noprint>
              {facts}
            </Notice>
          )}
          {slips.length > 0 && (made.sender.name === '' || made.sender.address === '') && (
            <Notice tone="warn" data-noprint>
              {says.noSender} {ids && <Link href={routes.profile(ids, { hash: 'legalNotice' })}>{says.fillIn}</Link>}
            </Notice>
          )}
          {slips.length > 0 && (
            <chakra.div
              data-noprint
              display="flex"
              flexWrap="wrap"
              alignItems="flex-start"
              justifyContent="space-between"
              gap={4}
            >
              <Switch
                label={says.withoutPrices}
                hint={says.withoutPricesHint}
                checked={!hasPrices}
                onChange={(event) => setPrices(!event.currentTarget.checked)}
              />
              <Select
                aria-label={says.sort}
                w="auto"
                value={sort}
                options={slipOrders.map((value) => ({ value, label: says.sorts[value] }))}
                onChange={(event) => setSort(event.currentTarget.value as typeof sort)}
              />
            </chakra.div>
          )}
          {slips.map((slip) => (
            <SlipSheet
              key={slip.orderId}
              slip={slip}
              brandName={made.brandName}
              sender={made.sender}
              hasPrices={hasPrices}
            />
          ))}
        </chakra.div>
      )}
    </Page>
  )
}
