import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { at } from '#client/at.ts'
import { routes } from '#client/routes.ts'
import { useFanAnswer, useFanCall } from '#client/useFanAnswer.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { IconButton } from '#ui/Button.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Link } from '#ui/Link.tsx'
import { BellIcon, CloseIcon } from '#ui/look/icons.tsx'
import { DialogFrame } from '#ui/overlay/Dialog.tsx'
import { DateText, dateText } from '#ui/text/DateText.tsx'
import type { notices } from '../contract'
import type { NoticeKind } from '../notice'
import { NoticeWords, useNoticeWords } from './words'

type One = ResultOf<(typeof notices)['getMyNotices']>['notices'][number]
type Props = { onClose: () => void; onSeen: () => void }

/** What happened for the fan in all of their clubs; each line leads to the thing. */
export const BellPanel = (props: Props) => (
  <NoticeWords>
    <Panel {...props} />
  </NoticeWords>
)

/** A fan's page has a known fan by the time that this is opened; the answer depends on the token alone. */
const somebody = { uid: '', displayName: '', email: '', photoURL: '' }

const Panel = ({ onClose, onSeen }: Props) => {
  const words = useNoticeWords()
  return (
    <DialogFrame open onClose={onClose} place="end" label={words.title}>
      <chakra.div
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
        <chakra.h2 fontSize="md" flex="1">
          {words.title}
        </chakra.h2>
        <IconButton label={words.close} onClick={onClose}>
          <CloseIcon size={18} />
        </IconButton>
      </chakra.div>
      <chakra.div overflowY="auto" flex="1" overscrollBehavior="contain">
        <List onLeave={onClose} onSeen={onSeen} />
      </chakra.div>
    </DialogFrame>
  )
}

const hrefOf = ({ kind, itemId, brand }: One): string => {
  const content = (hash?: string) =>
    routes.fanContent({ brandSlug: brand.slug, planContentId: itemId }, hash ? { hash } : {})
  const hrefs: Record<NoticeKind, () => string> = {
    reply: () => content('comments'),
    brandReply: () => content('comments'),
    content: () => content(),
    livePlanned: () => content(),
    liveBegan: () => content(),
    orderSent: () => routes.myOrder({ orderId: itemId }),
    pickUpOpen: () => routes.myOrder({ orderId: itemId }),
    orderReady: () => routes.myOrder({ orderId: itemId }),
  }
  return hrefs[kind]()
}

const List = ({ onLeave, onSeen }: { onLeave: () => void; onSeen: () => void }) => {
  const words = useNoticeWords()
  const locale = useLocale()
  const ask = useFanCall()
  const { data, failed } = useFanAnswer(at<typeof notices>()('getMyNotices'), {}, { fan: somebody, shown: null })
  // What was new when the list was opened stays marked while it is open.
  const [fresh, setFresh] = useState<ReadonlySet<string> | null>(null)
  const isTold = useRef(false)
  const keyOf = ({ kind, itemId, at: moment }: One) => `${kind} ${itemId} ${moment}`
  const found = data?.notices
  useEffect(() => {
    if (!found || isTold.current) return
    isTold.current = true
    setFresh(new Set(found.filter(({ isNew }) => isNew).map(keyOf)))
    const [newest] = found
    // Not told: it is new once more the next time.
    if (newest?.isNew) ask(at<typeof notices>()('markMyNoticesSeen'), { until: newest.at }).then(onSeen, () => {})
  })
  if (failed) return <FailedState {...failed} />
  if (!found)
    return (
      <chakra.div p={5}>
        <SkeletonText lines={6} />
      </chakra.div>
    )
  if (found.length === 0) return <EmptyState icon={<BellIcon size={24} />} title={words.empty} text={words.emptyText} />
  return (
    <chakra.ul listStyleType="none" data-testid="my-notices">
      {found.map((one) => (
        <chakra.li
          key={keyOf(one)}
          css={{
            '& + &': { borderTopWidth: '1px', borderColor: 'border' },
            '& > a': {
              display: 'flex',
              gap: 3,
              px: 4,
              py: 3,
              _hover: { bg: 'hover' },
              _focusVisible: { outlineOffset: '-2px' },
            },
          }}
        >
          <Link href={hrefOf(one)} onClick={onLeave}>
            <Avatar name={one.brand.name} src={one.brand.icon} size={36} shape="square" />
            <chakra.span flex="1" minW="0">
              <chakra.span display="flex" alignItems="center" gap={2} fontSize="xs" color="muted">
                <chakra.span truncate>{one.brand.name}</chakra.span>
                <chakra.span ml="auto" flex="none">
                  <DateText at={one.at} short hour />
                </chakra.span>
              </chakra.span>
              <chakra.span display="block" fontSize="0.875rem" overflowWrap="anywhere">
                {words.says[one.kind](one.detail)}
                {fresh?.has(keyOf(one)) && (
                  <chakra.span
                    ml={2}
                    px={1.5}
                    borderRadius="full"
                    bg="var(--brand-subtle)"
                    color="var(--brand-text)"
                    fontSize="xs"
                    fontWeight="bold"
                    whiteSpace="nowrap"
                  >
                    {words.isNew}
                  </chakra.span>
                )}
              </chakra.span>
              <chakra.span display="block" fontSize="0.875rem" fontWeight="semibold" overflowWrap="anywhere">
                {one.name}
              </chakra.span>
              {one.kind === 'livePlanned' && one.startAt !== null && (
                <chakra.span display="block" fontSize="sm" color="muted" fontVariantNumeric="tabular-nums">
                  {words.begins(dateText(one.startAt, locale, { short: true, hour: true }))}
                </chakra.span>
              )}
            </chakra.span>
          </Link>
        </chakra.li>
      ))}
    </chakra.ul>
  )
}
