import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { routes } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { type SuspensionReason, suspensionReasonNames } from '#club/tenants/suspension.ts'
import type { ResultOf } from '#kit/contract.ts'
import { Button, IconButton } from '#ui/Button.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Checkbox } from '#ui/form/Switch.tsx'
import { Link } from '#ui/Link.tsx'
import { BellIcon, ChevronLeftIcon, CloseIcon, MailIcon } from '#ui/look/icons.tsx'
import { DialogFrame } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import type { Area } from '../../failedJobs/failedJob'
import { notifications } from '../../notifications/contract'
import type { NotificationKind } from '../../notifications/notification'
import { BellWords, useBellWords } from './words'
import type { BellWordsText } from './words.ja'

type Ids = { tenantId: string; brandId: string }
type PanelProps = Ids & { at: 'news' | 'mails'; onClose: () => void }

export const BellPanel = (props: PanelProps) => (
  <BellWords>
    <Panel {...props} />
  </BellWords>
)

const Panel = ({ at, onClose, ...ids }: PanelProps) => {
  const words = useBellWords()
  const [isSetting, setSetting] = useState(at === 'mails')
  return (
    <DialogFrame open onClose={onClose} place="end" label={isSetting ? words.settings : words.title}>
      <chakra.header
        display="flex"
        alignItems="center"
        gap={1}
        pl={4}
        pr={2}
        h="56px"
        flex="none"
        borderBottomWidth="1px"
        borderColor="border"
      >
        {isSetting && (
          <IconButton label={words.back} onClick={() => setSetting(false)}>
            <ChevronLeftIcon size={18} />
          </IconButton>
        )}
        <chakra.h2 fontSize="md" flex="1">
          {isSetting ? words.settings : words.title}
        </chakra.h2>
        {!isSetting && (
          <Button size="s" onClick={() => setSetting(true)}>
            <MailIcon size={15} />
            {words.settings}
          </Button>
        )}
        <IconButton label={words.close} onClick={onClose}>
          <CloseIcon size={18} />
        </IconButton>
      </chakra.header>
      <chakra.div overflowY="auto" flex="1" overscrollBehavior="contain">
        {isSetting ? <Settings tenantId={ids.tenantId} /> : <News ids={ids} onLeave={onClose} />}
      </chakra.div>
    </DialogFrame>
  )
}

type One = ResultOf<typeof notifications.getNotifications>['notifications'][number]

const hrefOf = (ids: Ids, { kind, itemId }: One): string => {
  const hrefs: Record<NotificationKind, () => string> = {
    orderPaid: () => routes.order({ ...ids, orderId: itemId }),
    orderExpired: () => routes.order({ ...ids, orderId: itemId }),
    latePayment: () => routes.order({ ...ids, orderId: itemId }),
    refundFailed: () => routes.order({ ...ids, orderId: itemId }),
    disputeOpened: () => routes.order({ ...ids, orderId: itemId }),
    disputeDue: () => routes.order({ ...ids, orderId: itemId }),
    restUnsent: () => routes.order({ ...ids, orderId: itemId }),
    memberJoined: () => routes.subscriber({ ...ids, subscriptionId: itemId }),
    memberLeft: () => routes.subscriber({ ...ids, subscriptionId: itemId }),
    commentHeld: () => routes.contentComments(ids, { query: { tab: 'needsReview' } }),
    commented: () => routes.contentComments(ids, { query: { tab: 'all', planContentId: itemId } }),
    loved: () => routes.content({ ...ids, contentId: itemId }),
    requestReceived: () => routes.request(ids, { query: { inquiryId: itemId } }),
    payoutSent: () => routes.revenue(ids),
    payoutReturned: () => routes.revenue(ids),
    draftSubmitted: () => routes.eventGoodsDrafts(ids, { query: { draftId: itemId } }),
    draftReturned: () => routes.eventGoodsDrafts(ids, { query: { draftId: itemId } }),
    draftApproved: () => routes.eventGoodsDrafts(ids, { query: { draftId: itemId } }),
    scheduleFailed: () =>
      itemId.startsWith('event')
        ? routes.event({ ...ids, eventId: itemId })
        : routes.content({ ...ids, contentId: itemId }),
    invitationDeclined: () => routes.tenant(ids),
    clubClosed: () => routes.tenant(ids),
    jobFailed: () => {
      if (itemId.startsWith('order')) return routes.order({ ...ids, orderId: itemId })
      if (itemId.startsWith('subscription')) return routes.subscriber({ ...ids, subscriptionId: itemId })
      return itemId.startsWith('plan') ? routes.plan({ ...ids, planId: itemId }) : routes.brand(ids)
    },
  }
  return hrefs[kind]()
}

/** A job has no name of its own: the feature that it belongs to is shown. */
const nameOf = ({ kind, name, detail }: One, words: BellWordsText) =>
  kind === 'jobFailed' ? words.areas[detail as Area] : name || words.noName
const detailOf = ({ kind, detail }: One, words: BellWordsText, locale: 'ja' | 'en') => {
  if (kind === 'jobFailed') return words.unfinished
  if (kind === 'commented' || kind === 'loved') return words.counts[kind](detail)
  if (kind === 'clubClosed') return suspensionReasonNames[detail as SuspensionReason][locale]
  return words.reasons[detail] ?? detail
}

const News = ({ ids, onLeave }: { ids: Ids; onLeave: () => void }) => {
  const words = useBellWords()
  const locale = useLocale()
  const read = useRead(notifications.getNotifications, ids)
  const seen = useWrite(notifications.markNotificationsSeen, { refresh: [notifications.getNotifications] })
  // Entries that were new when the panel was opened stay marked while it is open.
  const [fresh, setFresh] = useState<ReadonlySet<string> | null>(null)
  const isTold = useRef(false)
  const keyOf = ({ kind, itemId, at }: One) => `${kind} ${itemId} ${at}`
  const news = read.data?.notifications
  useEffect(() => {
    if (!news || isTold.current) return
    isTold.current = true
    setFresh(new Set(news.filter(({ isNew }) => isNew).map(keyOf)))
    const [newest] = news
    if (newest?.isNew) seen.mutate({ ...ids, until: newest.at })
  })
  if (read.failed) return <FailedState {...read.failed} />
  if (!news)
    return (
      <chakra.div p={5}>
        <SkeletonText lines={6} />
      </chakra.div>
    )
  if (news.length === 0) return <EmptyState icon={<BellIcon size={24} />} title={words.empty} />
  return (
    <chakra.ul listStyleType="none">
      {news.map((one) => (
        <chakra.li key={keyOf(one)} css={{ '& + &': { borderTopWidth: '1px', borderColor: 'border' } }}>
          <chakra.div
            css={{
              '& > a': {
                display: 'block',
                px: 5,
                py: 3,
                _hover: { bg: 'hover' },
                _focusVisible: { outlineOffset: '-2px' },
              },
            }}
          >
            <Link href={hrefOf(ids, one)} onClick={onLeave}>
              <chakra.span display="flex" alignItems="center" gap={2} fontSize="xs" color="muted">
                {words.kinds[one.kind]}
                {fresh?.has(keyOf(one)) && (
                  <chakra.span
                    px={1.5}
                    borderRadius="full"
                    bg="accentSubtle"
                    color="accentText"
                    fontWeight="bold"
                    lineHeight="18px"
                  >
                    {words.isNew}
                  </chakra.span>
                )}
                <chakra.span ml="auto">
                  <DateText at={one.at} short hour />
                </chakra.span>
              </chakra.span>
              <chakra.span display="block" fontSize="0.875rem" overflowWrap="anywhere">
                <chakra.span fontWeight="semibold">{nameOf(one, words)}</chakra.span>
                {one.detail && <chakra.span color="muted"> {detailOf(one, words, locale)}</chakra.span>}
              </chakra.span>
            </Link>
          </chakra.div>
        </chakra.li>
      ))}
    </chakra.ul>
  )
}

const Settings = ({ tenantId }: { tenantId: string }) => {
  const words = useBellWords()
  const attempt = useAttempt(words.refusals)
  const read = useRead(notifications.getNotificationSettings, { tenantId })
  const save = useWrite(notifications.saveNotificationSettings, { refresh: [notifications.getNotificationSettings] })
  const [changed, setChanged] = useState<readonly NotificationKind[] | null>(null)
  if (read.failed) return <FailedState {...read.failed} />
  if (!read.data)
    return (
      <chakra.div p={5}>
        <SkeletonText lines={6} />
      </chakra.div>
    )
  const { kinds } = read.data
  const chosen = changed ?? kinds.filter(({ byMail }) => byMail).map(({ kind }) => kind)
  const run = () =>
    attempt(async () => {
      await save.mutateAsync({ tenantId, byMail: [...chosen] })
      setChanged(null)
      toast({ tone: 'ok', title: words.saved })
    })
  return (
    <chakra.div p={5} display="grid" gap={4}>
      <chakra.p fontSize="0.875rem" color="muted">
        {words.settingsLead}
      </chakra.p>
      <chakra.div display="grid" gap={3}>
        {kinds.map(({ kind }) => (
          <Checkbox
            key={kind}
            label={words.kinds[kind]}
            checked={chosen.includes(kind)}
            onChange={(event) =>
              setChanged(event.currentTarget.checked ? [...chosen, kind] : chosen.filter((one) => one !== kind))
            }
          />
        ))}
      </chakra.div>
      <div>
        <Button look="primary" busy={save.isPending} disabled={changed === null} onClick={run}>
          {words.save}
        </Button>
      </div>
    </chakra.div>
  )
}
