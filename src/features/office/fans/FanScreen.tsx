import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Facts, Notice } from '#ui/Card.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { Link } from '#ui/Link.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { dateText, monthText } from '#ui/text/DateText.tsx'
import { MoneyText, yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { staffFans } from './contract'
import { BanDialog, BlockDialog, GrantDialog, RevealDialog } from './FanDialogs'
import { labelLength, mostLabels, noteLength } from './fan'
import type { Answer, Ids } from './read'
import { StaffFanWords, useStaffFanWords } from './words'

type Props = {
  /** Renders the access check of this fan. */
  access: (
    ids: { tenantId: string; brandId: string },
    fan: { uid: string; name: string },
    onClose: () => void,
  ) => React.ReactNode
  /** Renders the fan's download grants. */
  downloads: (ids: { tenantId: string; brandId: string }, uid: string) => React.ReactNode
}

export const FanScreen = (props: Props) => (
  <StaffFanWords>
    <LoadedFan {...props} />
  </StaffFanWords>
)

type Fan = Answer['fan']
type OpenDialog = 'ban' | 'block' | 'grant' | 'reveal' | 'access' | null

const LoadedFan = (props: Props) => {
  const words = useStaffFanWords()
  const ids = useRouteIds('tenantId', 'brandId', 'fanId')
  const read = useRead(staffFans.getFan, ids)
  if (!ids || !read.data) {
    const text = words.refusals[read.failed?.code ?? '']
    return (
      <PendingPage
        title={words.fan.waiting}
        failed={read.failed && { ...read.failed, ...(text && { title: text }) }}
        {...(ids && { back: { href: routes.fans(ids), label: words.title } })}
      />
    )
  }
  return <FanPage ids={ids} read={read.data} {...props} />
}

const FanPage = ({ ids, read, access, downloads }: Props & { ids: Ids; read: Answer }) => {
  const words = useStaffFanWords()
  const locale = useLocale()
  const [asked, setAsked] = useState<OpenDialog>(null)
  const { fan } = read
  const close = () => setAsked(null)
  const dialog = { ids, read, onClose: close }
  const until = fan.commentBan?.until
  return (
    <Page
      title={fan.displayName || words.noName}
      badge={
        <Badge tone={fan.isBlocked ? 'bad' : fan.segment === 'subscriber' ? 'ok' : 'plain'}>
          {fan.isBlocked ? words.blockedBadge : words.tabs[fan.segment]}
        </Badge>
      }
      back={{ href: routes.fans(ids), label: words.title }}
      actions={
        <>
          <Button onClick={() => setAsked('ban')}>{fan.commentBan ? words.fan.unban : words.fan.ban}</Button>
          <Button onClick={() => setAsked('block')}>{fan.isBlocked ? words.fan.unblock : words.fan.block}</Button>
          {read.canGrant && <Button onClick={() => setAsked('grant')}>{words.fan.grant}</Button>}
        </>
      }
    >
      <Columns
        aside={<FanAside ids={ids} read={read} reveal={() => setAsked('reveal')} explain={() => setAsked('access')} />}
      >
        {fan.blocked && (
          <Notice tone="bad">
            {words.fan.blockedBy(dateText(fan.blocked.at, locale), fan.blocked.byName)} {fan.blocked.reason}
          </Notice>
        )}
        {fan.commentBan && (
          <Notice tone="warn">
            {words.fan.bannedNotice(until ? words.fan.banUntil(dateText(until, locale)) : words.fan.banForGood)}{' '}
            {fan.commentBan.reason}
          </Notice>
        )}
        <Card title={words.fan.membership}>
          <Memberships ids={ids} fan={fan} seesMoney={read.seesMoney} />
        </Card>
        <Card title={words.fan.calendar} lead={words.fan.calendarLead}>
          <Calendars fan={fan} />
        </Card>
        <Notes ids={ids} fan={fan} />
        {read.seesMoney && fan.orders.length > 0 && (
          <Card title={words.fan.recentOrders}>
            <Orders ids={ids} fan={fan} />
          </Card>
        )}
        {downloads(ids, fan.uid)}
      </Columns>
      {asked === 'ban' && <BanDialog {...dialog} />}
      {asked === 'block' && <BlockDialog {...dialog} />}
      {asked === 'grant' && <GrantDialog {...dialog} />}
      {asked === 'reveal' && <RevealDialog {...dialog} />}
      {asked === 'access' && access(ids, { uid: fan.uid, name: fan.displayName }, close)}
    </Page>
  )
}

/** Link to the counted orders: those that were paid. */
export const ordersHref = (ids: { tenantId: string; brandId: string }, uid: string) =>
  routes.orders(ids, { query: { uid, paid: 'only' } })

type AsideProps = { ids: Ids; read: Answer; reveal: () => void; explain: () => void }

const FanAside = ({ ids, read, reveal, explain }: AsideProps) => {
  const words = useStaffFanWords()
  const locale = useLocale()
  const { fan, canReveal } = read
  const money = (label: string, amount: number | null) => (amount === null ? [] : [{ label, value: yenText(amount) }])
  return (
    <Card title={words.fan.about}>
      <chakra.div display="grid" gap={4}>
        <Facts
          items={[
            {
              label: words.fan.number,
              value: fan.memberNumber === null ? words.none : words.memberNumber(fan.memberNumber),
            },
            { label: words.fan.total, value: words.months(fan.totalMonths) },
            { label: words.fan.continuous, value: words.months(fan.continuousMonths) },
            ...money(words.fan.lifetime, fan.lifetimeAmount),
            ...money(words.fan.goods, fan.goodsAmount),
            {
              label: words.fan.orders,
              value:
                read.seesMoney && fan.orderCount > 0 ? (
                  <Link href={ordersHref(ids, fan.uid)}>{String(fan.orderCount)}</Link>
                ) : (
                  String(fan.orderCount)
                ),
            },
            { label: words.fan.comments, value: String(fan.commentCount) },
            { label: words.fan.firstSeen, value: dateText(fan.firstSeenAt, locale) },
            { label: words.fan.lastActive, value: dateText(fan.lastActiveAt, locale) },
            ...(fan.email ? [{ label: words.fan.email, value: fan.email }] : []),
          ]}
        />
        <chakra.div display="grid" gap={2}>
          <LinkButton href={routes.contentComments(ids, { query: { userId: fan.uid, tab: 'all' } })}>
            {words.fan.seeComments}
          </LinkButton>
          <Button onClick={explain}>{words.fan.checkAccess}</Button>
          {canReveal && !fan.email && <Button onClick={reveal}>{words.fan.reveal}</Button>}
        </chakra.div>
      </chakra.div>
    </Card>
  )
}

const tones: Record<string, Tone> = {
  active: 'ok',
  scheduledToCancel: 'warn',
  scheduledToArchive: 'warn',
  paymentIncomplete: 'bad',
  requiredKonbiniPayment: 'warn',
}

const List = chakra('ul', { base: { display: 'grid', gap: 3.5 } })
const Item = chakra('li', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 0.5, fontSize: '0.875rem' },
})
const Small = chakra('span', { base: { flexBasis: '100%', color: 'muted', fontSize: 'sm' } })

/** Links to subscriber pages are shown only to roles that see money. */
const Memberships = ({ ids, fan, seesMoney }: { ids: Ids; fan: Fan; seesMoney: boolean }) => {
  const words = useStaffFanWords()
  const locale = useLocale()
  if (fan.memberships.length === 0) return <chakra.p color="muted">{words.fan.noMembership}</chakra.p>
  return (
    <List>
      {fan.memberships.map(({ subscriptionId, planName, status, purchasedAt, paidUntil }) => (
        <Item key={subscriptionId}>
          <chakra.span fontWeight="semibold">
            {seesMoney ? <Link href={routes.subscriber({ ...ids, subscriptionId })}>{planName}</Link> : planName}
          </chakra.span>
          <Badge tone={tones[status] ?? 'plain'}>{words.fan.statuses[status]}</Badge>
          <Small>
            {words.fan.since(dateText(purchasedAt, locale))} · {words.fan.paidUntil(dateText(paidUntil, locale))}
          </Small>
        </Item>
      ))}
    </List>
  )
}

const Month = chakra('li', {
  base: {
    borderRadius: 's',
    borderWidth: '1px',
    borderColor: 'border',
    px: 2,
    py: 1.5,
    fontSize: 'xs',
    lineHeight: 1.5,
    minW: 0,
  },
  variants: {
    state: {
      paid: { bg: 'okSubtle', color: 'ok', borderColor: 'transparent' },
      backNumber: { bg: 'infoSubtle', color: 'info', borderColor: 'transparent' },
      missing: { color: 'muted', borderStyle: 'dashed' },
    },
  },
})

const Calendars = ({ fan }: { fan: Fan }) => {
  const words = useStaffFanWords()
  const locale = useLocale()
  if (fan.calendars.length === 0) return <chakra.p color="muted">{words.fan.noCalendar}</chakra.p>
  return (
    <chakra.div display="grid" gap={5}>
      {fan.calendars.map(({ planId, planName, months }) => (
        <div key={planId}>
          <chakra.h3 fontSize="0.875rem" mb={2}>
            {planName}
          </chakra.h3>
          <chakra.ul display="grid" gridTemplateColumns="repeat(auto-fill, minmax(96px, 1fr))" gap={2}>
            {[...months].reverse().map(({ period, state }) => (
              <Month key={`${period.year}-${period.month}`} state={state}>
                <chakra.span display="block" fontWeight="semibold" fontVariantNumeric="tabular-nums">
                  {monthText(period, locale)}
                </chakra.span>
                {words.fan.monthStates[state]}
              </Month>
            ))}
          </chakra.ul>
        </div>
      ))}
    </chakra.div>
  )
}

const Notes = ({ ids, fan }: { ids: Ids; fan: Fan }) => {
  const words = useStaffFanWords()
  const attempt = useAttempt(words.refusals)
  const write = useWrite(staffFans.updateFan, { refresh: [staffFans.getFan, staffFans.getFans] })
  const stored = { labels: fan.labels.join('、'), note: fan.note }
  // Initial values of the fields: other changes to this fan must not overwrite unsaved input.
  const [base, setBase] = useState(stored)
  const [labels, setLabels] = useState(base.labels)
  const [note, setNote] = useState(base.note)
  const parts = [...new Set(labels.split(/[、,]/).map((one) => one.trim()))].filter((one) => one !== '')
  const problem =
    parts.length > mostLabels
      ? words.fan.tooManyLabels(mostLabels)
      : parts.some((one) => [...one].length > labelLength)
        ? words.fan.tooLongLabel(labelLength)
        : undefined
  const isChanged = parts.join('、') !== base.labels || note !== base.note
  const take = () => {
    setBase(stored)
    setLabels(stored.labels)
    setNote(stored.note)
    setTheirs(false)
  }
  const now = JSON.stringify(stored)
  const [seen, setSeen] = useState(now)
  const [isTheirs, setTheirs] = useState(false)
  if (now !== seen) {
    setSeen(now)
    if (isChanged) setTheirs(now !== JSON.stringify(base))
    else take()
  }
  const save = () =>
    attempt(async () => {
      await write.mutateAsync({ ...ids, labels: parts, note, expectedEditedAt: fan.editedAt })
      setBase({ labels: parts.join('、'), note })
      setTheirs(false)
      setLabels(parts.join('、'))
      toast({ tone: 'ok', title: words.fan.saved })
    })
  return (
    <Card title={words.fan.notes} lead={words.fan.notesLead}>
      <Fields>
        {isTheirs && (
          <Notice tone="warn" role="status">
            <chakra.div display="grid" gap={2} justifyItems="start">
              <span>{words.fan.changedMeanwhile}</span>
              <chakra.span whiteSpace="pre-line" overflowWrap="anywhere">
                {[stored.labels, stored.note].filter((one) => one !== '').join('\n') || words.fan.nothingNoted}
              </chakra.span>
              <Button size="s" onClick={take}>
                {words.fan.takeTheirs}
              </Button>
            </chakra.div>
          </Notice>
        )}
        <Field label={words.fan.labels} error={problem}>
          <TextInput value={labels} onChange={(event) => setLabels(event.currentTarget.value)} />
        </Field>
        <Field label={words.fan.note} max={noteLength} value={note}>
          <TextArea rows={3} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
        </Field>
        <div>
          <Button look="primary" busy={write.isPending} disabled={!isChanged || problem !== undefined} onClick={save}>
            {words.fan.save}
          </Button>
        </div>
      </Fields>
    </Card>
  )
}

const Orders = ({ ids, fan }: { ids: Ids; fan: Fan }) => {
  const locale = useLocale()
  return (
    <List>
      {fan.orders.map(({ orderId, orderNumber, name, total, placedAt }) => (
        <Item key={orderId}>
          <chakra.span flex="1" minW="0">
            <Link href={routes.order({ ...ids, orderId })}>{name || orderNumber}</Link>
          </chakra.span>
          <MoneyText yen={total} />
          <Small>
            {orderNumber} · {dateText(placedAt, locale)}
          </Small>
        </Item>
      ))}
    </List>
  )
}
