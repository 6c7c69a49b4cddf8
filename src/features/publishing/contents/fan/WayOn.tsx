import { chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { at } from '#client/at.ts'
import type { Person } from '#client/identityProvider.ts'
import { routes } from '#client/routes.ts'
import { useFanAnswer } from '#client/useFanAnswer.ts'
import { useLocale } from '#client/words.tsx'
import { SkeletonCards } from '#ui/faces/Skeleton.tsx'
import { BrandButton, BrandLink } from '#ui/fan/BrandButton.tsx'
import { monthText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import type { PlanContentItem, publicContents } from '../public/contract'
import { ContentCards, isOpenTo } from './ContentCards'
import { monthAloneOf, monthPageOf } from './monthPage'
import { useWayOnWords, WayOnWords } from './wayOnWords'

type Props = {
  brand: { tenantId: string; brandId: string; brandSlug: string }
  planContentId: string
  fan: Person | null | undefined
  /** What stands below: it loads meanwhile, and is shown once its place is known. */
  children: ReactNode
}

/** Below a content: what to read next, and its address for others. Brings its words along. */
export const WayOn = (props: Props) => (
  <WayOnWords>
    <Ways {...props} />
  </WayOnWords>
)

/** How far one looks for something that the reader may open. */
const reach = { limit: 10, offset: 0 }

/** A live that does not take place is nothing to go on to. */
const isCanceled = (one: PlanContentItem) => one.type === 'streaming' && one.details.eventState === 'canceled'

/** One newer and one older content, or two of one side: those that the reader may open first, then the nearest. */
export const nextOf = (newer: readonly PlanContentItem[], older: readonly PlanContentItem[]): PlanContentItem[] => {
  const openFirst = (some: readonly PlanContentItem[]) => {
    const all = some.filter((one) => !isCanceled(one))
    const isOpen = ({ status }: PlanContentItem) => isOpenTo(status)
    return [...all.filter(isOpen), ...all.filter((one) => !isOpen(one))]
  }
  const [above, below] = [openFirst(newer), openFirst(older)]
  const ofEach = [...above.slice(0, 1), ...below.slice(0, 1)]
  return ofEach.length === 2 ? ofEach : [...above, ...below].slice(0, 2)
}

/** Whether a month is all that its reader lacks. Of visitors nothing is known: they may join. */
const isForMonth = ({ status, needsMonth }: PlanContentItem, isVisitor: boolean): boolean =>
  !isVisitor && status === 'requiredPurchaseBackNumber' && needsMonth

/** Whether the way to the plans leads to it: a member who lacks a month alone has joined. */
export const isForJoining = (one: PlanContentItem, isVisitor: boolean): boolean => {
  if (isVisitor || isOpenTo(one.status)) return !isOpenTo(one.status)
  return one.opensAt === null && !isForMonth(one, isVisitor)
}

const Ways = ({ brand, planContentId, fan, children }: Props) => {
  const words = useWayOnWords()
  const locale = useLocale()
  const { tenantId, brandId, brandSlug } = brand
  const list = at<typeof publicContents>()('getPublicPlanContents')
  const asked = { tenantId, brandId, filterOption: null, pagination: reach }
  const newer = useFanAnswer(list, { ...asked, beside: { planContentId, are: 'newer' } }, { fan, shown: null })
  const older = useFanAnswer(list, { ...asked, beside: { planContentId, are: 'older' } }, { fan, shown: null })
  const next = newer.data && older.data ? nextOf(newer.data.planContents, older.data.planContents) : null
  const lacking = next?.find((one) => isForMonth(one, !fan))
  const why = useFanAnswer(
    at<typeof publicContents>()('explainMyAccess'),
    lacking ? { tenantId, planContentId: lacking.planContentId } : null,
    { fan, shown: null },
  )
  const month = why.data && monthAloneOf(why.data.unlockOptions)
  // The price of a month comes after the lists, and is shown with them: nothing moves for it.
  const isKnown = next
    ? !lacking || why.data !== null || why.failed !== null
    : newer.failed !== null || older.failed !== null
  return (
    <>
      <chakra.section mt={12} pt={8} borderTopWidth="1px" borderColor="border" aria-label={words.title}>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap={3} mb={5}>
          <chakra.h2 fontSize="lg">{words.title}</chakra.h2>
          <Share />
        </chakra.div>
        {/* What could not be loaded is no part of the content: the list of all is a way on as well. */}
        {!isKnown && <SkeletonCards cards={2} minWidth={280} />}
        {isKnown && next && <ContentCards brandSlug={brandSlug} contents={next} level={3} />}
        {isKnown && (
          <chakra.div display="flex" flexWrap="wrap" gap={3} mt={6}>
            {next?.some((one) => isForJoining(one, !fan)) && (
              <BrandLink href={routes.fanPlans({ brandSlug })}>{words.join}</BrandLink>
            )}
            {month && (
              <BrandLink href={monthPageOf(brandSlug, month)} data-testid="to-month">
                {words.month(monthText(month.period, locale), yenText(month.price))}
              </BrandLink>
            )}
            <BrandLink look="outline" href={routes.fanContents({ brandSlug })}>
              {words.all}
            </BrandLink>
          </chakra.div>
        )}
      </chakra.section>
      <div hidden={!isKnown}>{children}</div>
    </>
  )
}

/** By the device's own way, else the address is copied, else it is shown. */
const Share = () => {
  const words = useWayOnWords()
  const [said, setSaid] = useState<'copied' | 'shown' | null>(null)
  const canShare = 'share' in navigator
  const address = window.location.origin + window.location.pathname
  const share = async () => {
    if (canShare)
      // Who closes the device's sheet wants nothing else instead.
      return void (await navigator.share({ title: document.title, url: address }).catch(() => {}))
    await navigator.clipboard.writeText(address).then(
      () => setSaid('copied'),
      () => setSaid('shown'),
    )
  }
  return (
    <chakra.div display="grid" gap={1} justifyItems="end" maxW="100%">
      <BrandButton look="outline" minH="44px" w="auto" onClick={share}>
        {canShare ? words.share : said === 'copied' ? words.copied : words.copy}
      </BrandButton>
      <chakra.span role="status" fontSize="sm" color="muted" overflowWrap="anywhere" srOnly={said !== 'shown'}>
        {said === 'copied' && words.copied}
        {said === 'shown' && address}
      </chakra.span>
    </chakra.div>
  )
}
